// The camera's promises: everything in sight, points that stay where they are, cells under points.
import { describe, expect, it } from "vitest";
import {
  between,
  bounds,
  cellAt,
  fit,
  inSight,
  isCramped,
  LEAST_UNIT,
  MOST_UNIT,
  pan,
  zoom,
  type Frame,
} from "../src/board/camera";

const frame: Frame = { width: 1280, height: 800, insets: { top: 64, right: 340, bottom: 190, left: 0 } };
const phone: Frame = { width: 360, height: 740, insets: { top: 56, right: 0, bottom: 150, left: 0 } };

describe("camera", () => {
  it("shows every cell inside the free part", () => {
    for (const span of [1, 4, 9, 17]) {
      const cells = [
        { x: -span, y: 2 },
        { x: span, y: span + 1 },
      ];
      const camera = fit(bounds(cells), frame);
      for (const { x, y } of cells) {
        expect(camera.x + x * camera.unit).toBeGreaterThanOrEqual(0);
        expect(camera.x + (x + 1) * camera.unit).toBeLessThanOrEqual(1280 - 340 + 1);
        expect(camera.y + y * camera.unit).toBeGreaterThanOrEqual(63);
        expect(camera.y + (y + 1) * camera.unit).toBeLessThanOrEqual(800 - 190 + 1);
      }
    }
  });

  it("keeps cells between the least and the most size", () => {
    expect(fit(bounds([]), frame).unit).toBe(MOST_UNIT);
    expect(fit(bounds([]), { ...frame, width: 1920, height: 1080 }).unit).toBeGreaterThan(1.2 * MOST_UNIT);
    const wide = bounds([
      { x: 0, y: 0 },
      { x: 60, y: 0 },
    ]);
    expect(fit(wide, phone).unit).toBe(LEAST_UNIT);
    expect(isCramped(wide, phone)).toBe(true);
    expect(isCramped(bounds([{ x: 0, y: 0 }]), phone)).toBe(false);
  });

  it("keeps some of the board in sight however far it is moved", () => {
    const around = bounds([
      { x: -3, y: 0 },
      { x: 4, y: 2 },
    ]);
    const start = fit(around, phone);
    expect(inSight(start, around, phone)).toEqual(start);
    for (const [dx, dy] of [
      [5000, 0],
      [-5000, 0],
      [0, 5000],
      [0, -5000],
    ] as const) {
      const { x, y, unit } = inSight(pan(start, dx, dy), around, phone);
      expect(x - 3 * unit).toBeLessThan(360 - unit + 0.01);
      expect(x + 5 * unit).toBeGreaterThan(unit - 0.01);
      expect(y).toBeLessThan(740 - 150 - unit + 0.01);
      expect(y + 3 * unit).toBeGreaterThan(56 + unit - 0.01);
    }
  });

  it("shows everything to who asks, however small", () => {
    const wide = bounds([
      { x: -30, y: 0 },
      { x: 30, y: 3 },
    ]);
    const camera = fit(wide, phone, { x: 30, y: 0 }, true);
    expect(camera.x - 30 * camera.unit).toBeGreaterThanOrEqual(0);
    expect(camera.x + 31 * camera.unit).toBeLessThanOrEqual(360);
    expect(zoom(camera, 1.25, 180, 300).unit).toBeGreaterThan(camera.unit);
  });

  it("keeps the focus in sight when not everything fits", () => {
    const wide = bounds([
      { x: 0, y: 0 },
      { x: 60, y: 0 },
    ]);
    for (const x of [0, 30, 60]) {
      const camera = fit(wide, phone, { x, y: 0 });
      expect(camera.x + x * camera.unit).toBeGreaterThanOrEqual(0);
      expect(camera.x + (x + 1) * camera.unit).toBeLessThanOrEqual(360);
    }
  });

  it("zooms about a point that stays", () => {
    const before = { x: 10, y: 20, unit: 40 };
    const after = zoom(before, 1.5, 210, 120);
    expect(cellAt(after, 210, 120)).toEqual(cellAt(before, 210, 120));
    expect((210 - after.x) / after.unit).toBeCloseTo((210 - before.x) / before.unit);
  });

  it("finds cells left of and above the origin", () => {
    const camera = { x: 100, y: 100, unit: 50 };
    expect(cellAt(camera, 99, 99)).toEqual({ x: -1, y: -1 });
    expect(cellAt(camera, 100, 100)).toEqual({ x: 0, y: 0 });
    expect(cellAt(pan(camera, 50, -50), 100, 100)).toEqual({ x: -1, y: 1 });
  });

  it("glides from one camera to another", () => {
    const [from, to] = [
      { x: 0, y: 0, unit: 20 },
      { x: 100, y: 50, unit: 40 },
    ];
    expect(between(from, to, 0)).toEqual(from);
    expect(between(from, to, 1)).toEqual(to);
    expect(between(from, to, 0.5)).toEqual({ x: 50, y: 25, unit: 30 });
  });
});
