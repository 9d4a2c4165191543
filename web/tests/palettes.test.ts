import { describe, expect, it } from "vitest";
import { closest, contrast, distance, distanceLab, lab, seen, VISIONS } from "../src/color";
import { CLOSE, custom, inkOn, PALETTES, properties, warnings } from "../src/palettes";
import { DEFAULTS, marks, sane } from "../src/settings";

describe("colour arithmetic", () => {
  it("agrees with the published pairs of Sharma, Wu and Dalal", () => {
    const pairs: [[number, number, number], [number, number, number], number][] = [
      [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
      [[50, -1, 2], [50, 0, 0], 2.3669],
      [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
      [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
      [[50, 2.5, 0], [73, 25, -18], 27.1492],
      [[50, 2.5, 0], [56, -27, -3], 31.903],
      [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
      [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
    ];
    for (const [first, second, expected] of pairs) expect(distanceLab(first, second)).toBeCloseTo(expected, 4);
  });

  it("keeps greys grey for all eyes and knows black from white", () => {
    for (const vision of VISIONS) expect(distance("#808080", seen("#808080", vision))).toBeLessThan(1);
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(lab("#ffffff")[0]).toBeCloseTo(100, 3);
  });

  it("is symmetric and zero only for the same colour", () => {
    for (const one of PALETTES.clear.colors) {
      for (const other of PALETTES.clear.colors) {
        expect(distance(one, other)).toBeCloseTo(distance(other, one), 9);
        expect(distance(one, other) === 0).toBe(one === other);
      }
    }
  });
});

describe("palettes", () => {
  it.each(["protan", "deutan", "tritan", "normal"] as const)(
    "keeps Clear's colours at least 20 apart for %s eyes",
    (vision) => {
      expect(closest(PALETTES.clear.colors, vision).distance).toBeGreaterThanOrEqual(20);
    },
  );

  it.each(Object.values(PALETTES))("gives every shape of $name at least 3:1 on its body", (palette) => {
    for (const color of palette.colors) expect(contrast(color, palette.body)).toBeGreaterThanOrEqual(3);
    for (const color of palette.colors) expect(contrast(color, inkOn(color))).toBeGreaterThanOrEqual(4.5);
    expect(Object.keys(properties(palette))).toHaveLength(14);
  });

  it("gives every shape of High contrast at least 5:1, and its pairs 18", () => {
    for (const color of PALETTES.contrast.colors) expect(contrast(color, "#000000")).toBeGreaterThanOrEqual(5);
    for (const vision of VISIONS) expect(closest(PALETTES.contrast.colors, vision).distance).toBeGreaterThan(18);
  });

  it("keeps every colour of Bright, red above all, at 3:1 for protanopes and all others, and its pairs apart", () => {
    const { colors, body } = PALETTES.bright;
    for (const vision of VISIONS) {
      for (const color of colors) expect(contrast(seen(color, vision), seen(body, vision))).toBeGreaterThanOrEqual(3);
      expect(closest(colors, vision).distance).toBeGreaterThan(CLOSE);
    }
    // What it is there for: the red of Clear is fainter than that to a protanope.
    const [red = ""] = PALETTES.clear.colors;
    expect(contrast(seen(red, "protan"), seen(PALETTES.clear.body, "protan"))).toBeLessThan(3);
  });

  it("warns of close and of faint colours in a custom palette, and only then", () => {
    expect(warnings(custom(PALETTES.clear.colors))).toEqual([]);
    const naive = custom(["#ff0000", "#ffa500", "#ffff00", "#00ff00", "#0000ff", "#a020f0"]);
    const kinds = new Set(warnings(naive).map((warning) => `${warning.kind} ${warning.vision}`));
    expect(kinds).toContain("faint normal");
    expect(kinds).toContain("close protan");
    expect(kinds).toContain("close deutan");
  });

  it("puts Clear's colour where a custom one cannot be read", () => {
    expect(custom(["red", "#ABCDEF"]).colors.slice(0, 2)).toEqual([PALETTES.clear.colors[0], "#abcdef"]);
  });

  it("never shows grey without marks", () => {
    expect(marks({ ...DEFAULTS, palette: "grey" })).toBe("letters");
    expect(marks({ ...DEFAULTS, palette: "grey", marks: "pips" })).toBe("pips");
    expect(marks(DEFAULTS)).toBe("none");
  });
});

describe("settings", () => {
  it("reads back what it wrote and drops what it does not know", () => {
    expect(sane(JSON.parse(JSON.stringify(DEFAULTS)))).toEqual(DEFAULTS);
    expect(sane({ theme: "pink", palette: 7, sound: "yes", colors: ["x"], other: 1, name: "a".repeat(99) })).toEqual({
      ...DEFAULTS,
      name: "a".repeat(40),
    });
    for (const broken of [null, 3, "x", []]) expect(sane(broken)).toEqual(DEFAULTS);
  });
});
