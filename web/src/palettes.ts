// The palettes of the six colours, and the ink of a mark on each. A palette changes the pieces only; the rest of the
// page does not care. Figures about them (distance for colour-blind eyes, contrast) are computed in tests/palettes.test.ts.
import look from "../../src/sixfold/pictures/look.json";
import { closest, contrast, isHex, VISIONS, type Vision } from "./color";
import { COLORS } from "./pieces";

export type PaletteName = "clear" | "classic" | "bright" | "contrast" | "grey" | "custom";
export const MARKS = ["none", "letters", "pips", "signs"] as const;
export type Marks = (typeof MARKS)[number];

export interface Palette {
  readonly name: PaletteName;
  /** Red, orange, yellow, green, blue, purple. */
  readonly colors: readonly string[];
  /** The body of a tile or card, on which each colour has a contrast of at least 3:1. */
  readonly body: string;
  readonly rim: string;
  /** Marks that this palette cannot do without. */
  readonly marks: Marks;
}

/**
 * From the file that pictures of games are drawn from too. Clear is a ladder of lightness, so that each pair stays apart
 * for protan-, deuter- and tritanopes. Classic is as printed, with a purple lighter than in the box, which has only 2.6:1.
 * Bright keeps every colour at 3:1 for colour-blind eyes too: protanopes see a red of Clear or Classic almost as black.
 * High contrast has black bodies with a white rim and every colour at least 5:1. Grey is for eyes that see no hues at all,
 * and for printing: told apart by marks, the greys only help.
 */
export const PALETTES = Object.fromEntries(
  Object.entries(look.palettes).map(([name, palette]) => [name, { ...palette, name }]),
) as unknown as Readonly<Record<Exclude<PaletteName, "custom">, Palette>>;

export const PALETTE_NAMES: readonly PaletteName[] = ["clear", "classic", "bright", "contrast", "grey", "custom"];

/** Below this distance two colours of a custom palette are hard to tell apart. */
export const CLOSE = 15;
export const LEAST_CONTRAST = 3;

/** A palette of one's own; what is not a colour falls back to Clear's. */
export function custom(colors: readonly string[]): Palette {
  return {
    ...PALETTES.clear,
    name: "custom",
    colors: PALETTES.clear.colors.map((fallback, at) => {
      const wish = colors[at];
      return wish !== undefined && isHex(wish) ? wish.toLowerCase() : fallback;
    }),
  };
}

/** Black or white, whichever reads better on the colour. */
export function inkOn(color: string): string {
  return contrast(color, "#ffffff") > contrast(color, "#000000") ? "#ffffff" : "#000000";
}

export interface Warning {
  readonly kind: "close" | "faint";
  readonly first: number;
  readonly second: number;
  readonly vision: Vision;
  readonly figure: number;
}

/** What is wrong with a palette: colours too faint on the body, pairs too close for some eyes (the worst per vision). */
export function warnings(palette: Palette): Warning[] {
  const found: Warning[] = [];
  palette.colors.forEach((color, at) => {
    const ratio = contrast(color, palette.body);
    if (ratio < LEAST_CONTRAST) found.push({ kind: "faint", first: at, second: at, vision: "normal", figure: ratio });
  });
  for (const vision of VISIONS) {
    const pair = closest(palette.colors, vision);
    if (pair.distance < CLOSE) {
      found.push({ kind: "close", first: pair.first, second: pair.second, vision, figure: pair.distance });
    }
  }
  return found;
}

/** The custom properties that draw with a palette: --piece-R, --ink-R, ..., --piece-body, --piece-rim. */
export function properties(palette: Palette): Record<string, string> {
  const made: Record<string, string> = { "--piece-body": palette.body, "--piece-rim": palette.rim };
  palette.colors.forEach((color, at) => {
    const letter = COLORS[at] ?? "";
    made[`--piece-${letter}`] = color;
    made[`--ink-${letter}`] = inkOn(color);
  });
  return made;
}
