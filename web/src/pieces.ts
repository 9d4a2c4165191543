// How a piece is drawn and named: the six shapes in a 100 × 100 box, the order of colours and shapes, and the marks.
// Text forms are those of the notation: `Rs` is the red square. No rule and no colour value lives here.
import look from "../../src/sixfold/pictures/look.json";

export const COLORS = ["R", "O", "Y", "G", "B", "P"] as const;
export const SHAPES = ["o", "s", "d", "c", "t", "x"] as const;
export type Color = (typeof COLORS)[number];
export type Shape = (typeof SHAPES)[number];

/** Path of each shape; all contain the disc of radius 15 round the centre, where a mark sits. */
export const SHAPE_PATHS: Readonly<Record<Shape, string>> = look.shapes;

/** Pips of the colours, one to six, as on a die, inside the disc of radius 15: language-free marks. */
export const PIPS: readonly (readonly (readonly number[])[])[] = look.pips;

/** Signs of the colours, drawn small in two corners beside the shape: heart, slice, sun, leaf, drop, moon. */
export const SIGNS: readonly string[] = look.signs;

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

/** What all pieces have in common: the letter of a colour, else of a shape. Colour where they have both. */
export function common(pieces: readonly string[]): Color | Shape {
  const first = pieces[0] ?? "";
  return pieces.every((piece) => colorOf(piece) === colorOf(first)) ? colorOf(first) : shapeOf(first);
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
