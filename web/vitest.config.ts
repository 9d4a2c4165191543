// Unit tests run in plain Node: what needs a page is tested in a real browser (tests/browser).
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** What plays whole games takes a busy machine a while; nothing is waited for that does not come. */
const PATIENCE_MS = 120_000;

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
  },
});
