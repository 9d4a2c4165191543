// One's own games wherever they were played, as one list: what they have in common, what fits a filter, in which order.
import type { Summary } from "../local/store";
import type { MyTable, PlayedGame } from "../wire.gen";

export interface Filter {
  readonly game: "" | MyTable["game"];
  readonly phase: "" | "running" | "finished";
  readonly result: "" | PlayedGame["result"];
  /** A part of an opponent's name, or the level of a bot. */
  readonly name: string;
  readonly bot: string;
}

export const ANY: Filter = { game: "", phase: "", result: "", name: "", bot: "" };

export const RESULTS = ["won", "drawn", "lost", "left", "shared", "closed"] as const;

/** A finished game of this device as the server tells of its own; none that nobody has played, or that is not over. */
export function playedHere({ played, ...table }: Summary): PlayedGame | null {
  if (played === undefined || table.phase !== "finished") return null;
  const { turns: _, best, qwirkles, ...rest } = played;
  const { game, names, seats, changed, scores = [], winners = [] } = table;
  const own = seats.length === 1 ? { best, qwirkles } : {};
  return { table: table.table, game, names, seats, changed, scores, winners, ...rest, ...own };
}

/** The seats of the others, those of nobody left out. */
const others = ({ names, seats }: Pick<MyTable, "names" | "seats">): number[] =>
  names.flatMap((_, seat) => (seats.includes(seat) ? [] : [seat]));

/** Whether a game fits what is asked for; `bots` by seat, where that is known. */
export function fits(
  game: Pick<MyTable, "game" | "names" | "seats">,
  { game: kind, name, bot }: Filter,
  bots: readonly string[] = [],
): boolean {
  if (kind !== "" && game.game !== kind) return false;
  const there = others(game);
  if (bot !== "" && !there.some((seat) => bots[seat] === bot)) return false;
  const wanted = name.trim().toLowerCase();
  return wanted === "" || there.some((seat) => (game.names[seat] ?? "").toLowerCase().includes(wanted));
}

/** Finished games that fit, of this device and of the server, newest first. While the server has more to tell, games of this
 * device that may come after those wait. */
export function together(
  here: readonly PlayedGame[],
  there: readonly PlayedGame[],
  filter: Filter,
  more: boolean,
): PlayedGame[] {
  const oldest = more ? (there.at(-1)?.changed ?? 0) : 0;
  const own = here.filter((one) => one.changed >= oldest && fits(one, filter, one.bots));
  const asked = filter.result === "" ? own : own.filter((one) => one.result === filter.result);
  return [...asked, ...there].sort((a, b) => b.changed - a.changed || (a.table < b.table ? 1 : -1));
}

/** The question for the server's part of the list. */
export function question({ game, result, name, bot }: Filter, before: string): string {
  const asked = Object.entries({ game, result, name: bot === "" ? name.trim() : "", bot, before });
  return new URLSearchParams(asked.filter(([, value]) => value !== "")).toString();
}
