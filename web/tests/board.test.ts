// The board without a page: what a cell looks like, where the keyboard goes, where a note stands, what the mini-map frames.
import { describe, expect, it } from "vitest";
import { bounds, cellAt, freeCells, lookAt, middleOf, revealing, type Camera, type Cell } from "../src/board/camera";
import { nearest, next, STEPS } from "../src/board/cursor";
import { roomNear } from "../src/board/room";
import { classOf, inReadingOrder, noteOf, occupied, tilesOf, type SceneCell } from "../src/board/scene";
import { fitted, fresh, mapped, noteRoom, sameInsets, type State } from "../src/board/state";

const cell = (x: number, y: number, more: Partial<SceneCell> = {}): SceneCell => ({
  x,
  y,
  piece: "Ro",
  label: "",
  ...more,
});
const empty = (x: number, y: number, more: Partial<SceneCell> = {}): SceneCell => cell(x, y, { piece: null, ...more });
const frame = { width: 1000, height: 600, insets: { top: 60, right: 200, bottom: 140, left: 0 } };
const known = (cells: readonly SceneCell[], more: Partial<State> = {}): State => ({
  ...fresh(),
  scene: { cells, outlines: [] },
  frame,
  ...more,
});
const row = (length: number): SceneCell[] => Array.from({ length }, (_, x) => cell(x, 0));

describe("a scene", () => {
  it("is read row by row", () => {
    const cells = [cell(1, 1), cell(-2, 1), cell(5, -3)];
    expect(inReadingOrder(cells)).toEqual([cells[2], cells[1], cells[0]]);
  });

  it("is looked at where its tiles are, and where one can begin when there are none", () => {
    const places = [empty(-4, 0), empty(9, 9)];
    expect(occupied({ cells: [...places, cell(2, 3)], outlines: [] })).toEqual(bounds([{ x: 2, y: 3 }]));
    expect(occupied({ cells: places, outlines: [] })).toEqual(bounds(places));
    expect(tilesOf({ cells: [...places, cell(2, 3)], outlines: [] })).toEqual([cell(2, 3)]);
  });

  it("says by classes what a cell is", () => {
    expect(classOf(cell(0, 0))).toBe("cell is-tile");
    expect(classOf(cell(0, 0, { loose: true, order: 2 }))).toBe("cell is-tile is-loose is-last");
    expect(classOf(empty(0, 0, { fits: true, best: true }))).toBe("cell is-empty is-fit is-best");
    expect(classOf(empty(0, 0, { glow: true, start: true }))).toBe("cell is-empty is-glow is-start");
  });

  it("writes the order of the last move, or the hint", () => {
    expect(noteOf(cell(0, 0, { order: 3 }))).toBe("3");
    expect(noteOf(cell(0, 0, { order: 3, loose: true }))).toBe("");
    expect(noteOf(empty(0, 0, { fits: true, hint: "+7" }))).toBe("+7");
  });
});

describe("the keyboard's cursor", () => {
  const right = STEPS.ArrowRight ?? [0, 0];
  const up = STEPS.ArrowUp ?? [0, 0];

  it("goes to the next cell in line, over a hole too", () => {
    expect(next([cell(1, 0), cell(2, 0)], { x: 0, y: 0 }, right)).toEqual({ x: 1, y: 0 });
    expect(next([cell(9, 0), cell(1, 1)], { x: 0, y: 0 }, right)).toEqual({ x: 9, y: 0 });
  });

  it("takes the nearest that lies ahead when none is in line, and stays when nothing does", () => {
    expect(next([cell(3, 2), cell(4, -1)], { x: 0, y: 0 }, right)).toEqual({ x: 4, y: -1 });
    expect(next([cell(-1, 0), cell(0, 5)], { x: 0, y: 0 }, right)).toBe(null);
    expect(next([cell(0, 5), cell(0, -5)], { x: 0, y: 0 }, up)).toEqual({ x: 0, y: -5 });
  });

  it("finds the nearest cell, the first of equals, and none on a board without cells", () => {
    expect(nearest([cell(5, 5), cell(2, 0), cell(0, 2)], { x: 0, y: 0 })).toEqual({ x: 2, y: 0 });
    expect(nearest([], { x: 0, y: 0 })).toBe(null);
  });
});

