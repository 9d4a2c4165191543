// What only one of the games has is tagged by `game` on the wire. Here the tags of answers are looked at, once, so that
// whoever asked about its own game finds every field of it.
import type { CardsView, Checked, Hinted, MoveMade, Refusal, TilesView, View } from "../wire.gen";

export type GameName = View["game"];

/** Both games, in the order in which they are offered. */
export const GAMES = ["tiles", "cards"] as const satisfies readonly GameName[];

/** The game that a word names; one that nobody knows is the tile game. */
export const gameNamed = (word: string | null | undefined): GameName => (word === "cards" ? "cards" : "tiles");

/** The game of a rule set. */
export const gameOf = (ruleset: string): GameName => gameNamed(/^\w+/.exec(ruleset)?.[0]);

/** The one to go over to. */
export const otherThan = (game: GameName): GameName => (game === "tiles" ? "cards" : "tiles");

/** A piece that stands for the game in a list. */
export const PIECE: Readonly<Record<GameName, string>> = { tiles: "Rs", cards: "Bt" };

type Of<G extends GameName, T> = Extract<T, { game: G }>;

/** What the server says of a draft. */
export type Judged<G extends GameName> = Of<G, Checked["draft"]> & { legal: boolean; refusal: Refusal | null };
/** A step of a hint. */
export type Helped<G extends GameName> = Of<G, Hinted["hint"]> & { step: number; none: boolean };

/** What is of this game; null for what is of the other one. */
export function only<G extends GameName, T extends { game: GameName }>(game: G, part: T | null): Of<G, T> | null {
  return part?.game === game ? (part as Of<G, T>) : null;
}

function ofGame<G extends GameName, T extends { game: GameName }>(game: G, part: T): Of<G, T> {
  if (part.game !== game) throw new Error(`an answer about ${part.game} at a table of ${game}`);
  return part as Of<G, T>;
}

export function judged<G extends GameName>(game: G, answer: Checked | Refusal): Judged<G> | Refusal {
  if (!("t" in answer)) return answer;
  return { ...ofGame(game, answer.draft), legal: answer.legal, refusal: answer.refusal ?? null };
}

export function helped<G extends GameName>(game: G, answer: Hinted | Refusal): Helped<G> | Refusal {
  if (!("t" in answer)) return answer;
  return { ...ofGame(game, answer.hint), step: answer.step, none: answer.none ?? false };
}

/** A view one finished turn later, apart from what `now` replaces. */
export function afterTurn(view: View, event: MoveMade): View {
  const { seat, move, points, parts } = event;
  const sheet = [...view.sheet, { seat, move, points, parts }];
  return view.game === "tiles" ? tilesAfter({ ...view, sheet }, event) : cardsAfter({ ...view, sheet }, event);
}

function tilesAfter(view: TilesView, { move }: MoveMade): TilesView {
  return move.includes(":") ? { ...view, board: view.board === "" ? move : `${view.board} ${move}` } : view;
}

function cardsAfter(view: CardsView, event: MoveMade): CardsView {
  const { rows, taken } = ofGame("cards", event.laid);
  const stacks = view.stacks.map((stack, seat) => (seat === event.seat ? [...stack, ...taken] : stack));
  return { ...view, rows, stacks };
}
