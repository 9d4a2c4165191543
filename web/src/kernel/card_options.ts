// What a seat of the card game can choose from: every result of a turn, with what a player may look at. For who is to
// play like somebody (local/echo.ts).
import type { Cards } from "./cards";
import { CARDS } from "./kernel.gen";
import { combined, multiset } from "./notation";
import { cardsOf, countsOf, planes, readTurn } from "./rows";
import type { CardView, Options } from "./types";

/** The places of a result that say which one it is: the cards played, those that are left, how many Qwirkles. */
const RESULT = 7;

export function cardOptions(cards: Cards, view: CardView): Options {
  const [only] = cards.forced(view);
  if (view.sheet.length > 0 && only !== undefined) return { looks: [[]], find: () => -1, move: () => only };
  const { foresight } = cards.thinking;
  const made = foresight.decide(view, 0n);
  return {
    // Qwirkles, cards, what the next player is thought to make of it, and what it is worth in all.
    looks: made.taken.map((taken, i) => [taken, made.cards[i] ?? 0, made.guesses[i] ?? 0, made.values[i] ?? 0]),
    find: (move) => {
      const { rows, taken } = readTurn(move);
      const played = combined(multiset(cardsOf([...rows, ...taken])), countsOf(view.table), -1);
      const wanted = [...planes(played), ...planes(multiset(cardsOf(rows))), taken.length].join();
      const numbers = cards.machine.read(made.rows, 0, made.count * CARDS.row);
      return made.taken.findIndex((_, at) => numbers.slice(at * CARDS.row, at * CARDS.row + RESULT).join() === wanted);
    },
    move: (at) => foresight.turnAt(made, at),
  };
}
