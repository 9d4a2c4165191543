// All that a board knows between two events, and what follows from it. Pure, without a page: see layer.ts and cells.ts for
// the drawing, and board.ts for who changes it when.
import { fit, freeCells, inSight, isCramped, type Bounds, type Camera, type Cell, type Frame } from "./camera";
import { roomNear, type Size } from "./room";
import { occupied, type Scene } from "./scene";

export type Insets = Frame["insets"];

/** Pixels between a note and the sides of the screen. */
const SIDE = 8;

export interface State {
  scene: Scene;
  camera: Camera;
  /** The size of the board on the page, and what panels cover of it. */
  frame: Frame;
  /** The keyboard's cell. */
  cursor: Cell;
  /** A tile is carried: the camera holds still. */
  held: boolean;
  /** A fit was asked for while a tile was held. */
  fitWanted: boolean;
  /** Somebody asked to see everything. */
  whole: boolean;
  /** Somebody has moved the camera: it is not moved under their hands. */
  moved: boolean;
}

export function fresh(): State {
  return {
    scene: { cells: [], outlines: [] },
    camera: { x: 0, y: 0, unit: 56 },
    frame: { width: 0, height: 0, insets: { top: 0, right: 0, bottom: 0, left: 0 } },
    cursor: { x: 0, y: 0 },
    held: false,
    fitWanted: true,
    whole: false,
    moved: false,
  };
}

export function sameInsets(a: Insets, b: Insets): boolean {
  return a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left;
}

/** The camera that shows what is to be seen. */
export function fitted({ scene, frame, whole }: State): Camera {
  return fit(occupied(scene), frame, scene.focus, whole);
}

/** A camera that was moved by hand, with some of the board still in sight. */
export function within({ scene, frame }: State, camera: Camera): Camera {
  return inSight(camera, occupied(scene), frame);
}

/** The part in sight, for the mini-map; null when nothing is out of sight, or only for want of a fit. */
export function mapped({ scene, camera, frame, moved }: State): Bounds | null {
  const around = occupied(scene);
  const view = freeCells(camera, frame);
  const hidden =
    around.left < view.left ||
    around.top < view.top ||
    around.right + 1 > view.right ||
    around.bottom + 1 > view.bottom;
  return hidden && (moved || isCramped(around, frame)) ? view : null;
}

/** Where a note of this size (in cells) can stand by a cell and cover neither a tile nor a ring. */
export function noteRoom({ scene, camera, frame }: State, cell: Cell, size: Size): Cell {
  const { insets } = frame;
  const narrower = { ...frame, insets: { ...insets, left: insets.left + SIDE, right: insets.right + SIDE } };
  const inTheWay = scene.cells.filter((each) => each.piece !== null || each.fits);
  return roomNear(cell, size, inTheWay, freeCells(camera, narrower));
}
