// A game in course, as the table needs it from the rules. No rule is here: games/ asks the kernel.
import type {
  AskFits,
  CardsView,
  Check,
  Checked,
  Fits,
  Hint,
  Hinted,
  Message,
  MissedMove,
  OpeningInfo,
  MoveMade,
  ReplayStep,
  TilesView,
} from "../wire.gen";
import type { BotName, Choice, Thought } from "../kernel";
import type { GameName } from "../games";
import type { State, Studied } from "./review";

export type Parts = NonNullable<MoveMade["parts"]>;

/** The game waits for chance: `seat` draws `count` pieces, then `back` goes into the bag; `fresh`: the bag is filled first. */
export interface Need {
  readonly seat: number;
  readonly count: number;
  readonly back: string;
  readonly fresh: boolean;
}

/** A finished turn, as its own seat may know it. */
export interface Turn {
  readonly seat: number;
  readonly move: string;
  readonly points: number;
  readonly parts: Parts;
  /** What it did to the table. */
  readonly laid: MoveMade["laid"];
}

/** What both games show to a seat (null: to everybody), besides the sheet. */
export interface Sight {
  readonly scores: readonly number[];
  readonly handSizes: readonly number[];
  readonly bag: number;
  readonly hand: string;
  readonly unseen: string;
  readonly redraws: number;
  readonly maySwap: number;
  readonly mayPass: boolean;
  readonly lastTurns: number | null;
}

/** What lies on the table, as views have it. */
export type Lying = Pick<TilesView, "game" | "board"> | Pick<CardsView, "game" | "rows" | "stacks">;

export type Overlooked = Omit<MissedMove, "t" | "id" | "move" | "points">;

/** A point in a game: a value. `play` and `draw` give the next one, or throw `Refused` with the clause. */
export interface Course {
  readonly need: Need | null;
  readonly toMove: number | null;
  readonly opening: (OpeningInfo & { readonly opener: number }) | null;
  readonly outcome: { readonly reason: string; readonly winners: readonly number[] } | null;
  readonly sheet: readonly Turn[];
  readonly scores: readonly number[];
  /** How many of each piece the box holds. */
  readonly copies: number;
  readonly state: State;
  /** What a review asks of this game. */
  readonly studied: Studied<State>;
  play(move: string): Course;
  draw(seat: number, pieces: string): Course;
  /** Who opens where hands are not known: what each seat said, 0 for what nobody wrote down. */
  announce(sizes: readonly number[]): Course;
  hand(seat: number): string;
  /** What the bag holds; `?` where that is not known. */
  bag(): string;
  /** The same point of the game with other hands: nobody checks here whether they can be. */
  withHands(hands: readonly string[]): Course;
  sight(seat: number | null): Sight;
  lying(): Lying;
  /** The same, as a replay shows it. */
  shown(): Pick<ReplayStep, "board" | "rows" | "stacks">;
  /** What a bot does here, for the seat to move. */
  choose(bot: BotName, thought: Thought): Choice;
  check(seat: number, draft: Check): Checked;
  fits(question: AskFits): Fits;
  /** A step of a hint towards this move of a seat: never more than the step says. */
  hint(seat: number, move: string, question: Hint): Hinted;
  /** The legal plays of a seat that is to move, most points first; none where the game has no such list. */
  plays(seat: number): readonly (readonly [play: string, points: number, qwirkles: number])[];
  /** C11: whether the seat to move can play, and what the rules make of it when it cannot. */
  stuck(): { readonly exists: boolean; readonly move: string };
}

/** One of the two games, by one of its rule sets. */
export interface Game {
  readonly name: GameName;
  readonly ruleset: string;
  /** T3, C3: who of those tied opens. */
  readonly first: "oldest" | "youngest";
  /** The moves that not every game has. */
  readonly moves: readonly Message["do"][];
  /** Whether its plays can be listed for who is to move. */
  readonly lists: boolean;
  start(seats: number, ranks: readonly (number | null)[]): Course;
}
