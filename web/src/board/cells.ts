// The scene on the page: an ARIA grid of rows and cells, and the frames round runs of cells. What stays the same from one
// scene to the next is not touched, so that focus and animations survive.
import { bounds, key, type Cell } from "./camera";
import { drawPiece, paint } from "./piece";
import { classOf, inReadingOrder, noteOf, type Outline, type Scene, type SceneCell } from "./scene";

interface CellView {
  readonly element: HTMLElement;
  picture: SVGSVGElement | null;
  shown: SceneCell;
}

export class Cells {
  readonly grid = document.createElement("div");
  readonly frames = document.createElement("div");
  readonly #rows = new Map<number, HTMLElement>();
  readonly #views = new Map<string, CellView>();
  readonly #animate: () => boolean;
  /** A first scene has been shown: what comes later may be seen to come. */
  #settled = false;
  #framed = "[]";

  constructor(label: string, animate: () => boolean) {
    this.#animate = animate;
    this.grid.className = "board-world";
    this.grid.setAttribute("role", "grid");
    this.setLabel(label);
    this.frames.className = "board-frames";
    this.frames.setAttribute("aria-hidden", "true");
  }

  setLabel(label: string): void {
    this.grid.setAttribute("aria-label", label);
  }

  /** Show a scene; whether the cell that had the focus went away. */
  draw(scene: Scene): boolean {
    const sorted = inReadingOrder(scene.cells);
    for (const cell of sorted) this.#place(cell);
    const wanted = new Set(sorted.map(key));
    const lost = [...this.#views].filter(([name]) => !wanted.has(name));
    const hadFocus = lost.some(([, view]) => view.element === document.activeElement);
    for (const [name, view] of lost) {
      view.element.remove();
      this.#views.delete(name);
    }
    this.#settled ||= scene.cells.length > 0;
    this.#order(sorted);
    // A frame that stays is not drawn again: it may be fading in.
    const framed = JSON.stringify(scene.outlines);
    if (framed !== this.#framed) this.frames.replaceChildren(...scene.outlines.map(drawOutline));
    this.#framed = framed;
    return hadFocus;
  }

  /** Every cell there is, the oldest first. */
  all(): SceneCell[] {
    return [...this.#views.values()].map((view) => view.shown);
  }

  at(cell: Cell): SceneCell | undefined {
    return this.#views.get(key(cell))?.shown;
  }

  /** The cell whose element this is. */
  of(element: HTMLElement): SceneCell | undefined {
    return this.#views.get(element.dataset.cell ?? "")?.shown;
  }

  /** Exactly this cell can be reached by Tab. */
  rove(cursor: Cell): void {
    const wanted = key(cursor);
    for (const [name, { element }] of this.#views) {
      const index = name === wanted ? 0 : -1;
      if (element.tabIndex !== index) element.tabIndex = index;
    }
  }

  focus(cell: Cell): void {
    this.#views.get(key(cell))?.element.focus({ preventScroll: true });
  }

  /** Its piece is in the air. */
  setLifted(cell: Cell, lifted: boolean): void {
    this.#views.get(key(cell))?.element.classList.toggle("is-lifted", lifted);
  }

  /** Let the pieces on these cells hop one after the other. */
  cheer(cells: readonly Cell[]): void {
    const leap = [{ transform: "none" }, { transform: "translateY(-0.22em) scale(1.06)" }, { transform: "none" }];
    for (const [at, cell] of cells.entries()) {
      const picture = this.#views.get(key(cell))?.picture;
      picture?.animate(leap, { duration: 240, delay: 240 + at * 70, easing: "ease-out" });
    }
  }

  /** Let the pieces on these cells come from a place of the window, one after the other. */
  arrive(cells: readonly Cell[], from: DOMRect): void {
    if (!this.#animate()) return;
    const pictures = cells.flatMap((cell) => this.#views.get(key(cell))?.picture ?? []);
    for (const picture of pictures) for (const other of picture.getAnimations()) other.cancel();
    // All are measured before the first one moves: what moves makes the browser lay out anew.
    const goals = pictures.map((picture) => picture.getBoundingClientRect());
    for (const [at, picture] of pictures.entries()) {
      const to = goals[at] as DOMRect;
      const [dx, dy] = [
        from.left + from.width / 2 - to.left - to.width / 2,
        from.top + from.height / 2 - to.top - to.height / 2,
      ];
      picture.animate(
        [{ opacity: 0, transform: `translate(${dx}px, ${dy}px) scale(.5)` }, { opacity: 1, offset: 0.3 }, {}],
        {
          duration: 240,
          delay: at * 60,
          easing: "cubic-bezier(.2,.7,.3,1)",
          fill: "backwards",
        },
      );
    }
  }

  #place(cell: SceneCell): void {
    const name = key(cell);
    const known = this.#views.get(name);
    const view = known ?? { element: drawCell(cell), picture: null, shown: cell };
    if (known === undefined) this.#views.set(name, view);
    const { element, shown } = view;
    if (known === undefined || shown.piece !== cell.piece) this.#paint(view, cell);
    const wanted = classOf(cell);
    if (element.className !== wanted) element.className = wanted;
    const note = noteOf(cell);
    if ((element.dataset.note ?? "") !== note) {
      if (note === "") delete element.dataset.note;
      else element.dataset.note = note;
    }
    if (known === undefined || shown.label !== cell.label) element.setAttribute("aria-label", cell.label);
    view.shown = cell;
  }

  #paint(view: CellView, { piece, loose }: SceneCell): void {
    if (piece === null) {
      view.picture?.remove();
      view.picture = null;
    } else if (view.picture === null) {
      view.picture = drawPiece(piece);
      view.element.prepend(view.picture);
      if (this.#settled && !loose && this.#animate()) {
        view.picture.animate([{ opacity: 0, transform: "scale(1.3)" }, {}], { duration: 220, easing: "ease-out" });
      }
    } else paint(view.picture, piece);
  }

  /** Rows and cells in reading order, each row an element. */
  #order(sorted: readonly SceneCell[]): void {
    const rows = new Map<number, HTMLElement[]>();
    for (const cell of sorted) {
      const view = this.#views.get(key(cell));
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
    let before: Element | null = this.grid.firstElementChild;
    for (const [y, elements] of rows) {
      let row = this.#rows.get(y);
      if (row === undefined) {
        row = document.createElement("div");
        row.setAttribute("role", "row");
        this.#rows.set(y, row);
      }
      if (row !== before) this.grid.insertBefore(row, before);
      else before = before.nextElementSibling;
      let next: Element | null = row.firstElementChild;
      for (const element of elements) {
        if (element !== next) row.insertBefore(element, next);
        else next = next.nextElementSibling;
      }
    }
  }
}

function drawCell(cell: Cell): HTMLElement {
  const element = document.createElement("div");
  element.setAttribute("role", "gridcell");
  element.tabIndex = -1;
  element.style.left = `${cell.x}em`;
  element.style.top = `${cell.y}em`;
  element.dataset.cell = key(cell);
  return element;
}

function drawOutline({ cells, kind, note }: Outline): HTMLElement {
  const { left, top, right, bottom } = bounds(cells);
  const element = document.createElement("div");
  element.className = `board-outline is-${kind} ${bottom > top ? "is-column" : "is-row"}`;
  if (note !== undefined) element.dataset.note = note;
  element.style.left = `${left}em`;
  element.style.top = `${top}em`;
  element.style.width = `${right - left + 1}em`;
  element.style.height = `${bottom - top + 1}em`;
  return element;
}
