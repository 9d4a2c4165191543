// How a piece is drawn and named: the six shapes in a 100 × 100 box, the order of colours and shapes, and the marks.
// Text forms are those of the notation: `Rs` is the red square. No rule and no colour value lives here.

export const COLORS = ["R", "O", "Y", "G", "B", "P"] as const;
export const SHAPES = ["o", "s", "d", "c", "t", "x"] as const;
export type Color = (typeof COLORS)[number];
export type Shape = (typeof SHAPES)[number];

/** Path of each shape; all contain the disc of radius 15 round the centre, where a mark sits. */
export const SHAPE_PATHS: Readonly<Record<Shape, string>> = {
  o: "M21 50a29 29 0 1 0 58 0a29 29 0 1 0-58 0Z",
  s: "M27 24h46a3 3 0 0 1 3 3v46a3 3 0 0 1-3 3h-46a3 3 0 0 1-3-3v-46a3 3 0 0 1 3-3Z",
  d: "M50 14 86 50 50 86 14 50Z",
  c: "M38 38a15 15 0 1 1 24 0a15 15 0 1 1 0 24a15 15 0 1 1-24 0a15 15 0 1 1 0-24Z",
  t: "M50 13 58 30.6 76.2 23.8 69.4 42 87 50 69.4 58 76.2 76.2 58 69.4 50 87 42 69.4 23.8 76.2 30.6 58 13 50 30.6 42 23.8 23.8 42 30.6Z",
  x: "M79.7 20.3 65 50 79.7 79.7 50 65 20.3 79.7 35 50 20.3 20.3 50 35Z",
};

/** Pips of the colours, one to six, as on a die, inside the disc of radius 15: language-free marks. */
export const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [[50, 50]],
  [[44, 44], [56, 56]],
  [[42.5, 42.5], [50, 50], [57.5, 57.5]],
  [[44, 44], [56, 44], [44, 56], [56, 56]],
  [[42.5, 42.5], [57.5, 42.5], [50, 50], [42.5, 57.5], [57.5, 57.5]],
  [[44, 41], [56, 41], [44, 50], [56, 50], [44, 59], [56, 59]],
];

export function colorOf(piece: string): Color {
  return piece.charAt(0) as Color;
}

export function shapeOf(piece: string): Shape {
  return piece.charAt(1) as Shape;
}

/** 0 to 35 in canonical order: colour first, then shape. */
export function indexOf(piece: string): number {
  return 6 * COLORS.indexOf(colorOf(piece)) + SHAPES.indexOf(shapeOf(piece));
}

/** "RoRs??" as ["Ro", "Rs", "?", "?"]. */
export function split(text: string): string[] {
  return text.match(/\?|../g) ?? [];
}

/** Pieces run together in canonical order, unknown ones last. */
export function join(pieces: readonly string[]): string {
  return sorted(pieces).join("");
}

export function sorted(pieces: readonly string[], by: "color" | "shape" = "color"): string[] {
  const key = (piece: string): number => {
    if (piece === "?") return 99;
    const [color, shape] = [COLORS.indexOf(colorOf(piece)), SHAPES.indexOf(shapeOf(piece))];
    return by === "color" ? 6 * color + shape : 6 * shape + color;
  };
  return [...pieces].sort((a, b) => key(a) - key(b));
}
