// The layer that the camera moves. While it moves it is scaled, which is cheap; when it stands it is drawn at its true size,
// which is sharp. One em is one cell.
import { between, type Camera } from "./camera";

const GLIDE = 220;
const PAUSE = 120;
/** Pixels of a cell below which a digit would cover the tile it counts. */
const SMALL = 36;

export class Layer {
  readonly element = document.createElement("div");
  #camera: Camera = { x: 0, y: 0, unit: 1 };
  /** Pixels of a cell as drawn, 0 before the first time. */
  #base = 0;
  #glide = 0;
  #settle = 0;

  constructor(...parts: readonly HTMLElement[]) {
    this.element.className = "board-layer";
    this.element.append(...parts);
  }

  get base(): number {
    return this.#base;
  }

  show(camera: Camera): void {
    this.#camera = camera;
    if (this.#base === 0) this.settle();
    const scale = camera.unit / this.#base;
    const size = scale === 1 ? "" : ` scale(${scale})`;
    this.element.style.transform = `translate(${camera.x}px, ${camera.y}px)${size}`;
  }

  /** Draw at the true size. */
  settle(): void {
    window.clearTimeout(this.#settle);
    this.#base = this.#camera.unit;
    this.element.style.fontSize = `${this.#base}px`;
    this.element.classList.toggle("is-small", this.#base < SMALL);
    this.element.style.transform = `translate(${this.#camera.x}px, ${this.#camera.y}px)`;
  }

  settleSoon(): void {
    window.clearTimeout(this.#settle);
    this.#settle = window.setTimeout(() => this.settle(), PAUSE);
  }

  /** Go from where it is to another camera; `step` shows each one on the way. */
  glide(to: Camera, step: (camera: Camera) => void): void {
    this.stop();
    const from = this.#camera;
    const begun = performance.now();
    const tick = (now: number): void => {
      const part = Math.min(1, (now - begun) / GLIDE);
      step(between(from, to, 1 - (1 - part) ** 3));
      if (part < 1) this.#glide = requestAnimationFrame(tick);
      else this.settle();
    };
    this.#glide = requestAnimationFrame(tick);
  }

  stop(): void {
    cancelAnimationFrame(this.#glide);
  }

  destroy(): void {
    this.stop();
    window.clearTimeout(this.#settle);
    this.element.remove();
  }
}
