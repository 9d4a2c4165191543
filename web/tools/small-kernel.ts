// The kernel as the page and the npm package have it: the shipped module without what only Python calls (learners' many
// games, arenas), a sixth of it. It is made in each build from the one file that the package keeps, so it cannot drift.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { ENTRIES, KERNEL } from "../src/kernel/kernel.gen";
import { pruned } from "./prune";

const SHIPPED = new URL("../../src/sixfold/kernel/kernel.wasm", import.meta.url);

/** `file`: the name that the module shall have in a build that does not ask for its address. */
export function smallKernel(file?: string): Plugin {
  const source = pruned(readFileSync(SHIPPED), Object.keys(ENTRIES));
  const sha256 = createHash("sha256").update(source).digest("hex");
  return {
    name: "small-kernel",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (!id.endsWith("/kernel.wasm?url")) return null;
      const emitted = this.emitFile({ type: "asset", name: "kernel.wasm", source });
      return `export default import.meta.ROLLUP_FILE_URL_${emitted}`;
    },
    // The door runs no other module than the one it was made with.
    transform: (text, id) => (id.endsWith("/kernel.gen.ts") ? text.replace(KERNEL.sha256, sha256) : null),
    buildStart() {
      if (file !== undefined) this.emitFile({ type: "asset", fileName: file, source });
    },
  };
}
