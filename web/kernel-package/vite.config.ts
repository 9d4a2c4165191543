// The kernel's door as a library of its own, for other programs: one file of JavaScript beside kernel.wasm.
import { defineConfig } from "vite";
import { smallKernel } from "../tools/small-kernel";

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [smallKernel("kernel.wasm")],
  build: {
    target: "es2022",
    minify: false,
    reportCompressedSize: false,
    lib: { entry: "../src/kernel/index.ts", formats: ["es"], fileName: "index" },
  },
});
