// A game of this device as a record (docs/notation.md), with all that its shuffle was made of in its headers.
import { told } from "../kernel/strength";
import type { Draws, Row } from "./facts";
import { shuffleOf } from "./seen";
import { foldedTo, scores, type Games, type Table } from "./table";

/** The record of a game, over or as far as it went; take-backs stay visible in it. */
export function recordOf(games: Games, rows: readonly Row[]): string {
  const tables = foldedTo(games, rows);
  const table = tables.at(-1) as Table;
  const events = rows.flatMap((row, at) => linesOf(row, tables[at] as Table, rows));
  return [...headersOf(table), "", ...events].join("\n") + "\n";
}

function headersOf(table: Table): string[] {
  const proof = shuffleOf(table);
  const tags: Record<string, string> = { table: table.id, commitment: proof.commitment, seed: proof.seed };
  tags.shuffle = String(proof.shuffle);
  if (proof.bag) tags.bag = proof.bag;
  table.chairs.forEach((chair, seat) => {
    const bot = chair.bot || (chair.taken ? "" : chair.standIn);
    if (proof.entropy[seat]) tags[`added ${seat}`] = proof.entropy[seat];
    if (bot !== "") tags[`bot ${seat}`] = told(bot);
  });
  // Ages matter where the opening was tied (T3, C3), and then only their order is known and told.
  const tied = (table.course?.opening?.tied.length ?? 0) > 1;
  return [
    "sixfold record 1",
    `ruleset: ${table.game.ruleset}`,
    `date: ${new Date(table.createdAt).toISOString().slice(0, 10)}`,
    ...table.chairs.flatMap((chair, seat) => {
      const rank = tied ? (table.ranks[seat] ?? null) : null;
      return [`seat ${seat}: ${chair.name}`, ...(rank === null ? [] : [`age ${seat}: ${rank}`])];
    }),
    ...Object.keys(tags)
      .sort()
      .map((key) => `${key}: ${tags[key]}`),
  ];
}

const drawn = (draws: Draws = []): string[] => draws.map(([seat, pieces]) => `draw ${seat}: ${pieces}`);

function linesOf({ fact }: Row, after: Table, rows: readonly Row[]): string[] {
  switch (fact.e) {
    case "started":
      return drawn(fact.draws);
    case "played":
      return [`${fact.seat}: ${fact.move} = ${after.course?.sheet.at(-1)?.points ?? 0}`, ...drawn(fact.draws)];
    case "settled":
      return fact.exists ? [] : [`${fact.seat}: redraw`, ...drawn(fact.draws)];
    case "taken_back":
      return [`takeback ${fact.seat}: ${fact.turns}`];
    case "ended": {
      const gone = rows.map((row) => row.fact).findLast((one) => one.e === "resigned" || one.e === "left");
      const by = gone !== undefined && (fact.reason === "resigned" || fact.reason === "left") ? ` by ${gone.seat}` : "";
      const winners = [...fact.winners].sort().join(" ") || "-";
      return [`result: ${fact.reason}${by}, scores ${scores(after).join(" ")}, winners ${winners}`];
    }
    default:
      return [];
  }
}
