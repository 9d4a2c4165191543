// The board on the page: cells under a camera. It shows a scene that it is given and reports taps, drops and the cursor;
// it knows neither the rules nor the server, nor any word but those in the scene. This is all that others may call.
//   state.ts, scene.ts, camera.ts, cursor.ts, room.ts   what is known and what follows from it: pure, without a page
//   layer.ts, cells.ts, minimap.ts, piece.ts            the drawing
//   gestures.ts, drag.ts                                fingers, mouse and wheel
import { cellAt, lookAt, middleOf, pan, revealing, zoom, type Camera, type Cell, type Units } from "./camera";
import { Cells } from "./cells";
import { nearest, next, STEPS } from "./cursor";
import { carry } from "./drag";
import { watch } from "./gestures";
import { Layer } from "./layer";
import { MiniMap } from "./minimap";
import { tilesOf, type Scene } from "./scene";
import { fitted, fresh, mapped, noteRoom, sameInsets, within, type Insets } from "./state";

export type { Outline, Scene, SceneCell } from "./scene";

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
  /** Cells of another size than the frame suggests. */
  readonly units?: Units;
}

export class Board {
  readonly #host: HTMLElement;
  readonly #events: BoardEvents;
  readonly #options: BoardOptions;
  readonly #state = fresh();
  readonly #cells: Cells;
  readonly #hover = document.createElement("div");
  readonly #layer: Layer;
  readonly #map: MiniMap;
  readonly #stops: (() => void)[] = [];
  /** Where the board lies in the window while a piece is held: a drag measures nothing. */
  #box: DOMRect | null = null;

