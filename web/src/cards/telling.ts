// A turn of cards in words: in a line for the eye, and with every card and row for the ear. Names are never inflected.
import { list, pieceName, t } from "../i18n";
import { laneName } from "./draft";
import { playedIn, stepsOf, whatOf, type TheirTurn } from "./theirs";

/** "Red and Squares": what these rows are of. */
export function kinds(rows: readonly string[]): string {
  return list(rows.map((row) => t(`cards.what.${whatOf(row)}`)));
}

/** Who is who, and which seat the reader's own is. */
export interface Names {
  name(seat: number): string;
  readonly own: number | null;
}

function byWay(turn: TheirTurn, names: Names): string {
  if (turn.way === undefined) return "";
  const helper = names.name(turn.way);
  return turn.seat === names.own
    ? `${t("cards.stuck.wayYou", { helper })} `
    : `${t("cards.stuck.way", { helper, name: names.name(turn.seat) })} `;
}

/** "Molly played 3 cards. Qwirkle taken: Red." */
export function inShort(turn: TheirTurn, names: Names): string {
  const name = names.name(turn.seat);
  if (turn.passed) return t("cards.passed", { name });
  const taken = turn.taken.length > 0 ? ` ${t("cards.turn.taken", { what: kinds(turn.taken) })}` : "";
  return byWay(turn, names) + t("cards.played", { name, n: playedIn(turn) }) + taken;
}

/** The same with every card and the row it went to, by the letters that the rows have after it. */
export function inFull(turn: TheirTurn, names: Names): string {
  const rows = turn.passed ? [] : stepsOf(turn);
  const told = rows.flatMap(({ row, what, laid, moved, fresh }) => {
    const say = (key: string, pieces: readonly string[]): string[] =>
      pieces.length === 0
        ? []
        : [t(key, { row: laneName(row), what: t(`cards.what.${what}`), pieces: list(pieces.map(pieceName)) })];
    if (fresh) return say("cards.turn.new", [...laid, ...moved]);
    return [...say("cards.turn.to", laid), ...say("cards.turn.moved", moved)];
  });
  return [inShort(turn, names), ...told].join(" ");
}
