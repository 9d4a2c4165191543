// Colour arithmetic: relative luminance and contrast (WCAG 2.2), CIEDE2000 distance, and how people with protanopia,
// deuteranopia and tritanopia see a colour (Machado, Oliveira and Fernandes 2009, severity 1.0). Pure functions of
// "#rrggbb"; no palette lives here.

export type Vision = "normal" | "protan" | "deutan" | "tritan";
export const VISIONS: readonly Vision[] = ["normal", "protan", "deutan", "tritan"];
type Triple = readonly [number, number, number];

const MACHADO: Readonly<Record<Exclude<Vision, "normal">, readonly [Triple, Triple, Triple]>> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Whether the text is a colour "#rrggbb". */
export function isHex(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

function linear(hex: string): Triple {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function hexOf(rgb: Triple): string {
  const channel = (value: number): string => {
    const clipped = Math.min(1, Math.max(0, value));
    const coded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(255 * coded)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${rgb.map(channel).join("")}`;
}

/** The colour as somebody with that vision sees it. */
export function seen(hex: string, vision: Vision): string {
  if (vision === "normal") return hex.toLowerCase();
  const rgb = linear(hex);
  const [r, g, b] = MACHADO[vision].map((row) => row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]);
  return hexOf([r ?? 0, g ?? 0, b ?? 0]);
}

/** Relative luminance, 0 black to 1 white. */
export function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** CIELAB under D65. */
export function lab(hex: string): Triple {
  const [r, g, b] = linear(hex);
  const x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883;
  const f = (value: number): number => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116);
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))];
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function hue(a: number, b: number): number {
  if (a === 0 && b === 0) return 0;
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  return angle < 0 ? angle + 360 : angle;
}

/** CIEDE2000 distance of two CIELAB colours (Sharma, Wu and Dalal 2005). */
export function distanceLab(first: Triple, second: Triple): number {
  const [l1, a1, b1] = first;
  const [l2, a2, b2] = second;
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)];
  let turn = h2 - h1;
  if (c1 * c2 === 0) turn = 0;
  else if (turn > 180) turn -= 360;
  else if (turn < -180) turn += 360;
  const dl = l2 - l1;
  const dc = c2 - c1;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2));
  const l = (l1 + l2) / 2;
  const c = (c1 + c2) / 2;
  let h = h1 + h2;
  if (c1 * c2 !== 0) {
    if (Math.abs(h1 - h2) <= 180) h /= 2;
    else h = h < 360 ? (h + 360) / 2 : (h - 360) / 2;
  }
  const t =
    1 -
    0.17 * Math.cos(radians(h - 30)) +
    0.24 * Math.cos(radians(2 * h)) +
    0.32 * Math.cos(radians(3 * h + 6)) -
    0.2 * Math.cos(radians(4 * h - 63));
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const rc = 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const rt = -Math.sin(radians(60 * Math.exp(-(((h - 275) / 25) ** 2)))) * rc;
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh));
}

/** CIEDE2000 distance of two colours as somebody with that vision sees them. */
export function distance(first: string, second: string, vision: Vision = "normal"): number {
  return distanceLab(lab(seen(first, vision)), lab(seen(second, vision)));
}

export interface Pair {
  readonly first: number;
  readonly second: number;
  readonly distance: number;
}

/** The two colours of a set that are closest to each other for that vision. */
export function closest(colors: readonly string[], vision: Vision = "normal"): Pair {
  let best: Pair = { first: 0, second: 0, distance: Number.POSITIVE_INFINITY };
  colors.forEach((one, first) => {
    colors.slice(first + 1).forEach((other, offset) => {
      const apart = distance(one, other, vision);
      if (apart < best.distance) best = { first, second: first + 1 + offset, distance: apart };
    });
  });
  return best;
}
