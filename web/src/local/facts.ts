// What happened at a table of this device, as it is kept: numbered, past tense, complete. The same facts that a server
// stores (server/table/facts.py), so that a local game is an ordinary log. They hold hidden things: the seed, draws.
import type { GameName } from "../games";
import type { NewSeat, Options, Say } from "../wire.gen";

export type Assist = NonNullable<NewSeat["assist"]>;

/** How a seat was set up. On a device everybody is "here" or a bot. */
export interface Chosen {
  readonly kind: "here" | "bot";
  readonly bot?: string;
  readonly assist?: Assist;
  readonly open?: boolean;
}

/** Answers to chance, in order: seat and pieces. */
export type Draws = readonly (readonly [seat: number, pieces: string])[];
export type Ranks = readonly (number | null)[];

export type Fact =
  | {
      readonly e: "created";
      readonly game: GameName;
      readonly ruleset: string;
      readonly seats: readonly Chosen[];
      readonly terms: Options;
      readonly host: string;
      readonly seed: string;
      /** Which version of the fair shuffle deals here. */
      readonly shuffle: 2 | 3;
      /** The name of the duplicate bag that is played here, which other tables play too. */
      readonly bag?: string;
      readonly key: string;
      readonly after?: string;
    }
  | { readonly e: "joined"; readonly seat: number; readonly player: string }
  | { readonly e: "readied"; readonly seat: number; readonly entropy: string }
  | {
      readonly e: "started";
      readonly draws: Draws;
      readonly ranks: Ranks;
      readonly asked?: readonly number[];
      readonly stand_ins?: Readonly<Record<string, string>>;
    }
  | { readonly e: "aged"; readonly seat: number }
  | { readonly e: "opened"; readonly ranks: Ranks }
  | {
      readonly e: "played";
      readonly seat: number;
      readonly move: string;
      readonly draws?: Draws;
      readonly by?: "person" | "bot";
    }
  | { readonly e: "stuck"; readonly seat: number; readonly by?: "person" | "bot" }
  | { readonly e: "settled"; readonly seat: number; readonly exists: boolean; readonly draws?: Draws }
  | { readonly e: "take_back_asked"; readonly seat: number }
  | {
      readonly e: "taken_back";
      readonly seat: number;
      readonly steps: number;
      readonly turns: number;
      /** How many numbers of the shuffle were used up: from there on the bag is mixed again. */
      readonly used: number;
    }
  | { readonly e: "resigned"; readonly seat: number; readonly stand_in?: string }
  | { readonly e: "left"; readonly seat: number; readonly stand_in?: string }
  | { readonly e: "returned"; readonly seat: number }
  | { readonly e: "adjusted"; readonly seat: number; readonly assist?: Assist | null; readonly open?: boolean | null }
  | { readonly e: "said"; readonly seat: number; readonly word: Say["word"] }
  | { readonly e: "ended"; readonly reason: string; readonly winners: readonly number[] }
  | { readonly e: "rematch_asked"; readonly seat: number }
  | { readonly e: "rematched"; readonly table: string }
  | { readonly e: "closed"; readonly reason: string }
  /** The game is at a server's table now. */
  | { readonly e: "moved"; readonly table: string };

/** A name and an age for a seat: beside the facts, never in them. */
export interface Place {
  readonly seat: number;
  readonly name: string;
  readonly age: number | null;
}

/** One line of the log as it is kept. `key` is the command's that led to it: sent again, it is done once. */
export interface Row {
  readonly table: string;
  readonly n: number;
  readonly at: number;
  readonly fact: Fact;
  readonly key?: string;
  readonly places?: readonly Place[];
}
