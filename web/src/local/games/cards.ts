// The card game at a table of this device: the kernel's answers in the shapes that the table and the wire have.
import type { AskFits, CardsMove, Check, Checked, Fits, Hint, Hinted } from "../../wire.gen";
import { CURRENT, RULES } from "../../rules.gen";
import type { Cards, CardState, CardView, BotName, Choice, Thought } from "../../kernel";
import type { Course, Game, Lying, Sight, Turn } from "../course";
import { digits, Held } from "../held";
import { cardsChecked } from "./positions";
import { refuse } from "../refuse";
import type { State, Studied } from "../review";
import { turnOf } from "../turns";
import { studiedCards } from "./card_remarks";

export class CardCourse extends Held<CardState> implements Course {
  readonly #cards: Cards;

  constructor(cards: Cards, state: CardState, sheet: readonly Turn[]) {
    super(state, sheet);
    this.#cards = cards;
  }

  get copies(): number {
    return RULES[CURRENT.cards].copies;
  }

  get studied(): Studied<State> {
    return studiedCards(this.#cards) as Studied<State>;
  }

  play(move: string): CardCourse {
    const after = this.#cards.play(this.state, move);
    const made = after.sheet.length > this.state.sheet.length ? after.sheet.at(-1) : undefined;
    // C11's redraw finishes no turn.
    return new CardCourse(this.#cards, after, made === undefined ? this.sheet : [...this.sheet, this.#turn(made)]);
  }

  #turn({ seat, move, points }: CardState["sheet"][number]): Turn {
    const about = { seat, move, points };
    if (move === "pass") {
      return { ...about, parts: [], laid: { game: "cards", rows: [...this.state.table], played: "", taken: [] } };
    }
    const { rows, taken } = turnOf(move);
    const { played } = this.#judge(seat, rows, taken);
    return { ...about, parts: taken.map(() => ["stack", 1]), laid: { game: "cards", rows, played, taken } };
  }

  #judge(seat: number, rows: readonly string[], taken: readonly string[]): ReturnType<Cards["judge"]> {
    const { table, stacks, sheet } = this.state;
    return this.#cards.judge({ table, stacks, hand: this.hand(seat), opens: sheet.length === 0 }, rows, taken);
  }

  draw(seat: number, pieces: string): CardCourse {
    return new CardCourse(this.#cards, this.#cards.draw(this.state, seat, pieces), this.sheet);
  }

  bag(): string {
    return this.#cards.stock(this.state);
  }

  withHands(hands: readonly string[]): CardCourse {
    return new CardCourse(this.#cards, { ...this.state, hands: [...hands] }, this.sheet);
  }

  announce(sizes: readonly number[]): CardCourse {
    return new CardCourse(this.#cards, this.#cards.announce(this.state, sizes), this.sheet);
  }

  /** What a seat knows, as bots are told. */
  seenBy(seat: number | null): CardView {
    return this.#cards.view(this.state, seat);
  }

  sight(seat: number | null): Sight {
    const view = this.seenBy(seat);
    return {
      scores: view.scores,
      handSizes: view.hand_sizes,
      bag: view.bag_count,
      hand: view.hand,
      unseen: digits(view.unseen),
      redraws: view.shown.length,
      maySwap: 0,
      mayPass: false,
      lastTurns: view.last_turns,
    };
  }

  lying(): Lying {
    return { game: "cards", rows: [...this.state.table], stacks: this.state.stacks.map((stack) => [...stack]) };
  }

  shown(): ReturnType<Course["shown"]> {
    return { board: null, rows: [...this.state.table], stacks: this.state.stacks.map((stack) => [...stack]) };
  }

  choose(bot: BotName, thought: Thought): Choice {
    return this.#cards.choose(bot, this.seenBy(this.toMove), thought);
  }

  check(seat: number, draft: Check): Checked {
    if (draft.rows == null) refuse("game", "a draft of the card game is `rows` and `taken`");
    return cardsChecked(draft.id, this.#judge(seat, draft.rows, draft.taken ?? []));
  }

  hint(seat: number, move: string, { id, step = 1 }: Hint): Hinted {
    const about = { t: "hint", id, step } as const;
    if (move === "pass" || move === "redraw") return { ...about, none: true, hint: { game: "cards", count: 0 } };
    const better: CardsMove = { game: "cards", ...turnOf(move) };
    const { played: pieces } = this.#judge(seat, better.rows, better.taken);
    const first = { game: "cards", count: pieces.length / 2 } as const;
    if (step === 1) return { ...about, hint: first };
    return { ...about, hint: { ...first, pieces, ...(step === 2 ? {} : { move: better }) } };
  }

  fits({ id, rows, cards }: AskFits): Fits {
    return { t: "fits", id, fits: this.#cards.fits(rows, cards) };
  }

  /** Nobody lists the turns of cards: they are too many. */
  plays(): readonly [] {
    return [];
  }

  stuck(): { exists: boolean; move: string } {
    const seat = this.state.to_move ?? 0;
    const exists = this.sheet.length === 0 || this.#cards.canPlay(this.state.table, this.hand(seat));
    return { exists, move: exists ? "" : (this.#cards.forced(this.seenBy(seat))[0] ?? "pass") };
  }
}

export function cardsGame(cards: Cards): Game {
  return {
    name: "cards",
    ruleset: CURRENT.cards,
    first: "youngest",
    moves: ["turn", "stuck"],
    lists: false,
    start: (seats, ranks) => new CardCourse(cards, cards.start(seats, ranks), []),
  };
}
