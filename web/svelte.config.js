// The compiler's accessibility warnings are failures: `npm run check` runs with --fail-on-warnings.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

const owners = new Map();

/** The class that ties styles to their component. It stands in every selector, so it is short. */
function cssHash({ hash, filename }) {
  const name = `s-${hash(filename).slice(-3)}`;
  const owner = owners.get(name) ?? filename;
  if (owner !== filename) throw new Error(`${filename} and ${owner} have the same class for their styles`);
  owners.set(name, owner);
  return name;
}

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
