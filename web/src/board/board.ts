// The board on the page: an ARIA grid of occupied and playable cells under a camera. It shows a scene that it is given and
// reports taps, drops and the cursor; it knows neither the rules nor the server, nor any word but those in the scene.
import { bounds, between, cellAt, fit, isCramped, key, pan, zoom, type Camera, type Cell, type Frame } from "./camera";
import { carry } from "./drag";
import { watch } from "./gestures";
import { MiniMap } from "./minimap";
import { drawPiece, paint } from "./piece";

export interface SceneCell extends Cell {
  /** What lies here, or null for an empty cell that can be entered. */
  readonly piece: string | null;
  /** Laid this turn and still loose. */
  readonly loose?: boolean;
  /** Order in the last move, 1 to 6. */
  readonly order?: number;
  /** The chosen piece fits here; `hint` is what to write into the ring ("+3"). */
  readonly fits?: boolean;
  readonly hint?: string;
  readonly best?: boolean;
  readonly glow?: boolean;
  /** The middle of an empty board: something is to be laid here. */
  readonly start?: boolean;
  /** What a screen reader says. */
  readonly label: string;
}

/** A run of cells with a frame round it. */
export interface Outline {
  readonly cells: readonly Cell[];
  readonly kind: "fault" | "lit" | "qwirkle";
}

export interface Scene {
  readonly cells: readonly SceneCell[];
  readonly outlines: readonly Outline[];
  /** Where to look when not everything fits. */
  readonly focus?: Cell | undefined;
}

export interface BoardEvents {
  /** A tap or Enter on a cell. */
  choose(cell: Cell): void;
  /** A loose piece was carried; null: put back where it was. */
  move(from: Cell, to: Cell | null, client: { x: number; y: number } | null): void;
  /** The keyboard's cursor moved. */
  cursor?(cell: Cell): void;
  /** A loose piece is lifted (the scene may change to show where it fits). */
  lift?(from: Cell): void;
}

export interface BoardOptions {
  readonly label: string;
  readonly animate: () => boolean;
}

interface CellView {
  readonly element: HTMLElement;
  picture: SVGSVGElement | null;
  shown: SceneCell | null;
}

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 };
const GLIDE = 220;
/** Pixels of a cell below which a digit would cover the tile it counts. */
const SMALL = 36;

export class Board {
  readonly #host: HTMLElement;
  readonly #world = document.createElement("div");
  readonly #hover = document.createElement("div");
  readonly #frames = document.createElement("div");
  readonly #rows = new Map<number, HTMLElement>();
  readonly #cells = new Map<string, CellView>();
  readonly #map: MiniMap;
  readonly #events: BoardEvents;
  readonly #options: BoardOptions;
  readonly #stops: (() => void)[] = [];
  #scene: Scene = { cells: [], outlines: [] };
  #camera: Camera = { x: 0, y: 0, unit: 56 };
  #base = 0;
  #insets = NO_INSETS;
  #size = { width: 0, height: 0 };
  #held = false;
  #fitWanted = true;
  /** Somebody asked to see everything. */
  #whole = false;
  #moved = false;
  #glide = 0;
  #settle = 0;
  #cursor: Cell = { x: 0, y: 0 };
  /** A first scene has been shown: what comes later may be seen to come. */
  #settled = false;

