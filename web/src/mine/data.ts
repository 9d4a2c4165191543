// All that is kept about one's own games, here and at the server: to take along as one file, or to erase.
import { eraseMe, exportMe } from "../api";
import { Denied } from "../http";
import { served } from "../served";
import { change } from "../settings";
import { keep } from "../storage";
import { erase, localTables, record } from "../tables";

/** Nobody knows this visitor at the server: there is nothing there. */
const unknown = (error: unknown): boolean => error instanceof Denied && error.refusal.code === "player/unknown";

async function asStranger<T>(work: () => Promise<T>, none: T): Promise<T> {
  try {
    return served ? await work() : none;
  } catch (error) {
    if (unknown(error)) return none;
    throw error;
  }
}

/** What the server has, and every game of this device, those that are over with their records. */
export async function takeAlong(): Promise<Blob> {
  const there = JSON.parse(await asStranger(exportMe, "{}")) as Record<string, unknown>;
  const here = await Promise.all(
    (await localTables().catch(() => [])).map(async (game) => {
      const over = game.phase === "finished" && game.played?.result !== "closed";
      return over ? { ...game, record: await record(game.table).catch(() => null) } : game;
    }),
  );
  return new Blob([JSON.stringify({ ...there, device: here })], { type: "application/json" });
}

/** Forget it all. The server comes first: if it does not answer, nothing is lost half-way. */
export async function eraseAll(): Promise<void> {
  await asStranger(eraseMe, undefined);
  await erase((await localTables().catch(() => [])).map(({ table }) => table));
  change({ name: "" });
  // They tell how well somebody plays, and how.
  keep("sixfold.strength", null);
  keep("sixfold.echo", null);
}
