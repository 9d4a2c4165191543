// Cards carried by mouse or finger over the table: what lies below them, and rows that come closer at the edge.
import { tick } from "svelte";
import { carry, isCarrying } from "../board/drag";
import { settings } from "../settings";
import { play as sound } from "../sound";
import type { Card, Target } from "./draft";
import { places, settle } from "../movement";
import type { CardTurn } from "./turn.svelte";

/** How near to the edge of the list the rows begin to come closer, in pixels. */
const EDGE = 40;

export class Carrying {
  /** The lane below what is carried. */
  over = $state<number | "new" | null>(null);
  readonly #turn: CardTurn;
  readonly #root: () => HTMLElement;
  readonly #rows: () => HTMLElement;
  #drift = 0;

  constructor(turn: CardTurn, root: () => HTMLElement, rows: () => HTMLElement) {
    this.#turn = turn;
    this.#root = root;
    this.#rows = rows;
  }

  /** Attached to the rows: they scroll under a finger, but not while it carries a card. */
  readonly hold = (rows: HTMLElement): (() => void) => {
    const still = (event: TouchEvent): void => {
      if (event.cancelable && isCarrying()) event.preventDefault();
    };
    rows.addEventListener("touchmove", still, { passive: false });
    return () => rows.removeEventListener("touchmove", still);
  };

  /** A pointer goes down on a card: it and whatever is chosen with it may be carried. */
  press(event: PointerEvent, card: Card): void {
    const turn = this.#turn;
    const ids = turn.selected.includes(card.id) ? [...turn.selected] : [card.id];
    carry(event, {
      piece: card.piece,
      size: (event.currentTarget as HTMLElement).offsetWidth,
      scrolls: turn.draft.whereIs(card.id) !== null,
      lift: () => {
        turn.selected = ids;
        if (event.pointerType === "touch" && settings().vibration) navigator.vibrate?.(8);
        if (ids.length > 1) document.querySelector(".carried")?.setAttribute("data-count", `${ids.length}`);
      },
      over: (x, y) => {
        const goal = placeAt(x, y);
        this.over = goal === "home" ? null : goal;
        this.#scrollAt(y);
      },
      drop: (at) => {
        this.over = null;
        this.#drift = 0;
        const goal = at === null ? null : placeAt(at.x, at.y);
        const from = places(this.#root(), "data-card");
        if (goal !== null && turn.move(goal, ids)) sound("place");
        turn.selected = [];
        void tick().then(() => {
          reveal(this.#root(), ids[0]);
          settle(this.#root(), "data-card", from);
        });
      },
      tap: () => {},
    });
  }

  /** Rows that are out of sight come closer while cards are carried along the edge of the list. */
  #scrollAt(y: number): void {
    const box = this.#rows().getBoundingClientRect();
    const idle = this.#drift === 0;
    this.#drift = y < box.top + EDGE ? -1 : y > box.bottom - EDGE && y < box.bottom + EDGE ? 1 : 0;
    if (idle && this.#drift !== 0) requestAnimationFrame(this.#scrollOn);
  }

  readonly #scrollOn = (): void => {
    if (this.#drift === 0) return;
    this.#rows().scrollTop += this.#drift * 7;
    requestAnimationFrame(this.#scrollOn);
  };
}

function placeAt(x: number, y: number): Target | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const lane = element.closest<HTMLElement>("[data-lane]")?.dataset.lane;
    if (lane !== undefined) return lane === "new" ? "new" : Number(lane);
    if (element.closest("[data-hand]")) return "home";
  }
  return null;
}

/** Where a card went is to be seen. */
export function reveal(root: ParentNode, id: number | undefined): void {
  root.querySelector(`[data-card="${id}"]`)?.closest("[data-lane]")?.scrollIntoView({ block: "nearest" });
}
