// What the others did since one's own last turn at the tile table: told in a sentence, shown on the board with what each
// line gave, and stepped through again. All of it is read from the sheet, so that a reload or the curtain forgets nothing.
import type { Board, Outline } from "../board/board";
import { key, type Cell } from "../board/camera";
import { parseLaid, type Laid } from "../board/plays";
import { figure, t } from "../i18n";
import { draw, placeOf } from "../movement";
import { say } from "../notices.svelte";
import type { Session } from "../session.svelte";
import type { SheetEntry } from "../wire.gen";
import { inFull } from "./scene";

/** The turns after this seat's own last one; without a seat, the last one. What is added at the end is no turn. */
export function since(sheet: readonly SheetEntry[], seat: number | null): readonly SheetEntry[] {
  const turns = sheet.filter((entry) => entry.move !== "bonus");
  return seat === null ? turns.slice(-1) : turns.slice(turns.findLastIndex((entry) => entry.seat === seat) + 1);
}

/** The run of tiles through a cell, along one axis. */
function run(tiles: ReadonlySet<string>, cell: Cell, axis: "row" | "column"): Cell[] {
  const step = (at: Cell, by: number): Cell => (axis === "row" ? { x: at.x + by, y: at.y } : { x: at.x, y: at.y + by });
  let first = cell;
  while (tiles.has(key(step(first, -1)))) first = step(first, -1);
  const found = [first];
  for (let next = step(first, 1); tiles.has(key(next)); next = step(next, 1)) found.push(next);
  return found;
}

/** The lines that gave a turn its points, each with what it gave: the parts of the sheet, laid where they belong. */
export function gains(board: readonly Laid[], { move, parts }: SheetEntry): Outline[] {
  const tiles = new Set(board.map(key));
  const runs = new Map(
    parseLaid(move).flatMap((tile) =>
      (["row", "column"] as const).map((axis) => {
        const cells = run(tiles, tile, axis);
        return [`${axis} ${key(cells[0] ?? tile)}`, { axis, cells }] as const;
      }),
    ),
  );
  const left = [...runs.values()];
  const found: { cells: Cell[]; points: number }[] = [];
  for (const [kind, points] of parts) {
    const at = left.findIndex(({ axis, cells }) => axis === kind && cells.length === points);
    const line = at < 0 ? undefined : left.splice(at, 1)[0];
    const last = found.at(-1);
    if (line !== undefined) found.push({ cells: line.cells, points });
    else if (kind === "qwirkle" && last !== undefined) last.points += points;
  }
  return found.map(({ cells, points }) => ({ cells, kind: "gave", note: `+${figure(points)}` }));
}

/** "Molly: 2 tiles, 7 points." */
function inShort(entry: SheetEntry, name: string): string {
  const laid = parseLaid(entry.move).length;
  if (laid === 0) return inFull(entry, name);
  return t("story.laid", {
    name,
    tiles: t("story.tiles", { n: laid }),
    points: t("result.points", { n: entry.points }),
  });
}

export class Story {
  readonly #session: Session;
  readonly #seat: number | null;
  /** How many of the turns are shown; null: all of them, as it is now. */
  #at = $state<number | null>(null);

  turns = $derived.by(() => since(this.#session.sheet, this.#seat));
  /** Those that are told: all, or the one that led to what is shown. */
  #told = $derived.by(() => (this.#at === null ? this.turns : this.turns.slice(Math.max(0, this.#at - 1), this.#at)));
  /** While the others play, only what has just happened is told. */
  sentence = $derived.by(() => {
    const told = this.#at === null && this.#session.mine !== this.#seat ? this.turns.slice(-1) : this.#told;
    return told.map((entry) => inShort(entry, this.#session.name(entry.seat))).join(" ");
  });
  /** Whether an earlier moment is shown. */
  past = $derived.by(() => this.#at !== null);
  /** The tiles that lay there at the moment shown. */
  board = $derived.by(() => {
    const all = parseLaid(this.#session.tiles?.board ?? "");
    const later = this.turns.slice(this.#at ?? this.turns.length).flatMap((entry) => parseLaid(entry.move).map(key));
    return all.filter((tile) => !later.includes(key(tile)));
  });
  /** The sheet up to then. */
  sheet = $derived.by(() => {
    const { sheet } = this.#session;
    const next = this.#at === null ? undefined : this.turns[this.#at];
    return next === undefined ? sheet : sheet.slice(0, sheet.indexOf(next));
  });
  gains = $derived.by(() => {
    const last = this.#told.at(-1);
    return last === undefined ? [] : gains(this.board, last);
  });
  /** Where the next step leads. */
  next = $derived.by(() => {
    if (this.#at === null) return t("story.before");
    return t(this.#at + 1 < this.turns.length ? "story.next" : "story.after");
  });

  constructor(session: Session, seat: number | null) {
    this.#session = session;
    this.#seat = seat;
  }

  /** One step on: from the board before all of it, turn by turn, to how it is now. Gives the turn to be shown. */
  step(): SheetEntry | undefined {
    const next = this.#at === null ? 0 : this.#at + 1;
    this.#at = next < this.turns.length ? next : null;
    const shown = next === 0 ? undefined : this.turns[next - 1];
    say(shown === undefined ? t("story.beforeAll") : inFull(shown, this.#session.name(shown.seat)));
    return shown;
  }

  /** The board as it is now. */
  leave(): void {
    this.#at = null;
  }

  /** Let the tiles of a turn come from its player, and what was drawn go there. */
  show(board: Board | null, entry: { seat: number; move: string; drew?: number }): void {
    const [from, bag] = [placeOf(entry.seat), placeOf("bag")];
    if (from !== undefined) board?.arrive(parseLaid(entry.move), from);
    if (entry.drew !== undefined) draw(entry.drew, bag, from);
  }
}