describe("a note beside its cell", () => {
  const free = { left: -10, top: -10, right: 10, bottom: 10 };
  const size = { width: 2, height: 1 };
  const small = { width: 1, height: 1 };
  const covers = (at: Cell, tile: Cell, { width, height } = size): boolean =>
    at.x < tile.x + 1 && at.x + width > tile.x && at.y < tile.y + 1 && at.y + height > tile.y;

  it("covers no tile and stays in the free part", () => {
    const tiles = [...row(6), cell(2, 1), cell(2, -1)];
    for (const around of [free, { left: 0, top: -1, right: 9, bottom: 4 }]) {
      const at = roomNear({ x: 2, y: 0 }, size, tiles, around);
      expect(tiles.filter((tile) => covers(at, tile))).toEqual([]);
      expect(at.x >= around.left && at.x + size.width <= around.right).toBe(true);
      expect(at.y >= around.top && at.y + size.height <= around.bottom).toBe(true);
    }
  });

  it("stands to the right where there is room on both sides", () => {
    expect(roomNear({ x: 0, y: 0 }, small, [cell(0, 0)], free)).toEqual({ x: 1.25, y: 0 });
  });

  it("has a place even where there is no room", () => {
    expect(roomNear({ x: 3, y: 3 }, size, [], { left: 0, top: 0, right: 1, bottom: 1 })).toEqual({ x: 4.25, y: 2.85 });
  });

  it("keeps clear of rings as of tiles", () => {
    const ring = empty(1, 0, { fits: true });
    const state = known([cell(0, 0), ring], { camera: { x: 400, y: 300, unit: 50 } });
    expect(covers(noteRoom(state, { x: 0, y: 0 }, small), ring, small)).toBe(false);
    const plain = known([cell(0, 0), empty(1, 0)], { camera: { x: 400, y: 300, unit: 50 } });
    expect(covers(noteRoom(plain, { x: 0, y: 0 }, small), ring, small)).toBe(true);
  });
});

describe("what is in sight", () => {
  const camera: Camera = { x: 100, y: 110, unit: 50 };

  it("is the free part, in cells", () => {
    expect(freeCells(camera, frame)).toEqual({ left: -2, top: -1, right: 14, bottom: 7 });
  });

  it("has the cell in its middle that one looks at", () => {
    const middle = middleOf(frame);
    expect(middle).toEqual({ x: 400, y: 260 });
    expect(cellAt(lookAt(camera, frame, { x: 30, y: -7 }), middle.x, middle.y)).toEqual({ x: 30, y: -7 });
  });

  it("moves as little as it must to show a cell, and not at all when it is there", () => {
    expect(revealing(camera, frame, { x: 3, y: 3 })).toBe(camera);
    const moved = revealing(camera, frame, { x: 20, y: 3 });
    expect([moved.x + 21 * 50, moved.y]).toEqual([800 - 6, camera.y]);
    expect(revealing(camera, frame, { x: 3, y: -5 }).y - 5 * 50).toBe(60 + 6);
  });

  it("is framed on the mini-map only when a tile is out of sight", () => {
    const few = known(row(3));
    expect(mapped({ ...few, camera: fitted(few) })).toBe(null);
    const away = { ...few, camera: { x: 5000, y: 0, unit: 50 } };
    expect(mapped(away)).toBe(null);
    expect(mapped({ ...away, moved: true })).toEqual(freeCells(away.camera, frame));
    const many = known(row(60));
    expect(mapped({ ...many, camera: fitted(many) })).not.toBe(null);
    expect(mapped({ ...many, whole: true, camera: fitted({ ...many, whole: true }) })).toBe(null);
  });

  it("changes when a panel covers something else", () => {
    expect(sameInsets(frame.insets, { ...frame.insets })).toBe(true);
    expect(sameInsets(frame.insets, { ...frame.insets, bottom: 0 })).toBe(false);
  });
});
