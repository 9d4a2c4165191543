// What the bots learned: `weights.bin`, all weights as float32, all first bytes of them, then all second ones and so on.
import { hex, sha256 } from "../verify/sha256";
import { KERNEL, WEIGHTS } from "./kernel.gen";
import { KernelError } from "./machine";

export type Weights = Readonly<Record<keyof typeof WEIGHTS, Float32Array>>;

/** The weights in the bytes of the file; KernelError for a file that is damaged or of another version. */
export function readWeights(bytes: Uint8Array): Weights {
  if (hex(sha256(bytes)) !== KERNEL.weights) {
    throw new KernelError("kernel/damaged", "the file of what bots learned is damaged, or of another version");
  }
  const count = bytes.length / 4;
  const together = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) together[4 * (i % count) + Math.floor(i / count)] = bytes[i] ?? 0;
  let at = 0;
  const found = Object.entries(WEIGHTS).map(([name, length]) => {
    at += length;
    return [name, new Float32Array(together.buffer, 4 * (at - length), length)] as const;
  });
  return Object.fromEntries(found) as Weights;
}
