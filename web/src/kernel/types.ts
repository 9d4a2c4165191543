// What the door to the kernel takes and gives: plain values in the text forms of the notation (docs/notation.md), with
// the field names of the wire and of the views of `sixfold engine`. All of them survive JSON and structured cloning.

/** A refusal of the rules. `facts` are text forms; sentences for people are made from clause, reason and facts. */
export interface Refusal {
  code: string;
  message: string;
  clause: string;
  reason: string;
  facts: Record<string, unknown>;
}

/** What a state function throws when the rules do not allow something. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
    this.name = "Refused";
  }
}

/** Somebody has to draw; `back` then goes into the bag. `fresh`: the whole box is put into the bag first. */
export interface Need {
  seat: number;
  count: number;
  back: string;
  fresh: boolean;
}

/** Everyone's announcement, who was tied for the largest, and who opens (T2, T3; C2, C3). */
export interface Opening {
  sizes: number[];
  tied: number[];
  opener: number;
}

/** How a game ended: the clause (T17, T18, T21, C14), the winners, the scores. */
export interface Outcome {
  reason: string;
  winners: number[];
  scores: number[];
}

/** What a game is about whatever its game. */
export interface Course {
  ruleset: string;
  seats: number;
  ages: (number | null)[];
  scores: number[];
  opening: Opening | null;
  need: Need | null;
  /** The seat that is to move, or null. */
  to_move: number | null;
  outcome: Outcome | null;
}

/** What one seat knows of others' pieces, beside its own hand. */
export interface Sight {
  /** Whose eyes; null for somebody who only watches. */
  seat: number | null;
  hand: string;
  hand_sizes: number[];
  bag_count: number;
  /** Every piece that this seat cannot see. */
  unseen: string;
}

// ---- tiles ----------------------------------------------------------------------------------------------------------

/** A legal play with its points and Qwirkles, as the wire has it in `plays`. */
export type TilePlay = [play: string, points: number, qwirkles: number];

/** A line that scores: its cells in order, its pieces run together. */
export interface Line {
  axis: "row" | "column";
  cells: string[];
  pieces: string;
  points: number;
  qwirkle: boolean;
}

/** A summand of a turn's points, as the wire has it. */
export type Part = ["row" | "column" | "lone" | "qwirkle" | "end" | "stack", number];

/** The verdict on a draft of tiles. */
export type TileVerdict =
  { legal: true; points: number; qwirkles: number; parts: Part[]; lines: Line[] } | { legal: false; refusal: Refusal };

/** One turn on the sheet; a part is a clause with its points and the line that it is for. */
export interface TileEntry {
  seat: number;
  move: string;
  points: number;
  parts: { clause: string; points: number; line: string | null }[];
}

/** A whole game of tiles: a value, never changed. */
export interface TileState extends Course {
  hands: string[];
  board: string;
  sheet: TileEntry[];
}

/** What one seat may know of it. */
export interface TileView extends Course, Sight {
  board: string;
  sheet: TileEntry[];
}

// ---- bots -----------------------------------------------------------------------------------------------------------

export type Level = "sprout" | "casual" | "greedy" | "thoughtful" | "expert" | "champion";
export const LEVELS: readonly Level[] = ["sprout", "casual", "greedy", "thoughtful", "expert", "champion"];

/** A bot by its name: a level, or one of the gentle ones at a strength, which stands between two levels. */
export type BotName = Level | `${Level}@${number}`;

export interface Thought {
  /** Whose luck it is: the same seed, view and rollouts give the same choice, here and in Python. */
  seed?: number | bigint;
  /** How many rollouts; none: as many as the level makes. */
  rollouts?: number;
  /** Asked between two steps of thinking: true ends it early, with the best found so far. */
  stop?: () => boolean;
}

/** A bot's answer: a move as text, its value, the best moves considered, the chosen one first, and why, in one sentence. */
export interface Choice {
  move: string;
  value: number | null;
  alternatives: { move: string; value: number }[];
  note: string;
  rollouts: number;
}

/** What a seat can choose from: of each move what a player may look at. */
export interface Options {
  readonly looks: readonly (readonly number[])[];
  /** Which of them a move is; -1 for none. */
  find(move: string): number;
  move(at: number): string;
}

// ---- cards ----------------------------------------------------------------------------------------------------------

/** How one row of a draft stands: `ok`, `qwirkle`, `short`, `duplicate`, `mixed`, `long` or `empty`, with its facts. */
export interface Lane {
  row: string;
  state: string;
  facts: Record<string, unknown>;
}

/** The verdict on a draft of cards: the cards that come from the hand, and row by row how it stands. */
export interface CardVerdict {
  legal: boolean;
  played: string;
  qwirkles: number;
  lanes: Lane[];
  refusal?: Refusal;
}

/** What a turn of cards is judged against. Without a hand any card may be played. */
export interface CardPosition {
  table: readonly string[];
  hand?: string;
  /** Everyone's Qwirkles, out of play. */
  stacks?: readonly (readonly string[])[];
  /** Whether this is the opening (C5). */
  opens?: boolean;
}

/** A whole turn: the rows as they lie afterwards, the Qwirkles taken, the cards that came from the hand. */
export interface Solution {
  qwirkles: number;
  played: string;
  rows: string[];
  taken: string[];
}

/** One finished turn: its Qwirkles, and the hands shown before it (C11). */
export interface CardEntry {
  seat: number;
  move: string;
  points: number;
  parts: string[];
  shown: string[];
}

interface CardCourse extends Course {
  table: string[];
  stacks: string[][];
  sheet: CardEntry[];
  /** Hands shown this turn (C11). */
  shown: string[];
  /** Turns left of the last round (C14), null before it. */
  last_turns: number | null;
}

/** A whole game of cards: a value, never changed. */
export interface CardState extends CardCourse {
  hands: string[];
}

/** What one seat may know of it. */
export interface CardView extends CardCourse, Sight {}
