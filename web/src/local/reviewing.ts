// A review made on this device: its turns are shared out among workers of their own, so that tables go on meanwhile, and
// told in order as they are ready.
import type { ReviewedGame } from "../wire.gen";
import type { Told } from "../study/api";
import { Home } from "./home";
import type { Judged } from "./review";

/** More would not be faster on most devices, and each needs memory for a kernel. */
const WORKERS = 2;

export async function review(record: string, full: boolean, told: Told, signal: AbortSignal): Promise<void> {
  const count = Math.min(WORKERS, navigator.hardwareConcurrency || 1);
  const workers = Array.from({ length: count }, () => new Home());
  const end = (): void => workers.forEach((worker) => worker.end());
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
  );
  try {
    await Promise.race([share(workers, record, full, told), stopped]);
  } finally {
    end();
  }
}

async function share(workers: readonly Home[], record: string, full: boolean, told: Told): Promise<void> {
  const [first] = workers as [Home];
  const total = await first.ask<number>({ ask: "turns", record });
  told.total(total);
  const judged = new Map<number, Judged>();
  let [next, shown] = [0, 0];
  const work = async (worker: Home): Promise<void> => {
    while (next < total) {
      const turn = next++;
      judged.set(turn, await worker.ask<Judged>({ ask: "turn", record, turn, full }));
      for (let ready = judged.get(shown); ready !== undefined; ready = judged.get(shown)) {
        told.turn(ready.turn);
        shown += 1;
      }
    }
  };
  await Promise.all(workers.map(work));
  const turns = Array.from({ length: total }, (_, turn) => judged.get(turn) as Judged);
  told.verdict(await first.ask<ReviewedGame>({ ask: "together", record, turns, full }));
}
