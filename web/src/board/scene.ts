// What a board shows, as a value: the cells with what lies on them and what is said about them. Pure, without a page.
import { bounds, type Bounds, type Cell } from "./camera";

export interface SceneCell extends Cell {
  /** What lies here, or null for an empty cell that can be entered. */
  readonly piece: string | null;
  /** Laid this turn and still loose. */
  readonly loose?: boolean;
  /** Order in the last move, 1 to 6. */
  readonly order?: number;
  /** The chosen piece fits here; `hint` is what to write into the ring ("+3"). */
  readonly fits?: boolean;
  readonly hint?: string;
  readonly best?: boolean;
  readonly glow?: boolean;
  /** The middle of an empty board: something is to be laid here. */
  readonly start?: boolean;
  /** What a screen reader says. */
  readonly label: string;
}

/** A run of cells with a frame round it. */
export interface Outline {
  readonly cells: readonly Cell[];
  readonly kind: "fault" | "lit" | "qwirkle" | "gave";
  /** Written behind the end of the run, where no piece can lie ("+4"). */
  readonly note?: string;
}

export interface Scene {
  readonly cells: readonly SceneCell[];
  readonly outlines: readonly Outline[];
  /** Where to look when not everything fits. */
  readonly focus?: Cell | undefined;
}

/** The cells row by row, as they are read. */
export function inReadingOrder(cells: readonly SceneCell[]): SceneCell[] {
  return [...cells].sort((a, b) => a.y - b.y || a.x - b.x);
}

/** The cells with a piece. */
export function tilesOf({ cells }: Scene): SceneCell[] {
  return cells.filter((cell) => cell.piece !== null);
}

/** What the camera has to show: the pieces, or on an empty board the cells that can be entered. */
export function occupied(scene: Scene): Bounds {
  const tiles = tilesOf(scene);
  return bounds(tiles.length > 0 ? tiles : scene.cells);
}

/** The classes of a cell's element (board.css). */
export function classOf(cell: SceneCell): string {
  const names = ["cell", cell.piece === null ? "is-empty" : "is-tile"];
  if (cell.loose) names.push("is-loose");
  if (cell.fits) names.push("is-fit");
  if (cell.best) names.push("is-best");
  if (cell.glow) names.push("is-glow");
  if (cell.start) names.push("is-start");
  if (cell.order !== undefined) names.push("is-last");
  return names.join(" ");
}

/** What is written on a cell: its place in the last move, or the hint. */
export function noteOf(cell: SceneCell): string {
  return cell.order !== undefined && !cell.loose ? `${cell.order}` : (cell.hint ?? "");
}
