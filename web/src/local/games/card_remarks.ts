// What the review of a card game speaks of, and how it says what was better. As in review/games/cards.py.
import type { Cards, CardState } from "../../kernel";
import { cardsOf, readTurn } from "../../kernel/rows";
import type { TurnNote } from "../../wire.gen";
import { rounded } from "../estimate";
import type { Studied } from "../review";
import { turnOf, turnText } from "../turns";

export const studiedCards = (cards: Cards): Studied<CardState> => ({
  leadMatters: 0.4,
  muchLuck: 0.8,
  gentle: 1,
  explains: 0.08,
  play: (state, move) => cards.play(state, move),
  weighed: (...asked) => cards.weighed(...asked),
  finished: (...asked) => cards.finished(...asked),
  answers: (...asked) => cards.answers(...asked).map((points) => ({ points, where: null, told: points > 0, later: 0 })),
  about: () => ({ opened: false, taken: false }),
  shown: (move) => ({ game: "cards", ...turnOf(move) }),
  most: ({ sheet, table, hands, to_move }) => {
    const best = sheet.length === 0 ? null : cards.solve(table, hands[to_move ?? 0] ?? "");
    return best && { move: turnText(best.rows, best.taken), points: best.qwirkles };
  },
  mistake: ({ move, points }, best) => {
    const made = points ?? 0;
    const taken = readTurn(best.move).taken.length;
    const facts: TurnNote["facts"] = { best: best.move, made, points: taken, lead: rounded(best.lead.mean, 2) };
    if (taken > made) return { code: "missed-qwirkles", facts };
    return { code: lying(move) > lying(best.move) ? "gave-qwirkle" : "other-rest", facts };
  },
});

/** How many cards a turn leaves on the table. */
const lying = (move: string): number => cardsOf(readTurn(move).rows).length;
