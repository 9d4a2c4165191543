// How the page's sources are laid out. Passed by name, because the formatter lives in a package of its own.
import * as svelte from "prettier-plugin-svelte";

export default {
  printWidth: 120,
  plugins: [svelte],
  overrides: [{ files: "*.svelte", options: { parser: "svelte" } }],
};
