// Drawing of pieces: one hidden sheet of six shapes and six marks, and pieces that refer to it. They are no symbols: a
// symbol is clipped wherever it is shown, and a browser takes each clip as a layer to be put together in every frame.
// Colours come from custom properties set by the palette, so that a change of palette repaints without touching a piece.
import { COLORS, colorOf, PIPS, SHAPE_PATHS, SHAPES, shapeOf, SIGNS } from "../pieces";

const SVG = "http://www.w3.org/2000/svg";
const SHEET = "piece-sheet";

export function svg(name: string, attributes: Readonly<Record<string, string>> = {}): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/** Draw the sheet anew; `letters` are the marks of the six colours in the reader's language. */
export function drawSheet(letters: readonly string[]): void {
  const sheet = svg("svg", { id: SHEET, width: "0", height: "0", "aria-hidden": "true", class: "piece-sheet" });
  const drawn = svg("defs");
  for (const shape of SHAPES) drawn.append(svg("path", { id: `shape-${shape}`, d: SHAPE_PATHS[shape] }));
  COLORS.forEach((color, at) => {
    const mark = svg("g", { id: `mark-${color}` });
    const letter = svg("text", { x: "50", y: "50", class: "mark-letter" });
    letter.textContent = letters[at] ?? color;
    const pips = svg("g", { class: "mark-pips" });
    for (const [cx, cy] of PIPS[at] ?? []) pips.append(svg("circle", { cx: `${cx}`, cy: `${cy}`, r: "3.6" }));
    const signs = svg("g", { class: "mark-signs" });
    for (const turned of ["0", "180"])
      signs.append(svg("path", { d: SIGNS[at] ?? "", transform: `rotate(${turned} 50 50)` }));
    mark.append(letter, pips, signs);
    drawn.append(mark);
  });
  sheet.append(drawn);
  document.getElementById(SHEET)?.remove();
  document.body.prepend(sheet);
}

/** A piece as an SVG picture without a name of its own: whoever shows it says what it is. */
export function drawPiece(piece: string): SVGSVGElement {
  const picture = svg("svg", { viewBox: "0 0 100 100", class: "piece", "aria-hidden": "true" }) as SVGSVGElement;
  picture.append(svg("rect", { x: "3", y: "3", width: "94", height: "94", rx: "14", class: "piece-body" }));
  paint(picture, piece);
  return picture;
}

/** Change which piece a picture shows. `?` is the back of a piece. */
export function paint(picture: SVGSVGElement, piece: string): void {
  while (picture.childNodes.length > 1) picture.lastChild?.remove();
  picture.dataset.piece = piece;
  if (piece === "?" || piece === "") {
    picture.classList.add("piece-back");
    picture.style.removeProperty("--c");
    return;
  }
  picture.classList.remove("piece-back");
  const color = colorOf(piece);
  picture.style.setProperty("--c", `var(--piece-${color})`);
  picture.style.setProperty("--i", `var(--ink-${color})`);
  picture.append(
    svg("use", { href: `#shape-${shapeOf(piece)}`, class: "piece-shape" }),
    svg("use", { href: `#mark-${color}`, class: "piece-mark" }),
  );
}
