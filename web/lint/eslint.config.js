// What the page's sources may not do, each rule with its reason. Layout is the formatter's; types are svelte-check's.
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["src/wire.gen.ts"] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      // An unused name is a leftover; an underscore says that a place in a list of parameters is meant to stay empty.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // A comparison that converts first hides a wrong type.
      // `== null` is the one that means something: neither null nor undefined.
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      // {" "} is how a space survives beside a block.
      "svelte/no-useless-mustaches": "off",
      // Sets and maps here are made anew and assigned whole, never changed in place, so plain ones are right.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
);
