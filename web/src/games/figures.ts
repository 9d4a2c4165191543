// What is much in each game, in points or in Qwirkles: how long bars are, and what is called luck.
import type { GameName } from ".";

interface Figures {
  /** What a turn of the daily bag brings that fills its bar. */
  readonly turn: number;
  /** So much luck or skill in a game is much. */
  readonly much: number;
  /** What the bars of luck and skill measure at least: at a glance, and in the ledger. */
  readonly glance: number;
  readonly ledger: number;
  /** The message that says what the ledger counts in. */
  readonly about: string;
}

export const FIGURES: Readonly<Record<GameName, Figures>> = {
  tiles: { turn: 12, much: 30, glance: 40, ledger: 20, about: "review.ledgerTiles" },
  cards: { turn: 2, much: 2.5, glance: 3, ledger: 2, about: "review.ledgerCards" },
};