  constructor(host: HTMLElement, events: BoardEvents, options: BoardOptions) {
    this.#host = host;
    this.#events = events;
    this.#options = options;
    host.classList.add("board-host");
    this.#world.className = "board-world";
    this.#world.setAttribute("role", "grid");
    this.#world.setAttribute("aria-label", options.label);
    this.#hover.className = "board-hover";
    this.#hover.hidden = true;
    this.#frames.className = "board-frames";
    this.#frames.setAttribute("aria-hidden", "true");
    this.#hover.setAttribute("aria-hidden", "true");
    const layer = document.createElement("div");
    layer.className = "board-layer";
    layer.append(this.#world, this.#frames, this.#hover);
    host.append(layer);
    this.#layer = layer;
    this.#map = new MiniMap(host, (cell) => this.#lookAt(cell));
    this.#stops.push(
      watch(host, {
        tap: (px, py) => this.#events.choose(cellAt(this.#camera, px, py)),
        grab: (event, px, py) => this.#grab(event, cellAt(this.#camera, px, py)),
        pan: (dx, dy) => this.#show(pan(this.#stopGlide(), dx, dy), true),
        zoom: (factor, px, py) => this.#show(zoom(this.#stopGlide(), factor, px, py), true),
        rest: () => this.#settleSoon(),
        holding: () => this.#held,
      }),
    );
    const sizes = new ResizeObserver(() => this.#resize());
    sizes.observe(host);
    this.#stops.push(() => sizes.disconnect());
    this.#world.addEventListener("keydown", (event) => this.#key(event));
    this.#world.addEventListener("focusin", (event) => this.#focused(event));
    this.#resize();
  }

  readonly #layer: HTMLElement;

  /** Show a scene; what stays the same on the page is not touched, so focus and animations survive. */
  set(scene: Scene): void {
    this.#scene = scene;
    const seen = new Set<string>();
    const sorted = [...scene.cells].sort((a, b) => a.y - b.y || a.x - b.x);
    for (const cell of sorted) {
      seen.add(key(cell));
      this.#place(cell);
    }
    const lost = [...this.#cells].filter(([name]) => !seen.has(name));
    const hadFocus = lost.some(([, view]) => view.element === document.activeElement);
    for (const [name, view] of lost) {
      view.element.remove();
      this.#cells.delete(name);
    }
    this.#settled ||= scene.cells.length > 0;
    this.#order(sorted);
    this.#outline();
    if (!seen.has(key(this.#cursor))) this.#cursor = this.#nearest(this.#cursor) ?? this.#cursor;
    this.#rove();
    if (hadFocus) this.#cells.get(key(this.#cursor))?.element.focus({ preventScroll: true });
    this.#map.set(scene.cells.filter((cell) => cell.piece !== null));
    this.#drawMap();
  }

  /** What panels cover; the next fit keeps clear of it. */
  setInsets(insets: typeof NO_INSETS): void {
    const same = (Object.keys(insets) as (keyof typeof NO_INSETS)[]).every(
      (side) => insets[side] === this.#insets[side],
    );
    if (same) return;
    this.#insets = insets;
    if (!this.#moved) this.#fit(false);
  }

  setLabel(label: string): void {
    this.#world.setAttribute("aria-label", label);
  }

  /** Show the tiles, all of them as long as cells can be hit. While a tile is held nothing moves; it is done when it is let go. */
  fit(glide = true): void {
    this.#whole = false;
    this.#fit(glide);
  }

  /** Show all tiles, however small. */
  fitWhole(): void {
    this.#whole = true;
    this.#fit(true);
  }

  #fit(glide: boolean): void {
    if (this.#held) {
      this.#fitWanted = true;
      return;
    }
    this.#fitWanted = false;
    this.#moved = false;
    const target = fit(this.#occupied(), this.#frame(), this.#scene.focus, this.#whole);
    if (!glide || !this.#options.animate() || this.#base === 0) {
      this.#stopGlide();
      this.#show(target, false);
      this.#settleNow();
      return;
    }
    this.#glideTo(target);
  }

  /** Zoom about the middle of the free part. */
  zoomBy(factor: number): void {
    const { width, height, insets } = this.#frame();
    const px = (insets.left + width - insets.right) / 2;
    const py = (insets.top + height - insets.bottom) / 2;
    this.#show(zoom(this.#stopGlide(), factor, px, py), true);
    this.#settleSoon();
  }

  get unit(): number {
    return this.#camera.unit;
  }

  /** The cell under a point of the window, or null when the point is off the board. */
  cellAt(x: number, y: number): Cell | null {
    const box = this.#host.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    return cellAt(this.#camera, x - box.left, y - box.top);
  }

  /** The rectangle of a cell in the window. */
  boxOf(cell: Cell): DOMRect {
    const box = this.#host.getBoundingClientRect();
    const { x, y, unit } = this.#camera;
    return new DOMRect(box.left + x + cell.x * unit, box.top + y + cell.y * unit, unit, unit);
  }

  /** Let the pieces on these cells hop one after the other. */
  cheer(cells: readonly Cell[]): void {
    const leap = [{ transform: "none" }, { transform: "translateY(-0.22em) scale(1.06)" }, { transform: "none" }];
    for (const [at, cell] of cells.entries()) {
      this.#cells.get(key(cell))?.picture?.animate(leap, { duration: 240, delay: 240 + at * 70, easing: "ease-out" });
    }
  }

  /** A piece is being carried over the board from elsewhere: the camera holds still until `release`. */
  hold(): void {
    this.#held = true;
    this.#stopGlide();
    this.#box = this.#host.getBoundingClientRect();
  }

  /** Let an element stand near a cell and move with the board, where it covers no tile; null takes it away. */
  attach(element: HTMLElement | null, cell: Cell | null): void {
    if (this.#note !== null && this.#note !== element) this.#note.remove();
    this.#note = element;
    if (element === null || cell === null) return;
    element.classList.add("board-note");
    if (element.parentElement !== this.#layer) {
      this.#layer.append(element);
      element.addEventListener("pointerdown", (event) => event.stopPropagation());
    }
    const at = this.#roomNear(cell, element.offsetWidth / this.#base, element.offsetHeight / this.#base);
    element.style.left = `${at.x}em`;
    element.style.top = `${at.y}em`;
  }

  /** The nearest place for a box of this size (in cells) that covers no piece and lies in the free part. */
  #roomNear(cell: Cell, width: number, height: number): Cell {
    const tiles = this.#scene.cells.filter((each) => each.piece !== null || each.fits);
    const { width: w, height: h, insets } = this.#frame();
    const { x, y, unit } = this.#camera;
    const free = {
      left: (insets.left + 8 - x) / unit,
      top: (insets.top - y) / unit,
      right: (w - insets.right - 8 - x) / unit,
      bottom: (h - insets.bottom - y) / unit,
    };
    const middle = { x: cell.x + 0.5, y: cell.y + 0.5 };
    let best = { x: cell.x + 1.25, y: cell.y - 0.15 };
    let least = Infinity;
    for (let left = cell.x - 7; left <= cell.x + 7; left += 0.25) {
      for (let top = cell.y - 5; top <= cell.y + 5; top += 0.25) {
        if (left < free.left || top < free.top || left + width > free.right || top + height > free.bottom) continue;
        const covers = tiles.some(
          (each) =>
            each.x + 1.12 > left && each.x - 0.12 < left + width && each.y + 1.12 > top && each.y - 0.12 < top + height,
        );
        // Far is worse, and below or above is worse than beside.
        const away =
          Math.hypot(left + width / 2 - middle.x, 1.3 * (top + height / 2 - middle.y)) + (left < cell.x ? 0.3 : 0);
        if (!covers && away < least) [best, least] = [{ x: left, y: top }, away];
      }
    }
    return best;
  }

  #note: HTMLElement | null = null;
  #box: DOMRect | null = null;

  /** Mark the cell under the carried piece. Called in every frame of a drag: only one transform changes. */
  hover(x: number, y: number): void {
    const box = this.#box;
    if (box === null) return;
    const inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    this.#hover.hidden = !inside;
    if (!inside) return;
    const cell = cellAt(this.#camera, x - box.left, y - box.top);
    this.#hover.style.transform = `translate(${cell.x}em, ${cell.y}em)`;
  }

  release(): void {
    this.#held = false;
    this.#box = null;
    this.#hover.hidden = true;
    if (this.#fitWanted) this.#fit(true);
  }

  /** Put the keyboard's cursor on a cell and focus it. */
  focus(cell: Cell = this.#cursor): void {
    this.#cursor = this.#cells.has(key(cell)) ? cell : (this.#nearest(cell) ?? cell);
    this.#rove();
    this.#cells.get(key(this.#cursor))?.element.focus({ preventScroll: true });
  }

  get cursor(): Cell {
    return this.#cursor;
  }

  destroy(): void {
    cancelAnimationFrame(this.#glide);
    window.clearTimeout(this.#settle);
    for (const stop of this.#stops) stop();
    this.#map.destroy();
    this.#layer.remove();
  }

  #place(cell: SceneCell): void {
    const name = key(cell);
    let view = this.#cells.get(name);
    if (view === undefined) {
      const element = document.createElement("div");
      element.setAttribute("role", "gridcell");
      element.tabIndex = -1;
      element.style.left = `${cell.x}em`;
      element.style.top = `${cell.y}em`;
      element.dataset.cell = name;
      view = { element, picture: null, shown: null };
      this.#cells.set(name, view);
    }
    const { element, shown } = view;
    if (shown?.piece !== cell.piece) {
      if (cell.piece === null) {
        view.picture?.remove();
        view.picture = null;
      } else if (view.picture === null) {
        view.picture = drawPiece(cell.piece);
        element.prepend(view.picture);
        if (this.#settled && !cell.loose && this.#options.animate()) {
          view.picture.animate([{ opacity: 0, transform: "scale(1.3)" }, {}], { duration: 220, easing: "ease-out" });
        }
      } else paint(view.picture, cell.piece);
    }
    const names = ["cell", cell.piece === null ? "is-empty" : "is-tile"];
    if (cell.loose) names.push("is-loose");
    if (cell.fits) names.push("is-fit");
    if (cell.best) names.push("is-best");
    if (cell.glow) names.push("is-glow");
    if (cell.start) names.push("is-start");
    if (cell.order !== undefined) names.push("is-last");
    const wanted = names.join(" ");
    if (element.className !== wanted) element.className = wanted;
    const note = cell.order !== undefined && !cell.loose ? `${cell.order}` : (cell.hint ?? "");
    if ((element.dataset.note ?? "") !== note) {
      if (note === "") delete element.dataset.note;
      else element.dataset.note = note;
    }
    if (shown?.label !== cell.label) element.setAttribute("aria-label", cell.label);
    view.shown = cell;
  }

  /** Rows and cells in reading order, each row an element. */
  #order(sorted: readonly SceneCell[]): void {
    const rows = new Map<number, HTMLElement[]>();
    for (const cell of sorted) {
      const view = this.#cells.get(key(cell));
      if (view === undefined) continue;
      const row = rows.get(cell.y);
      if (row === undefined) rows.set(cell.y, [view.element]);
      else row.push(view.element);
    }
    for (const [y, row] of this.#rows) {
      if (rows.has(y)) continue;
      row.remove();
      this.#rows.delete(y);
    }
    let before: Element | null = this.#world.firstElementChild;
    for (const [y, elements] of rows) {
      let row = this.#rows.get(y);
      if (row === undefined) {
        row = document.createElement("div");
        row.setAttribute("role", "row");
        this.#rows.set(y, row);
      }
      if (row !== before) this.#world.insertBefore(row, before);
      else before = before.nextElementSibling;
      let next: Element | null = row.firstElementChild;
      for (const element of elements) {
        if (element !== next) row.insertBefore(element, next);
        else next = next.nextElementSibling;
      }
    }
  }

  #outline(): void {
    this.#frames.replaceChildren(
      ...this.#scene.outlines.map(({ cells, kind }) => {
        const { left, top, right, bottom } = bounds(cells);
        const element = document.createElement("div");
        element.className = `board-outline is-${kind}`;
        element.style.left = `${left}em`;
        element.style.top = `${top}em`;
        element.style.width = `${right - left + 1}em`;
        element.style.height = `${bottom - top + 1}em`;
        return element;
      }),
    );
  }

  #occupied(): ReturnType<typeof bounds> {
    const tiles = this.#scene.cells.filter((cell) => cell.piece !== null);
    return bounds(tiles.length > 0 ? tiles : this.#scene.cells);
  }

  #frame(): Frame {
    return { ...this.#size, insets: this.#insets };
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    if (width > 0 && height > 0) this.#fit(false);
  }

  #show(camera: Camera, byHand: boolean): void {
    this.#camera = camera;
    if (byHand) this.#moved = true;
    if (this.#base === 0) this.#settleNow();
    const scale = camera.unit / this.#base;
    const size = scale === 1 ? "" : ` scale(${scale})`;
    this.#layer.style.transform = `translate(${camera.x}px, ${camera.y}px)${size}`;
    this.#drawMap();
  }

  /** Draw at the true size: a scaled layer is cheap while it moves and blurred when it stands. */
  #settleNow(): void {
    window.clearTimeout(this.#settle);
    this.#base = this.#camera.unit;
    this.#layer.style.fontSize = `${this.#base}px`;
    this.#layer.classList.toggle("is-small", this.#base < SMALL);
    this.#layer.style.transform = `translate(${this.#camera.x}px, ${this.#camera.y}px)`;
  }

  #settleSoon(): void {
    window.clearTimeout(this.#settle);
    this.#settle = window.setTimeout(() => this.#settleNow(), 120);
  }

  #glideTo(target: Camera): void {
    this.#stopGlide();
    const from = this.#camera;
    const begun = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, (now - begun) / GLIDE);
      this.#show(between(from, target, 1 - (1 - part) ** 3), false);
      if (part < 1) this.#glide = requestAnimationFrame(step);
      else this.#settleNow();
    };
    this.#glide = requestAnimationFrame(step);
  }

  #stopGlide(): Camera {
    cancelAnimationFrame(this.#glide);
    return this.#camera;
  }

  #lookAt(cell: Cell): void {
    const { width, height, insets } = this.#frame();
    const { unit } = this.#camera;
    const x = (insets.left + width - insets.right) / 2 - (cell.x + 0.5) * unit;
    const y = (insets.top + height - insets.bottom) / 2 - (cell.y + 0.5) * unit;
    this.#stopGlide();
    this.#show({ x, y, unit }, true);
  }

  #drawMap(): void {
    const frame = this.#frame();
    const around = this.#occupied();
    const { x, y, unit } = this.#camera;
    const { left, top, right, bottom } = this.#insets;
    const view = {
      left: (left - x) / unit,
      top: (top - y) / unit,
      right: (frame.width - right - x) / unit,
      bottom: (frame.height - bottom - y) / unit,
    };
    const hidden =
      around.left < view.left ||
      around.top < view.top ||
      around.right + 1 > view.right ||
      around.bottom + 1 > view.bottom;
    this.#map.show(hidden && (this.#moved || isCramped(around, frame)) ? view : null);
  }

