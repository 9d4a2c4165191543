// What a page and the local table's worker say to each other besides the frames of the wire.
import type { NewTable, Refusal } from "../wire.gen";
import type { Worry } from "./house";

type Wish =
  | { readonly ask: "make"; readonly body: NewTable; readonly table: string; readonly seed: string }
  | { readonly ask: "tables" | "played" }
  | { readonly ask: "replay"; readonly record: string }
  | { readonly ask: "judge"; readonly board: string; readonly play: string }
  | { readonly ask: "record" | "saved" | "remove"; readonly table: string };

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
}
