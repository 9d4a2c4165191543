// The two lessons: fixed positions from the worked examples with the answers they expect. What is right is written down
// here for these few positions only; nothing is computed from rules.
import { GAME, TURNS } from "./examples";

export interface TileStep {
  /** Key of the sentence that asks; `.done` of it is the praise, `.wrong` the reason why a trap is one. */
  readonly key: string;
  readonly board: string;
  readonly hand: string;
  /** What is to be laid, in notation. */
  readonly goal: string;
  /** Cells that look inviting and are wrong, with the piece that is refused there. */
  readonly trap?: string;
  readonly points: number;
}

const upTo = (turns: number): string =>
  GAME.slice(0, turns)
    .map((turn) => turn.play)
    .join(" ");
const step = (number: number, turn: number, hand: string, trap?: string): TileStep => ({
  key: `learn.tiles.${number}`,
  board: upTo(turn),
  hand,
  goal: GAME[turn]?.play ?? "",
  points: GAME[turn]?.points ?? 0,
  ...(trap === undefined ? {} : { trap }),
});

export const TILE_STEPS: readonly TileStep[] = [
  step(1, 0, "RcBsRdYtRoGx"),
  step(2, 1, "OsPtRsGoBsYc"),
  step(3, 3, "GdPsOxGcRtBc"),
  step(4, 4, "YxGoPdBxGtOs"),
  step(5, 5, "YsBtPoRsGsOc", "3,4:Rs"),
  step(6, 10, "BxOcRxPtOxGs"),
];

export interface CardStep {
  readonly key: string;
  readonly rows: readonly string[];
  readonly hand: string;
  /** These cards are to be moved: from the hand, or from the row that holds them. */
  readonly cards: readonly string[];
  readonly from: "hand" | string;
  /** To the row that reads so before the step, or to a new one. */
  readonly to: "new" | string;
  /** How the row stands afterwards. */
  readonly then: "ok" | "short" | "qwirkle";
}

const [yasmin, mario, sabine] = TURNS;
const begun = [...(yasmin?.before ?? []), "RdGdBd"];
const shifted = ["BoBsBtBx", "RsGsBsPs", "PoPcPt", "YoYdYcYt", "RdGdBd"];

export const CARD_STEPS: readonly CardStep[] = [
  {
    key: "learn.cards.1",
    rows: yasmin?.before ?? [],
    hand: yasmin?.hand ?? "",
    cards: ["Rd", "Gd", "Bd"],
    from: "hand",
    to: "new",
    then: "ok",
  },
  { key: "learn.cards.2", rows: begun, hand: "RcOoOxBsBtPx", cards: ["Bt"], from: "hand", to: "BoBsBx", then: "ok" },
  {
    key: "learn.cards.3",
    rows: mario?.before ?? [],
    hand: mario?.hand ?? "",
    cards: ["Ps"],
    from: "PoPsPcPt",
    to: "RsGsBs",
    then: "ok",
  },
  {
    key: "learn.cards.4",
    rows: shifted,
    hand: mario?.hand ?? "",
    cards: ["Go", "Gt"],
    from: "hand",
    to: "new",
    then: "short",
  },
  {
    key: "learn.cards.5",
    rows: [...shifted, "GoGt"],
    hand: "RoRxOcOtYoYxPc",
    cards: ["Gs"],
    from: "RsGsBsPs",
    to: "GoGt",
    then: "ok",
  },
  {
    key: "learn.cards.6",
    rows: sabine?.before ?? [],
    hand: sabine?.hand ?? "",
    cards: ["Od", "Pd"],
    from: "hand",
    to: "RdGdBd",
    then: "ok",
  },
  {
    key: "learn.cards.7",
    rows: ["BoBsBtBx", "RsBsPs", "PoPcPt", "YoYdYcYt", "RdOdGdBdPd", "GoGsGt"],
    hand: "RoRtOsYxGcGxBc",
    cards: ["Yd"],
    from: "YoYdYcYt",
    to: "RdOdGdBdPd",
    then: "qwirkle",
  },
];