  #grab(event: PointerEvent, from: Cell): boolean {
    const cell = this.#cells.get(key(from))?.shown;
    if (cell === undefined || cell === null || cell.piece === null || !cell.loose) return false;
    carry(event, {
      piece: cell.piece,
      size: this.#camera.unit,
      lift: () => {
        this.hold();
        this.#cells.get(key(from))?.element.classList.add("is-lifted");
        this.#events.lift?.(from);
      },
      over: (x, y) => this.hover(x, y),
      drop: (at) => {
        this.#cells.get(key(from))?.element.classList.remove("is-lifted");
        this.#events.move(from, at === null ? null : this.cellAt(at.x, at.y), at);
        this.release();
      },
      tap: () => this.#events.choose(from),
    });
    return true;
  }

  #focused(event: FocusEvent): void {
    const name = (event.target as HTMLElement).dataset.cell;
    const cell = name === undefined ? undefined : this.#cells.get(name)?.shown;
    if (!cell) return;
    this.#cursor = { x: cell.x, y: cell.y };
    this.#rove();
    this.reveal(this.#cursor);
    this.#events.cursor?.(this.#cursor);
  }

  /** Exactly one cell can be reached by Tab. */
  #rove(): void {
    const wanted = key(this.#cursor);
    for (const [name, { element }] of this.#cells) {
      const index = name === wanted ? 0 : -1;
      if (element.tabIndex !== index) element.tabIndex = index;
    }
  }

  /** Bring a cell into the free part of the board. */
  reveal(cell: Cell): void {
    if (this.#held) return;
    const { width, height, insets } = this.#frame();
    const { x, y, unit } = this.#camera;
    const [left, top] = [x + cell.x * unit, y + cell.y * unit];
    const push = (at: number, low: number, high: number): number =>
      at < low ? low - at : at + unit > high ? high - at - unit : 0;
    const dx = push(left, insets.left + 6, width - insets.right - 6);
    const dy = push(top, insets.top + 6, height - insets.bottom - 6);
    if (dx !== 0 || dy !== 0) this.#show(pan(this.#stopGlide(), dx, dy), true);
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    if (event.altKey || event.metaKey) return;
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = this.#next(this.#cursor, step);
      if (next !== null) this.focus(next);
    } else if ((event.key === "Enter" || event.key === " ") && !event.ctrlKey) {
      event.preventDefault();
      this.#events.choose(this.#cursor);
    }
  }

  /** The next cell in a direction: the neighbour in line, else the nearest one that lies ahead. */
  #next(from: Cell, [dx, dy]: readonly [number, number]): Cell | null {
    let found: Cell | null = null;
    let least = Infinity;
    for (const { shown } of this.#cells.values()) {
      if (shown === null) continue;
      const ahead = (shown.x - from.x) * dx + (shown.y - from.y) * dy;
      const aside = Math.abs((shown.x - from.x) * dy) + Math.abs((shown.y - from.y) * dx);
      if (ahead <= 0) continue;
      const cost = ahead + aside * 40;
      if (cost < least) [least, found] = [cost, { x: shown.x, y: shown.y }];
    }
    return found;
  }

  #nearest(to: Cell): Cell | null {
    let found: Cell | null = null;
    let least = Infinity;
    for (const { shown } of this.#cells.values()) {
      if (shown === null) continue;
      const away = Math.abs(shown.x - to.x) + Math.abs(shown.y - to.y);
      if (away < least) [least, found] = [away, { x: shown.x, y: shown.y }];
    }
    return found;
  }
}
