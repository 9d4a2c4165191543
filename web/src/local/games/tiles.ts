// The tile game at a table of this device: the kernel's answers in the shapes that the table and the wire have.
import type { AskFits, Check, Checked, Fits, Hint, Hinted, ScoringLine } from "../../wire.gen";
import { Refused, type BotName, type Choice, type Thought, type Tiles } from "../../kernel";
import type { TileState, TileVerdict, TileView } from "../../kernel";
import { join, split } from "../../pieces";
import { rulesOf } from "../../rulesets";
import type { Course, Game, Lying, Parts, Sight, Turn } from "../course";
import { digits, Held } from "../held";
import { tilesChecked } from "./positions";
import { refuse } from "../refuse";
import type { State, Studied } from "../review";
import { studiedTiles } from "./tile_remarks";

/** Whether the rules allow something: a question that is asked by trying it. */
export function allowed(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

export class TileCourse extends Held<TileState> implements Course {
  readonly #tiles: Tiles;

  constructor(tiles: Tiles, state: TileState, sheet: readonly Turn[]) {
    super(state, sheet);
    this.#tiles = tiles;
  }

  get copies(): number {
    return rulesOf(this.state.ruleset)?.copies ?? 0;
  }

  get studied(): Studied<State> {
    return studiedTiles(this.#tiles) as Studied<State>;
  }

  play(move: string): TileCourse {
    const { state } = this;
    const after = this.#tiles.play(state, move);
    const made = after.sheet.at(-1);
    if (made === undefined) throw new Error("a turn that is on no sheet");
    const [parts, lines] = made.move.includes(":") ? this.#worth(made.seat, made.move) : [[], []];
    const turn: Turn = { seat: made.seat, move: made.move, points: made.points, parts, laid: { game: "tiles", lines } };
    return new TileCourse(this.#tiles, after, [...this.sheet, turn]);
  }

  /** The summands and the lines of a play that was made from here. */
  #worth(seat: number, play: string): [Parts, ScoringLine[]] {
    const judged = this.#judge(seat, play, this.#tiles.bagCount(this.state));
    return judged.legal ? [judged.parts, judged.lines] : [[], []];
  }

  draw(seat: number, pieces: string): TileCourse {
    return new TileCourse(this.#tiles, this.#tiles.draw(this.state, seat, pieces), this.sheet);
  }

  bag(): string {
    return this.#tiles.bag(this.state);
  }

  withHands(hands: readonly string[]): TileCourse {
    return new TileCourse(this.#tiles, { ...this.state, hands: [...hands] }, this.sheet);
  }

  announce(sizes: readonly number[]): TileCourse {
    return new TileCourse(this.#tiles, this.#tiles.announce(this.state, sizes), this.sheet);
  }

  sight(seat: number | null): Sight {
    const view = this.#tiles.view(this.state, seat);
    const own = seat !== null && this.state.to_move === seat;
    return {
      scores: view.scores,
      handSizes: view.hand_sizes,
      bag: view.bag_count,
      hand: view.hand,
      unseen: digits(view.unseen),
      redraws: 0,
      maySwap: own ? this.#maySwap(view.hand) : 0,
      mayPass: own && allowed(() => this.#tiles.play(this.state, "pass")),
      lastTurns: null,
    };
  }

  /** How many tiles may be exchanged: the most that the rules do not refuse (T14, T4). */
  #maySwap(hand: string): number {
    const pieces = split(hand);
    for (let count = pieces.length; count > 0; count -= 1) {
      const move = `swap ${pieces.slice(0, count).join("")}`;
      if (allowed(() => this.#tiles.play(this.state, move))) return count;
    }
    return 0;
  }

  /** What a seat knows, as bots are told. */
  seenBy(seat: number | null): TileView {
    return this.#tiles.view(this.state, seat);
  }

  lying(): Lying {
    return { game: "tiles", board: this.state.board };
  }

  shown(): ReturnType<Course["shown"]> {
    return { board: this.state.board, rows: null, stacks: null };
  }

  choose(bot: BotName, thought: Thought): Choice {
    return this.#tiles.choose(bot, this.seenBy(this.toMove), thought);
  }

  check(seat: number, draft: Check): Checked {
    if (draft.play == null) refuse("game", "a draft of the tile game is a `play`");
    return tilesChecked(draft.id, this.#judge(seat, draft.play, this.#tiles.bagCount(this.state)));
  }

  #judge(seat: number, play: string, bag?: number): TileVerdict {
    const { board, ruleset } = this.state;
    return this.#tiles.judge(board, play, this.hand(seat), bag, ruleset);
  }

  hint(_: number, move: string, { id, step = 1 }: Hint): Hinted {
    const about = { t: "hint", id, step } as const;
    if (!move.includes(":")) {
      const pieces = step > 1 && move.startsWith("swap ") ? move.slice(5) : null;
      return { ...about, none: true, hint: { game: "tiles", cells: [], pieces } };
    }
    const [cells, pieces] = [0, 1].map((part) => move.split(" ").map((placement) => placement.split(":")[part] ?? ""));
    const first = { game: "tiles", cells: (cells ?? []).slice(0, 1) } as const;
    if (step === 1) return { ...about, hint: first };
    if (step === 2) return { ...about, hint: { ...first, pieces: join(pieces ?? []) } };
    const points = this.#tiles.play(this.state, move).sheet.at(-1)?.points ?? 0;
    return { ...about, hint: { game: "tiles", cells: cells ?? [], pieces: join(pieces ?? []), play: move, points } };
  }

  fits(_: AskFits): Fits {
    return refuse("game", "rows are asked about in the card game");
  }

  plays(seat: number): readonly (readonly [string, number, number])[] {
    return this.#tiles.plays(this.state.board, this.hand(seat), this.state.ruleset);
  }

  stuck(): never {
    throw new Error("C11 is a clause of the card game");
  }
}

export function tilesGame(tiles: Tiles, ruleset: string): Game {
  return {
    name: "tiles",
    ruleset,
    first: "oldest",
    moves: ["play", "exchange", "pass"],
    lists: true,
    start: (seats, ranks) => new TileCourse(tiles, tiles.start(seats, ranks, ruleset), []),
  };
}
