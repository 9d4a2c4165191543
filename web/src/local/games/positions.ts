// Questions about one position, answered by this device as a server does (server/studies/reading.py): what can be laid,
// what the rules say of a draft, what brings most.
import { Denied } from "../../http";
import type { Cards, CardVerdict, Kernel, Tiles, TileVerdict } from "../../kernel";
import { readPieces, readPlacements, writePieces, writePlacements } from "../../kernel/notation";
import { inOrder, readRow, writeRow } from "../../kernel/rows";
import type {
  Checked,
  CheckAnswer,
  CheckQuestion,
  DraftBody,
  EngineQuestion,
  JudgedLane,
  PlaysAnswer,
  ShownPosition,
  SolveAnswer,
} from "../../wire.gen";
import { refuse } from "../refuse";

const NO_LINES = { game: "tiles", points: 0, parts: [], lines: [], qwirkles: 0 } as const;

/** The verdict on tiles as a table tells it. */
export function tilesChecked(id: string, judged: TileVerdict): Checked {
  if (!judged.legal) {
    return { t: "checked", id, legal: false, refusal: judged.refusal, draft: { ...NO_LINES, parts: [], lines: [] } };
  }
  const { points, parts, lines, qwirkles } = judged;
  return { t: "checked", id, legal: true, draft: { game: "tiles", points, parts, lines, qwirkles } };
}

/** The verdict on rows of cards as a table tells it. */
export function cardsChecked(id: string, { legal, refusal, lanes, played, qwirkles }: CardVerdict): Checked {
  const draft = { game: "cards", lanes: lanes as JudgedLane[], played, qwirkles: legal ? qwirkles : 0 } as const;
  return { t: "checked", id, legal, draft, ...(refusal === undefined ? {} : { refusal }) };
}

/** A question of the engine protocol. */
export function answered({ tiles, cards }: Kernel, question: EngineQuestion): PlaysAnswer | CheckAnswer | SolveAnswer {
  switch (question.do) {
    case "plays": {
      const plays = tiles.plays(question.board, question.hand, question.ruleset);
      return { ok: true, plays: plays.map(([play, points, qwirkles]) => ({ play, points, qwirkles })) };
    }
    case "check":
      return question.play === undefined ? checkedCards(cards, question) : checkedTiles(tiles, question);
    case "solve": {
      const found = cards.solve(question.table, question.hand);
      return found === null ? { ok: true, playable: false } : { ok: true, playable: true, ...found };
    }
  }
}

function checkedTiles(tiles: Tiles, { board = "", play = "", hand, ruleset }: CheckQuestion): CheckAnswer {
  const judged = tiles.judge(board, play, hand, undefined, ruleset);
  if (!judged.legal) return { ok: true, legal: false, ...judged.refusal };
  const { points, qwirkles, lines } = judged;
  return { ok: true, legal: true, points, qwirkles, lines: lines.map((line) => line.cells.length) };
}

function checkedCards(cards: Cards, { table = [], hand, rows = [], taken = [] }: CheckQuestion): CheckAnswer {
  const judged = cards.judge({ table, ...(hand === undefined ? {} : { hand }) }, rows, taken);
  if (judged.refusal !== undefined) return { ok: true, legal: false, ...judged.refusal };
  return { ok: true, legal: true, played: judged.played, qwirkles: judged.qwirkles };
}

/** A position read from its text; the rules look at what lies there. */
export function shown({ tiles, cards }: Kernel, text: string): ShownPosition {
  const [ruleset = "", lying = "", hand = "", ...more] = text.split("|").map((part) => part.trim());
  const known = /^(tiles|cards)/.exec(ruleset);
  if (more.length > 0 || known === null || text.split("|").length < 3)
    throw new Denied({ code: "notation/position", message: `${text.slice(0, 40)} is no position` });
  const held = writePieces(readPieces(hand));
  if (known[1] === "tiles") {
    const board = writePlacements(readPlacements(lying));
    tiles.check(board, held, ruleset);
    return { position: `${ruleset} | ${board} | ${held}`, ruleset, board, rows: null, hand: held };
  }
  const rows = inOrder(lying.split(/\s+/).filter(Boolean).map(readRow)).map(writeRow);
  cards.check(rows, held);
  return { position: `${ruleset} | ${rows.join(" ")} | ${held}`, ruleset, board: null, rows, hand: held };
}

/** A draft in a position, judged as at a table. */
export function drafted(kernel: Kernel, { position, play, rows, taken = [] }: DraftBody): Checked {
  const { ruleset, board, rows: table, hand } = shown(kernel, position);
  if (board !== null) {
    if (play == null) refuse("game", "a draft of the tile game is a `play`");
    return tilesChecked("", kernel.tiles.judge(board, play, hand, undefined, ruleset));
  }
  if (rows == null) refuse("game", "a draft of the card game is `rows` and `taken`");
  return cardsChecked("", kernel.cards.judge({ table: table ?? [], hand }, rows, taken));
}
