// Bots that keep pace with whoever plays here: how strong each is by now, kept in the browser, and what a game makes of it.
// A rematch goes on from its table alone (`afterwards`), on this device and at a server.
import type { GameName } from "./games";
import { STRENGTH } from "./kernel/kernel.gen";
import { base, moved, named, strengthOf } from "./kernel/strength";
import { keepJson, readJson } from "./storage";

/** Ends that say nothing of how well anybody played. */
const UNPLAYED: readonly string[] = ["abandoned", "closed", "left"];

interface Sat {
  readonly kind: string;
  readonly bot?: string | null;
}

/** The bots of a table, by seat, as they play the next game there; a person's seat has none. */
export function afterwards(
  game: GameName,
  seats: readonly Sat[],
  reason: string,
  scores: readonly number[],
): readonly string[] {
  const people = scores.filter((_, seat) => seats[seat]?.kind !== "bot");
  return seats.map(({ bot }, seat) => {
    const margin = Math.max(...people) - (scores[seat] ?? 0);
    if (!bot || people.length === 0 || UNPLAYED.includes(reason)) return bot ?? "";
    return moved(game, bot, reason === "resigned" ? Math.min(0, margin) : margin);
  });
}

/** What is kept: strengths by game and bot. Whatever else lies there is no strength. */
function kept(): Readonly<Record<string, unknown>> {
  const found = readJson("sixfold.strength");
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}

/** A bot that keeps pace as it plays now: where the games so far have led it, at first as its level does. */
export function atPace(game: GameName, bot: string): string {
  const rungs: Readonly<Record<string, number>> = STRENGTH.RUNGS[game];
  const strength = named(bot, Number(kept()[`${game} ${base(bot)}`] ?? NaN));
  return strengthOf(strength) === null ? named(bot, rungs[base(bot)] ?? 0) : strength;
}

export type Pace = "up" | "down" | "same";

/** A game is over: what that means for a bot that keeps pace. It is kept if the table was the last that was played, and so
 * once: a table that is looked at again has a bot of an earlier strength. */
export function keepPace(game: GameName, seats: readonly Sat[], reason: string, scores: readonly number[]): Pace[] {
  const next = afterwards(game, seats, reason, scores);
  return seats.map(({ bot }, seat) => {
    const [before, after] = [bot ?? "", next[seat] ?? ""];
    const [was, is] = [strengthOf(before), strengthOf(after)];
    if (was === null || is === null) return "same";
    if (atPace(game, before) === before) keepJson("sixfold.strength", { ...kept(), [`${game} ${base(before)}`]: is });
    return is > was ? "up" : is < was ? "down" : "same";
  });
}
