// The compiler's accessibility warnings are failures: `npm run check` runs with --fail-on-warnings.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } };
