// The score pad of a game on a real table: who plays, what every turn brought, totals, and the record of a game whose tiles
// were entered. Pure functions of values; no rule: whether a play is legal and what it brings is asked from the server.
import type { GameName } from "../games";
import { ON_PAD } from "../games/pad";
import { CURRENT, RULES } from "../rules.gen";
import { keepJson, readJson } from "../storage";

export type Kind = "points" | "tiles" | "swap" | "pass" | "bonus";

export interface Entry {
  readonly seat: number;
  readonly kind: Kind;
  readonly points: number;
  /** Placements, when the tiles were entered; how many tiles, for an exchange. */
  readonly play?: string;
  /** What the rules gave these tiles, where people agreed on another number. */
  readonly due?: number;
  readonly count?: number;
}

export interface Pad {
  readonly game: GameName;
  readonly names: readonly string[];
  readonly ages: readonly (number | null)[];
  readonly first: number;
  /** The day of the game, as 2026-11-16. */
  readonly day: string;
  readonly entries: readonly Entry[];
  /** Placements of the turn that is being entered; they stay while the server is away, and through a closed tab. */
  readonly draft: readonly string[];
  /** The number that is chosen for the turn being entered, and not yet written. */
  readonly typed?: string;
  readonly over: boolean;
}

/** Someone who is about to play: what was typed about them, and whether they announced the largest set. */
export interface Person {
  readonly name: string;
  readonly age: string;
  readonly largest: boolean;
}

/** The kind of a turn whose tiles were entered. */
const LAID: Kind = "tiles";
const RULESET = CURRENT.tiles;
const { hand: HAND, copies: COPIES, end_bonus: END_BONUS, kinds: KINDS, qwirkle_bonus: BONUS } = RULES[RULESET];
const BOX = KINDS * KINDS * COPIES;
/** What a full line brings, and the most that a turn can: one through every tile of a hand, and the one they lie in. */
const QWIRKLE = KINDS + BONUS;
const MOST = (HAND + 1) * QWIRKLE;
/** Cards: a turn that took more stacks than this is worth a second look. */
const MOST_STACKS = 4;

export function begin(
  game: GameName,
  names: readonly string[],
  ages: readonly (number | null)[],
  first: number,
  day: string,
): Pad {
  return { game, names, ages, first, day, entries: [], draft: [], over: false };
}

/** Whether pieces can be laid on it; else it counts Qwirkles. */
export const canLay = ({ game }: { readonly game: GameName }): boolean => ON_PAD[game].laid;

/** Who opens of those who announced the largest set (T2): the oldest with tiles (T3), the youngest with cards (C3), else whoever
 *  sits first. Nobody named: all of them are tied. An age that nobody told decides nothing. */
export function opener(game: GameName, people: readonly Person[]): number {
  const named = people.some((one) => one.largest);
  const rank = ({ age }: Person): number => (age === "" ? -Infinity : ON_PAD[game].eldest ? Number(age) : -Number(age));
  const tied = people.map((one) => (one.largest || !named ? rank(one) : NaN));
  return tied.indexOf(Math.max(...tied.filter((each) => !Number.isNaN(each))));
}

/** Whether people have entered tiles here and will go on so. */
export function byTiles(pad: Pad | null): boolean {
  return pad !== null && (pad.draft.length > 0 || pad.entries.some((entry) => entry.kind === LAID));
}

/** Whose turn it is: clockwise from the opener; a bonus is no turn. */
export function next(pad: Pad): number {
  const turns = pad.entries.filter((entry) => entry.kind !== "bonus").length;
  return (pad.first + turns) % pad.names.length;
}

export function totals(pad: Pad): number[] {
  return pad.names.map((_, seat) =>
    pad.entries.filter((entry) => entry.seat === seat).reduce((sum, entry) => sum + entry.points, 0),
  );
}

export function leaders(pad: Pad): number[] {
  const sums = totals(pad);
  return sums.flatMap((sum, seat) => (sum === Math.max(...sums) ? [seat] : []));
}

/** What each player has after each turn. */
export function running(pad: Pad): number[] {
  const sums = pad.names.map(() => 0);
  return pad.entries.map(({ seat, points }) => (sums[seat] = (sums[seat] ?? 0) + points));
}

/** The sheet, round by round: for each seat which turn it was, -1 where there is none. The turn being entered has a place too. */
export function rounds(pad: Pad): number[][] {
  const lines: number[][] = [];
  const turns = pad.entries.filter((entry) => entry.kind !== "bonus").length + (pad.over ? 0 : 1);
  for (let turn = 0; turn < turns; turn += 1) {
    const line = (lines[Math.floor(turn / pad.names.length)] ??= pad.names.map(() => -1));
    line[(pad.first + turn) % pad.names.length] = turn;
  }
  return lines;
}

export function add(pad: Pad, entry: Omit<Entry, "seat">): Pad {
  return seated({ ...pad, draft: [] }, [...pad.entries, { ...entry, seat: 0 }]);
}

/** A turn that was forgotten, before another: whoever was written into its place moves on by one. */
export function insert(pad: Pad, at: number): Pad {
  return seated(pad, pad.entries.toSpliced(at, 0, { seat: 0, kind: "points", points: 0 }));
}

/** A turn that was written twice. */
export function remove(pad: Pad, at: number): Pad {
  return seated(pad, pad.entries.toSpliced(at, 1));
}

/** Turns belong to players in the order of play; the bonus to whoever played last. */
function seated(pad: Pad, entries: readonly Entry[]): Pad {
  const seat = (turn: number): number => (pad.first + turn) % pad.names.length;
  return {
    ...pad,
    entries: entries.map((entry, at) => ({ ...entry, seat: seat(entry.kind === "bonus" ? at - 1 : at) })),
  };
}

export function lay(pad: Pad, placement: string): Pad {
  return { ...pad, draft: [...pad.draft, placement] };
}

/** What the rules are asked about the turn being entered. */
export function question(pad: Pad): { do: "check"; ruleset: string; board: string; play: string } {
  return { do: "check", ruleset: RULESET, board: board(pad), play: pad.draft.join(" ") };
}

/** The first turn that was written down by points: its tiles lie under all that came later. -1 when there is none. */
export function gap(pad: Pad): number {
  return pad.entries.findIndex((entry, at) => entry.play === "" || isUnlaid(entry, at));
}

/** By points, and not nothing: whoever has nothing laid exchanged or passed. The opener lays something. */
const isUnlaid = (entry: Entry, at: number): boolean => entry.kind === "points" && (entry.points > 0 || at === 0);

/** The tiles of a turn in hand again, to be laid otherwise. */
export function relay(pad: Pad, at: number): Pad {
  const lifted = (entry: Entry): Entry => ({ seat: entry.seat, kind: "tiles", points: entry.points, play: "" });
  const draft = pad.entries[at]?.play?.split(" ") ?? [];
  return { ...pad, draft, entries: pad.entries.map((entry, place) => (place === at ? lifted(entry) : entry)) };
}

/** The turn being entered, with the points that the rules gave it; a turn that lacked its tiles gets them and keeps its points. */
export function played(pad: Pad, points: number): Pad {
  const play = pad.draft.join(" ");
  const late = gap(pad);
  if (late < 0) return add(pad, { kind: "tiles", points, play });
  // What was laid anew counts anew; what people had written stays.
  const filled = (entry: Entry): Entry =>
    agreed({ seat: entry.seat, kind: "tiles", points, play }, entry.play === "" ? points : entry.points);
  return { ...pad, entries: pad.entries.map((entry, at) => (at === late ? filled(entry) : entry)), draft: [] };
}

/** Tiles that count what people agreed on; what the rules give them is kept beside it. */
function agreed(entry: Entry, points: number): Entry {
  const { due, ...rest } = entry;
  const ruled = due ?? entry.points;
  return ruled === points ? { ...rest, points } : { ...rest, points, due: ruled };
}

/** The end bonus goes to whoever played last. */
export function finish(pad: Pad, bonus: boolean): Pad {
  const last = pad.entries.at(-1);
  const entries =
    bonus && last !== undefined
      ? [...pad.entries, { seat: last.seat, kind: "bonus" as const, points: END_BONUS }]
      : pad.entries;
  return { ...pad, entries, draft: [], over: true };
}

/** Take back the last thing written: the end of the game, or a turn. */
export function undo(pad: Pad): Pad {
  const ended = pad.over && pad.entries.at(-1)?.kind !== "bonus";
  return { ...pad, entries: ended ? pad.entries : pad.entries.slice(0, -1), draft: [], over: false };
}

/** Another number for a turn: its tiles stay where they are, and an exchange that brought nothing stays one. */
export function correct(pad: Pad, at: number, points: number): Pad {
  const corrected = (entry: Entry): Entry => {
    if (entry.kind === LAID) return agreed(entry, points);
    return entry.points === points || entry.kind === "bonus"
      ? { ...entry, points }
      : { seat: entry.seat, kind: "points", points };
  };
  return { ...pad, entries: pad.entries.map((entry, place) => (place === at ? corrected(entry) : entry)) };
}

/** Whether a score is one that people should look at again: no line could give it. Asked, never refused. */
export function doubtful(pad: Pad, points: number): boolean {
  if (!canLay(pad)) return points > MOST_STACKS;
  const opening = pad.entries.length === 0;
  if (opening) return points > QWIRKLE || (points >= KINDS && points < QWIRKLE) || points === 0;
  return points === 1 || points > MOST;
}

const plays = (entries: readonly Entry[]): string =>
  entries.flatMap((entry) => (entry.play === undefined ? [] : [entry.play])).join(" ");

/** The placements that lie there when the turn being entered is made: of all turns, or of those before the first that lacks its tiles. */
export function board(pad: Pad): string {
  const late = gap(pad);
  return plays(late < 0 ? pad.entries : pad.entries.slice(0, late));
}

/** The cells where the next tile of the turn being entered can be laid; none that is taken later. */
export function places(pad: Pad): { x: number; y: number }[] {
  const later = new Set(cells(plays(pad.entries)).map(({ x, y }) => `${x},${y}`));
  return beside([board(pad), ...pad.draft].join(" ")).filter(({ x, y }) => !later.has(`${x},${y}`));
}

/** Whether a record can be written: every turn has its tiles, or is an exchange or a pass. */
export function complete(pad: Pad): boolean {
  return canLay(pad) && pad.entries.length > 0 && gap(pad) < 0;
}

/** The record: all hands unknown, drawn up and counted as the rules have it. */
export function record(pad: Pad): string {
  const lines = ["sixfold record 1", `ruleset: ${RULESET}`, `date: ${pad.day}`];
  pad.names.forEach((name, seat) => {
    lines.push(`seat ${seat}: ${name}`);
    const age = pad.ages[seat] ?? null;
    if (age !== null) lines.push(`age ${seat}: ${age}`);
  });
  lines.push("");
  pad.names.forEach((_, seat) => lines.push(`draw ${seat}: ${"?".repeat(HAND)}`));
  let bag = BOX - HAND * pad.names.length;
  const opening = pad.entries[0]?.play?.split(" ").length ?? 0;
  lines.push(`announce: ${pad.names.map((_, seat) => (seat === pad.first ? opening : 0)).join(" ")}`);
  pad.entries.forEach((entry, at) => {
    if (entry.kind === "bonus") return;
    const bonus = pad.entries[at + 1]?.kind === "bonus" ? END_BONUS : 0;
    // Whoever lays nothing exchanges at least one while the bag has any (T15), and passes then (T16).
    const laid = entry.play?.split(" ").length ?? entry.count ?? Math.min(1, bag);
    const move = entry.play ?? (laid === 0 ? "pass" : `swap ${"?".repeat(laid)}`);
    lines.push(`${entry.seat}: ${move} = ${(entry.due ?? entry.points) + bonus}`);
    const drawn = Math.min(laid, bag);
    if (drawn > 0) lines.push(`draw ${entry.seat}: ${"?".repeat(drawn)}`);
    if (entry.play !== undefined) bag -= drawn;
  });
  return `${lines.join("\n")}\n`;
}

/** Empty cells beside a tile, where the next one could lie; the middle of an empty table. Geometry, not rules. */
export function beside(placements: string): { x: number; y: number }[] {
  const lying = cells(placements);
  if (lying.length === 0) return [{ x: 0, y: 0 }];
  const taken = new Set(lying.map((cell) => `${cell.x},${cell.y}`));
  const found = new Map<string, { x: number; y: number }>();
  for (const { x, y } of lying) {
    for (const cell of [
      { x: x - 1, y },
      { x: x + 1, y },
      { x, y: y - 1 },
      { x, y: y + 1 },
    ]) {
      const key = `${cell.x},${cell.y}`;
      if (!taken.has(key)) found.set(key, cell);
    }
  }
  return [...found.values()];
}

function cells(placements: string): { x: number; y: number }[] {
  return [...placements.matchAll(/(-?\d+),(-?\d+):/g)].map((found) => ({ x: Number(found[1]), y: Number(found[2]) }));
}

/** Where the pad in use lies in the browser, and the one that was put away for it. */
const STORES = { used: "sixfold.pad", away: "sixfold.pad.away" } as const;
/** So many steps can be undone. */
const STEPS = 30;

/** The pads before each thing that was written, the latest last: undoing survives a closed tab too. */
export function steps(): Pad[] {
  const found = readJson("sixfold.pad.steps");
  return Array.isArray(found) ? (found as Pad[]) : [];
}

export function keepSteps(pads: readonly Pad[]): void {
  keepJson("sixfold.pad.steps", pads.slice(-STEPS));
}

export interface Setup {
  readonly game: GameName;
  readonly people: readonly Person[];
}

/** What is typed before a pad is opened. The people of the last one most likely play again. */
export function setup(): Setup {
  const found = readJson("sixfold.pad.setup") as Setup | null;
  if (Array.isArray(found?.people)) return found;
  const last = kept("away");
  const people = (last?.names ?? ["", ""]).map((name, seat) => ({
    name,
    age: `${last?.ages[seat] ?? ""}`,
    largest: false,
  }));
  return { game: last?.game ?? "tiles", people };
}

export function keepSetup(value: Setup | null): void {
  keepJson("sixfold.pad.setup", value);
}

export function keep(pad: Pad | null, where: keyof typeof STORES = "used"): void {
  keepJson(STORES[where], pad);
}

export function kept(where: keyof typeof STORES = "used"): Pad | null {
  const found = readJson(STORES[where]) as Pad | null;
  if (found === null || !Array.isArray(found.entries) || !Array.isArray(found.names)) return null;
  return { ...found, draft: found.draft ?? [], day: found.day ?? today() };
}

/** This day by the clock on the wall, as 2026-11-16. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
