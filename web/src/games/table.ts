// What a table of each game says in its own words, and what it has that the other has not.
import type { GameName } from ".";

interface AtTable {
  /** Messages: what is left to draw, a player's chip, a score, who opens after a tie. */
  readonly bag: string;
  readonly mover: string;
  readonly player: string;
  readonly worth: string;
  readonly withBot: string;
  readonly first: string;
  readonly places: string;
  /** A board: it has keys of its own, unseen pieces are counted beside it, and the opening lies over it. Rows have
   * stacks of Qwirkles beside them. */
  readonly board: boolean;
}

export const AT_TABLE: Readonly<Record<GameName, AtTable>> = {
  tiles: {
    bag: "status.bag",
    mover: "chip.mover",
    player: "chip.player",
    worth: "result.points",
    withBot: "opening.withBot",
    first: "opening.oldest",
    places: "assist.places",
    board: true,
  },
  cards: {
    bag: "status.stock",
    mover: "chip.moverCards",
    player: "chip.playerCards",
    worth: "result.qwirkles",
    withBot: "opening.withBotCards",
    first: "opening.youngest",
    places: "assist.places.cards",
    board: false,
  },
};
