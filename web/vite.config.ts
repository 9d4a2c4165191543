// Builds the page into the package's static folder. No other host is ever asked: fonts, icons and scripts are all here.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/sixfold/server/static",
    emptyOutDir: true,
    target: "es2022",
    // A strict Content-Security-Policy has no data: scripts, and small assets are better cached than inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 300,
  },
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:8000", ws: true },
    },
  },
});
