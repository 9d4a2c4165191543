// What the bots learned: `weights.bin`, all weights in whole steps, the sign in the lowest bit; all low bytes, then all
// high ones.
import { hex, sha256 } from "../verify/sha256";
import { KERNEL, STEPS, WEIGHTS } from "./kernel.gen";
import { KernelError } from "./machine";

export type Weights = Readonly<Record<keyof typeof WEIGHTS, Float32Array>>;

/** The weights in the bytes of the file; KernelError for a file that is damaged or of another version. */
export function readWeights(bytes: Uint8Array): Weights {
  if (hex(sha256(bytes)) !== KERNEL.weights) {
    throw new KernelError("kernel/damaged", "the file of what bots learned is damaged, or of another version");
  }
  const count = bytes.length / 2;
  const all = Float32Array.from({ length: count }, (_, i) => {
    const folded = (bytes[i] ?? 0) | ((bytes[i + count] ?? 0) << 8);
    return ((folded >>> 1) ^ -(folded & 1)) / STEPS;
  });
  let at = 0;
  const found = Object.entries(WEIGHTS).map(([name, length]) => {
    at += length;
    return [name, all.slice(at - length, at)] as const;
  });
  return Object.fromEntries(found) as Weights;
}
