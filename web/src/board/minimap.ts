// A small picture of the whole board with the part in sight, for boards that do not fit. A press on it looks there.
import { bounds, type Bounds, type Cell } from "./camera";

const SIZE = 92;

export class MiniMap {
  readonly #canvas = document.createElement("canvas");
  #tiles: readonly Cell[] = [];
  #all: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  #view: Bounds | null = null;
  #frame = 0;

  constructor(host: HTMLElement, look: (cell: Cell) => void) {
    this.#canvas.className = "board-map";
    this.#canvas.width = this.#canvas.height = SIZE * 2;
    this.#canvas.hidden = true;
    this.#canvas.setAttribute("aria-hidden", "true");
    host.append(this.#canvas);
    const go = (event: PointerEvent): void => {
      event.stopPropagation();
      if (event.type === "pointermove" && event.buttons === 0) return;
      const box = this.#canvas.getBoundingClientRect();
      const scale = this.#scale();
      look({
        x: Math.floor((event.clientX - box.left - box.width / 2) / scale + this.#middle().x),
        y: Math.floor((event.clientY - box.top - box.height / 2) / scale + this.#middle().y),
      });
    };
    this.#canvas.addEventListener("pointerdown", go);
    this.#canvas.addEventListener("pointermove", go);
    this.#canvas.addEventListener("pointerup", (event) => event.stopPropagation());
  }

  set(tiles: readonly Cell[]): void {
    this.#tiles = tiles;
    this.#all = bounds(tiles);
  }

  /** While a piece looks for its place, a press goes to the cell below. */
  giveWay(isWanted: boolean): void {
    this.#canvas.classList.toggle("gives-way", isWanted);
  }

  /** Show with this part framed, or hide. */
  show(view: Bounds | null): void {
    this.#view = view;
    this.#canvas.hidden = view === null;
    if (view !== null && this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#draw();
      });
    }
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#canvas.remove();
  }

  #scale(): number {
    const { left, right, top, bottom } = this.#all;
    return SIZE / (Math.max(right - left, bottom - top) + 3);
  }

  #middle(): Cell {
    const { left, right, top, bottom } = this.#all;
    return { x: (left + right + 1) / 2, y: (top + bottom + 1) / 2 };
  }

  #draw(): void {
    const pen = this.#canvas.getContext("2d");
    if (pen === null || this.#view === null) return;
    const style = getComputedStyle(this.#canvas);
    const scale = this.#scale() * 2;
    const middle = this.#middle();
    const at = (value: number, centre: number): number => SIZE + (value - centre) * scale;
    pen.clearRect(0, 0, SIZE * 2, SIZE * 2);
    pen.fillStyle = style.color;
    for (const { x, y } of this.#tiles) pen.fillRect(at(x, middle.x), at(y, middle.y), scale * 0.86, scale * 0.86);
    const { left, top, right, bottom } = this.#view;
    pen.strokeStyle = style.color;
    pen.lineWidth = 3;
    pen.strokeRect(at(left, middle.x), at(top, middle.y), (right - left) * scale, (bottom - top) * scale);
  }
}
