// The door to the compiled kernel for TypeScript: both games, their bots and their solver, wherever WebAssembly runs.
//
//   const kernel = await Kernel.load(bytesOfKernelWasm, bytesOfWeights);
//   kernel.tiles.plays("0,0:Rs 1,0:Rd", "RoGdBx");
//
// No rule of the games is written here or beside this file: the kernel decides, and is the same one that the server runs.
import { Cards } from "./cards";
import { Machine } from "./machine";
import { Tiles } from "./tiles";
import { readWeights } from "./weights";

export { KernelError } from "./machine";
export { NotationError, PositionError } from "./notation";
export * from "./types";
export { ended, type Ends } from "./ends";
export type { Cards } from "./cards";
export type { Weighed } from "./tile_study";
export type { Tiles } from "./tiles";

export class Kernel {
  private constructor(
    readonly tiles: Tiles,
    readonly cards: Cards,
  ) {}

  /**
   * Start the kernel in the bytes of `kernel.wasm`; with the bytes of `weights.bin` bots can choose too.
   * Bytes that are damaged or of another version: KernelError.
   */
  static async load(code: Uint8Array, weights?: Uint8Array): Promise<Kernel> {
    const learned = weights ? readWeights(weights) : null;
    const machine = await Machine.load(code);
    return new Kernel(new Tiles(machine, learned), new Cards(machine, learned));
  }
}