  /** Draw an empty board into an element, which it fills. */
  constructor(host: HTMLElement, events: BoardEvents, options: BoardOptions) {
    this.#host = host;
    this.#events = events;
    this.#options = options;
    this.#state.frame = { ...this.#state.frame, units: options.units };
    host.classList.add("board-host");
    this.#hover.className = "board-hover";
    this.#hover.hidden = true;
    this.#hover.setAttribute("aria-hidden", "true");
    this.#cells = new Cells(options.label, options.animate);
    this.#layer = new Layer(this.#cells.grid, this.#cells.frames, this.#hover);
    host.append(this.#layer.element);
    this.#map = new MiniMap(host, (cell) => this.#moveBy((camera) => lookAt(camera, this.#state.frame, cell)));
    this.#listen();
    this.#resize();
  }

  /** Show a scene; what stays the same on the page is not touched, so focus and animations survive. */
  set(scene: Scene): void {
    this.#state.scene = scene;
    const lostFocus = this.#cells.draw(scene);
    this.#toCursor(this.#state.cursor);
    if (lostFocus) this.#cells.focus(this.#state.cursor);
    this.#map.set(tilesOf(scene));
    this.#map.giveWay(scene.cells.some((cell) => cell.fits === true));
    this.#map.show(mapped(this.#state));
  }

  /** Say what panels cover; the board keeps clear of it from then on. */
  setInsets(insets: Insets): void {
    const { frame, moved } = this.#state;
    if (sameInsets(insets, frame.insets)) return;
    this.#state.frame = { ...frame, insets };
    if (!moved) this.#fit(false);
  }

  /** Say what the board is called. */
  setLabel(label: string): void {
    this.#cells.setLabel(label);
  }

  /** Show the tiles, all of them as long as cells can be hit. While a tile is held nothing moves; it is done when it is let go. */
  fit(glide = true): void {
    this.#state.whole = false;
    this.#fit(glide);
  }

  /** Show all tiles, however small. */
  fitWhole(): void {
    this.#state.whole = true;
    this.#fit(true);
  }

  /** Zoom about the middle of the free part. */
  zoomBy(factor: number): void {
    const { x, y } = middleOf(this.#state.frame);
    this.#moveBy((camera) => zoom(camera, factor, x, y));
    this.#layer.settleSoon();
  }

  /** Bring a cell into the free part of the board. */
  reveal(cell: Cell): void {
    const { camera, frame, held } = this.#state;
    if (held) return;
    const wanted = revealing(camera, frame, cell);
    if (wanted !== camera) this.#moveBy(() => wanted);
  }

  /** How many pixels a cell has. */
  get unit(): number {
    return this.#state.camera.unit;
  }

  /** The cell under a point of the window, or null when the point is off the board. */
  cellAt(x: number, y: number): Cell | null {
    return this.#cellIn(this.#host.getBoundingClientRect(), x, y);
  }

  /** Let the pieces on these cells come from a place of the window. */
  arrive(cells: readonly Cell[], from: DOMRect): void {
    this.#cells.arrive(cells, from);
  }

  /** Let the pieces on these cells hop one after the other. */
  cheer(cells: readonly Cell[]): void {
    this.#cells.cheer(cells);
  }

  /** A piece is being carried over the board from elsewhere: the camera holds still until `release`. */
  hold(): void {
    this.#state.held = true;
    this.#layer.stop();
    this.#state.camera = this.#layer.camera;
    this.#box = this.#host.getBoundingClientRect();
  }

  /** Mark the cell under the carried piece. Called in every frame of a drag: only one transform changes. */
  hover(x: number, y: number): void {
    if (this.#box === null) return;
    const cell = this.#cellIn(this.#box, x, y);
    this.#hover.hidden = cell === null;
    if (cell !== null) this.#hover.style.transform = `translate(${cell.x}em, ${cell.y}em)`;
  }

  /** The piece was let go: the camera may move again, and does what it was asked to meanwhile. */
  release(): void {
    this.#state.held = false;
    this.#box = null;
    this.#hover.hidden = true;
    if (this.#state.fitWanted) this.#fit(true);
  }

  /** Let an element stand near a cell and move with the board, where it covers no tile; null takes it away. */
  attach(element: HTMLElement, cell: Cell | null): void {
    if (cell === null) {
      element.remove();
      return;
    }
    element.classList.add("board-note");
    if (element.parentElement !== this.#layer.element) {
      this.#layer.element.append(element);
      element.addEventListener("pointerdown", (event) => event.stopPropagation());
    }
    const { base } = this.#layer;
    const size = { width: element.offsetWidth / base, height: element.offsetHeight / base };
    const at = noteRoom(this.#state, cell, size);
    element.style.left = `${at.x}em`;
    element.style.top = `${at.y}em`;
  }

  /** Put the keyboard's cursor on a cell, or on the nearest one, and focus it. */
  focus(cell: Cell = this.#state.cursor): void {
    this.#toCursor(cell);
    this.#cells.focus(this.#state.cursor);
  }

  /** Where the keyboard's cursor is. */
  get cursor(): Cell {
    return this.#state.cursor;
  }

  /** Take the board off the page; it is of no use afterwards. */
  destroy(): void {
    for (const stop of this.#stops) stop();
    this.#map.destroy();
    this.#layer.destroy();
  }

  #listen(): void {
    const at = (px: number, py: number): Cell => cellAt(this.#layer.camera, px, py);
    // What a finger came down on is what it meant, though the board may glide before it is lifted.
    let pressed: Cell = { x: 0, y: 0 };
    this.#stops.push(
      watch(this.#host, {
        tap: () => this.#events.choose(pressed),
        grab: (event, px, py) => this.#grab(event, (pressed = at(px, py))),
        pan: (dx, dy) => this.#moveBy((camera) => pan(camera, dx, dy)),
        zoom: (factor, px, py) => this.#moveBy((camera) => zoom(camera, factor, px, py)),
        rest: () => this.#layer.settleSoon(),
        holding: () => this.#state.held,
      }),
    );
    const sizes = new ResizeObserver(() => this.#resize());
    sizes.observe(this.#host);
    this.#stops.push(() => sizes.disconnect());
    this.#cells.grid.addEventListener("keydown", (event) => this.#key(event));
    this.#cells.grid.addEventListener("focusin", (event) => this.#focused(event));
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    const { frame } = this.#state;
    if (width === frame.width && height === frame.height) return;
    this.#state.frame = { ...frame, width, height };
    if (width > 0 && height > 0) this.#fit(false);
  }

  #fit(glide: boolean): void {
    const state = this.#state;
    state.fitWanted = state.held;
    if (state.held) return;
    state.moved = false;
    const target = fitted(state);
    if (glide && this.#options.animate() && this.#layer.base > 0) {
      this.#layer.glide(target);
      this.#look(target);
      return;
    }
    this.#show(target);
    this.#layer.settle();
  }

  /** Move the camera by hand. */
  #moveBy(change: (camera: Camera) => Camera): void {
    this.#state.moved = true;
    this.#show(within(this.#state, change(this.#layer.camera)));
  }

  #show(camera: Camera): void {
    this.#layer.show(camera);
    this.#look(camera);
  }

  #look(camera: Camera): void {
    this.#state.camera = camera;
    this.#map.show(mapped(this.#state));
  }

  #cellIn(box: DOMRect, x: number, y: number): Cell | null {
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    return cellAt(this.#layer.camera, x - box.left, y - box.top);
  }

  #grab(event: PointerEvent, from: Cell): boolean {
    const cell = this.#cells.at(from);
    if (cell === undefined || cell.piece === null || !cell.loose) return false;
    carry(event, {
      piece: cell.piece,
      size: this.unit,
      lift: () => {
        this.hold();
        this.#cells.setLifted(from, true);
        this.#events.lift?.(from);
      },
      over: (x, y) => this.hover(x, y),
      drop: (at) => {
        this.#cells.setLifted(from, false);
        this.#events.move(from, at === null ? null : this.cellAt(at.x, at.y), at);
        this.release();
      },
      tap: () => this.#events.choose(from),
    });
    return true;
  }

  /** The cursor stands on a cell that is there, and only that one can be reached by Tab. */
  #toCursor(cell: Cell): void {
    const known = this.#cells.at(cell) === undefined ? nearest(this.#cells.all(), cell) : cell;
    this.#state.cursor = known ?? cell;
    this.#cells.rove(this.#state.cursor);
  }

  #focused(event: FocusEvent): void {
    const cell = this.#cells.of(event.target as HTMLElement);
    if (cell === undefined) return;
    const cursor = { x: cell.x, y: cell.y };
    this.#toCursor(cursor);
    this.reveal(cursor);
    this.#events.cursor?.(cursor);
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const { cursor } = this.#state;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to = next(this.#cells.all(), cursor, step);
      if (to !== null) this.focus(to);
    } else if ((event.key === "Enter" || event.key === " ") && !event.ctrlKey) {
      event.preventDefault();
      this.#events.choose(cursor);
    }
  }
}
