// The layer that the camera moves. While it moves it is scaled, which is cheap; when it stands it is drawn at its true size,
// which is sharp. One em is one cell. A glide is an animation of the browser's own: it costs the page no frame.
import { between, type Camera } from "./camera";

const GLIDE = 220;
/** Fast at first, then ever slower: 1 - (1 - t)³. */
const EASING = "cubic-bezier(0.3333, 1, 0.6667, 1)";
const PAUSE = 120;
/** Pixels of a cell below which a digit would cover the tile it counts. */
const SMALL = 36;

export class Layer {
  readonly element = document.createElement("div");
  #camera: Camera = { x: 0, y: 0, unit: 1 };
  /** Pixels of a cell as drawn, 0 before the first time. */
  #base = 0;
  #glide: { readonly from: Camera; readonly animation: Animation } | null = null;
  #settle = 0;

  constructor(...parts: readonly HTMLElement[]) {
    this.element.className = "board-layer";
    this.element.append(...parts);
  }

  get base(): number {
    return this.#base;
  }

  /** What is seen at this moment, also on the way to another camera. */
  get camera(): Camera {
    if (this.#glide === null) return this.#camera;
    const { from, animation } = this.#glide;
    return between(from, this.#camera, animation.effect?.getComputedTiming().progress ?? 1);
  }

  show(camera: Camera): void {
    this.stop();
    this.#camera = camera;
    if (this.#base === 0) this.settle();
    this.element.style.transform = this.#written(camera);
  }

  /** Draw at the true size. */
  settle(): void {
    window.clearTimeout(this.#settle);
    const { x, y, unit } = this.#camera;
    if (this.#base !== unit) {
      this.#base = unit;
      this.element.style.fontSize = `${unit}px`;
      this.element.classList.toggle("is-small", unit < SMALL);
    }
    // On whole pixels it is sharp.
    this.element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  settleSoon(): void {
    window.clearTimeout(this.#settle);
    this.#settle = window.setTimeout(() => this.settle(), PAUSE);
  }

  /** Go from where it is to another camera. */
  glide(to: Camera): void {
    const { x, y, unit } = this.#camera;
    if (to.x === x && to.y === y && to.unit === unit) return;
    this.stop();
    const from = this.#camera;
    this.#camera = to;
    const steps = [{ transform: this.#written(from) }, { transform: this.#written(to) }];
    const animation = this.element.animate(steps, { duration: GLIDE, easing: EASING });
    this.element.style.transform = this.#written(to);
    this.#glide = { from, animation };
    animation.onfinish = () => {
      this.#glide = null;
      this.settle();
    };
  }

  /** Stay where it is. */
  stop(): void {
    if (this.#glide === null) return;
    this.#camera = this.camera;
    this.#glide.animation.cancel();
    this.#glide = null;
    this.element.style.transform = this.#written(this.#camera);
  }

  #written({ x, y, unit }: Camera): string {
    return `translate(${x}px, ${y}px) scale(${unit / this.#base})`;
  }

  destroy(): void {
    this.stop();
    window.clearTimeout(this.#settle);
    this.element.remove();
  }
}
