// A turn of a record as a position that can be sat down before.
import type { Replay, ReplayStep } from "../wire.gen";
import type { Spread } from "./desk";

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
