// A turn of a record: the position that can be sat down before, and what was drawn after it.
import { split } from "../pieces";
import type { Replay, ReplayStep } from "../wire.gen";
import type { Spread } from "./desk";
import { beyond } from "./words";

/** The table as the player of a turn saw it. */
export function spreadAt(game: Replay, before: ReplayStep, seat: number, id: string): Spread {
  const common = {
    id,
    hand: before.hands[seat] ?? "",
    names: game.names,
    seat,
    scores: before.scores,
    bag: before.bag,
  };
  return before.rows === null
    ? { ...common, game: "tiles", board: before.board ?? "" }
    : { ...common, game: "cards", rows: before.rows, stacks: before.stacks ?? [] };
}

/** What the player of a turn drew after it; nothing where hands are unknown. `index` is the step of the move. */
export function drawnAfter(steps: readonly ReplayStep[], index: number): string[] {
  const move = steps[index];
  const draw = steps[index + 1];
  if (move === undefined || move.seat === null || draw?.event == null || draw.move !== null) return [];
  const [had, has] = [move.hands[move.seat] ?? "", draw.hands[move.seat] ?? ""];
  return has.includes("?") ? [] : beyond(split(has), split(had));
}
