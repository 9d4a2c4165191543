// The finished table as a picture, drawn by the page itself: it needs no server, and a strict policy allows it.
import { bounds } from "./board/camera";
import type { Laid } from "./board/plays";
import { COLORS, colorOf, SHAPE_PATHS, shapeOf } from "./pieces";
import { palette } from "./settings";
import { offer } from "./share";

/** Pixels of a piece, and of what stands around all of them. */
const CELL = 96;
const AIR = 56;
const LINE = 72;
const LINEN = "#e6e3d6";
const INK = "#22262b";

/** A picture of pieces with a line of words beneath. */
export async function picture(laid: readonly Laid[], words: string): Promise<Blob> {
  const { left, top, right, bottom } = bounds(laid);
  const canvas = document.createElement("canvas");
  const page = canvas.getContext("2d");
  if (page === null) throw new Error("this browser draws no pictures");
  page.font = "600 34px system-ui, sans-serif";
  canvas.width = Math.max((right - left + 1) * CELL, page.measureText(words).width) + 2 * AIR;
  canvas.height = (bottom - top + 1) * CELL + 2 * AIR + LINE;
  page.fillStyle = LINEN;
  page.fillRect(0, 0, canvas.width, canvas.height);
  const start = (canvas.width - (right - left + 1) * CELL) / 2;
  for (const { x, y, piece } of laid) {
    page.setTransform(CELL / 100, 0, 0, CELL / 100, start + (x - left) * CELL, AIR + (y - top) * CELL);
    drawOn(page, piece);
  }
  page.setTransform(1, 0, 0, 1, 0, 0);
  page.font = "600 34px system-ui, sans-serif";
  page.textAlign = "center";
  page.fillStyle = INK;
  page.fillText(words, canvas.width / 2, canvas.height - AIR);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob === null ? failed(new Error("no picture")) : done(blob)), "image/png"),
  );
}

function drawOn(page: CanvasRenderingContext2D, piece: string): void {
  const { body, rim, colors } = palette();
  page.beginPath();
  page.roundRect(3, 3, 94, 94, 14);
  page.fillStyle = body;
  page.fill();
  page.strokeStyle = rim;
  page.lineWidth = 2;
  page.stroke();
  page.fillStyle = colors[COLORS.indexOf(colorOf(piece))] ?? INK;
  page.fill(new Path2D(SHAPE_PATHS[shapeOf(piece)]));
}

/** Hand a picture to whatever the device shares with, else offer it as a file. */
export async function handOn(blob: Blob, name: string): Promise<void> {
  const files = [new File([blob], name, { type: blob.type })];
  if (!navigator.canShare?.({ files })) {
    offer(blob, name);
    return;
  }
  // Whoever changes their mind has refused nothing.
  await navigator.share({ files }).catch(() => {});
}
