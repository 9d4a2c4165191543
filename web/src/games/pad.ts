// What a score pad of each game counts and can take.
import type { GameName } from ".";

interface OnPad {
  /** Pieces can be laid on it, so that the rules check and count them; else it counts what people say. */
  readonly laid: boolean;
  /** Who opens of those who announced as much: the oldest (T3), or the youngest (C3). */
  readonly eldest: boolean;
}

export const ON_PAD: Readonly<Record<GameName, OnPad>> = {
  tiles: { laid: true, eldest: true },
  cards: { laid: false, eldest: false },
};
