// What a page and the local table's worker say to each other besides the frames of the wire.
import type { DraftBody, EngineQuestion, NewTable, Refusal } from "../wire.gen";
import type { GameName } from "../games";
import type { Assist } from "./facts";
import type { Worry } from "./house";
import type { Judged } from "./review";

type Wish =
  | { readonly ask: "make"; readonly body: NewTable; readonly table: string; readonly seed: string }
  | {
      readonly ask: "daily";
      readonly game: GameName;
      readonly day: string;
      readonly name: string;
      readonly assist: Assist;
    }
  | { readonly ask: "tables" | "played" }
  | { readonly ask: "replay"; readonly record: string }
  | { readonly ask: "question"; readonly question: EngineQuestion }
  | { readonly ask: "position"; readonly text: string }
  | { readonly ask: "draft"; readonly draft: DraftBody }
  | { readonly ask: "turns"; readonly record: string }
  | { readonly ask: "turn"; readonly record: string; readonly turn: number; readonly full: boolean }
  | { readonly ask: "other"; readonly record: string; readonly turn: number; readonly move: string }
  | { readonly ask: "together"; readonly record: string; readonly turns: readonly Judged[]; readonly full: boolean }
  | { readonly ask: "puzzle"; readonly game: GameName; readonly which: string }
  | { readonly ask: "solve"; readonly game: GameName; readonly which: string; readonly move: string }
  | { readonly ask: "echo"; readonly game: GameName; readonly known: string }
  | { readonly ask: "moved"; readonly table: string; readonly to: string }
  | { readonly ask: "record" | "brings" | "saved" | "remove"; readonly table: string };

export type Asking = Wish & { readonly id: number };
export type Unnumbered = Wish;

export type Answer =
  | { readonly ready: true }
  | { readonly failed: string }
  | { readonly worry: Worry }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly refusal: Refusal };

/** The first word at a table: whether there is one. */
export interface Greeting {
  readonly gone: boolean;
  /** The server's table where the game goes on. */
  readonly moved?: string;
}
