// A judged game as it is told to people: one sentence, then the turns that mattered most. What the review is not sure of
// (its interval holds 0) is not told. Pure: codes and numbers in, words out; no value is computed anew.
import type { GameName } from "../games";
import { FIGURES } from "../games/figures";
import { list, t } from "../i18n";
import type { ReviewedTurn, ReviewedGame, TurnNote } from "../wire.gen";
import type { Estimate } from "./api";

/** From much against somebody (-2) to much for them (2); 0 when nothing is sure. */
export type Level = -2 | -1 | 0 | 1 | 2;

const NO_MISTAKE: ReadonlySet<string> = new Set(["found-best", "lucky-draw", "unlucky-draw"]);
const FEW = 3;

/** How much of something there surely was. */
export function level([mean, low, high]: Estimate, game: GameName): Level {
  if (low <= 0 && high >= 0) return 0;
  const size = Math.abs(mean) >= FIGURES[game].much ? 2 : 1;
  return (mean > 0 ? size : -size) as Level;
}

/** The note that says what was surely better; undefined for a turn that may stand. */
export function mistake(turn: ReviewedTurn | undefined): TurnNote | undefined {
  return turn?.notes.find((note) => !NO_MISTAKE.has(note.code));
}

/** What is told of a turning point: what was better, or else all there is. Luck does not explain a mistake. */
export function told(turn: ReviewedTurn): readonly TurnNote[] {
  const note = mistake(turn);
  return note === undefined ? turn.notes : [note];
}

const number = (fact: string | number | undefined): number => (typeof fact === "number" ? fact : 0);

/** Qwirkles that were there and were not taken. */
export function missedQwirkles(turns: readonly ReviewedTurn[], seat: number): number {
  return turns
    .filter((turn) => turn.seat === seat)
    .flatMap((turn) => turn.notes)
    .reduce((sum, { code, facts }) => {
      if (code === "missed-qwirkle") return sum + 1;
      return code === "missed-qwirkles" ? sum + number(facts.points) - number(facts.made) : sum;
    }, 0);
}

const TALES: Readonly<Record<Level, string>> = {
  [-2]: "unlucky",
  [-1]: "bitUnlucky",
  0: "",
  1: "bitLucky",
  2: "lucky",
};

/** The game in one sentence, of one player: luck, and what was missed. `name` is "" for the reader. */
export function tale(
  turns: readonly ReviewedTurn[],
  verdict: ReviewedGame,
  seat: number,
  game: GameName,
  name: string,
): string {
  const who = name === "" ? "you" : "name";
  const part = (what: string, n = 0): string => t(`review.tale.${who}.${what}`, { n });
  const luck = verdict.ledger?.seats[seat]?.luck;
  const lucky = luck === undefined ? "" : TALES[level(luck, game)];
  const missed = missedQwirkles(turns, seat);
  const mistakes = turns.filter((turn) => turn.seat === seat && mistake(turn) !== undefined).length;
  const played = missed > 0 ? part("missed", missed) : mistakes > 0 ? part("better", mistakes) : part("clean");
  const said = t(`review.tale.${who}`, { name, what: list([...(lucky === "" ? [] : [part(lucky)]), played]) });
  return said.charAt(0).toLocaleUpperCase() + said.slice(1);
}

/** How much a turn mattered, in the lead it gave away, found or drew. */
function weight(turn: ReviewedTurn): number {
  const sizes = turn.notes.map((note) =>
    NO_MISTAKE.has(note.code) ? number(note.facts.lead) : (turn.made?.behind[0] ?? 0),
  );
  return Math.max(...sizes);
}

/** The three turns that mattered most, in the order of the game: first what this player gave away, then all else. */
export function turningPoints(turns: readonly ReviewedTurn[], seat: number): ReviewedTurn[] {
  const own = (turn: ReviewedTurn): boolean => turn.seat === seat && mistake(turn) !== undefined;
  return turns
    .filter((turn) => turn.notes.length > 0)
    .sort((a, b) => Number(own(b)) - Number(own(a)) || weight(b) - weight(a))
    .slice(0, FEW)
    .sort((a, b) => a.number - b.number);
}

/** What a turning point is called. `name` is "" for the reader. */
export function headline(turn: ReviewedTurn, name: string): string {
  const note = mistake(turn);
  if (note === undefined) return t(`review.point.${turn.notes[0]?.code ?? "found-best"}`);
  const [made, there] = [number(note.facts.made), number(note.facts.points)];
  if (there <= made) return t("review.point.better");
  if (note.code === "missed-qwirkles") return t("review.point.took", { made, n: there });
  return t(`review.point.laid.${name === "" ? "you" : "name"}`, { name, made, n: there });
}
