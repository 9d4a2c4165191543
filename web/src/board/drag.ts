// Carrying a piece by pointer: a picture follows the finger in animation frames, nothing else is laid out meanwhile.
// A press that does not move is a tap. On touch the picture is larger and hangs above the finger, as a loupe.
import { drawPiece } from "./piece";

const SLACK = 6;
const LOUPE = 1.6;
/** How long a finger rests on a piece of a scrolling list before it is lifted, in milliseconds. */
const HOLD = 180;

export interface Carried {
  readonly piece: string;
  /** Size of the piece while it is carried, in pixels. */
  readonly size: number;
  /** It lies in a list that scrolls up and down: a finger lifts it by resting on it, or sideways. */
  readonly scrolls?: boolean;
  /** The press became a drag. */
  lift(): void;
  /** The middle of the piece is here now (client coordinates). */
  over(x: number, y: number): void;
  /** Let go here; null when the drag was broken off. */
  drop(at: { readonly x: number; readonly y: number } | null): void;
  /** It never moved: a tap. */
  tap(): void;
}

/** While a piece is carried, no text is marked. */
const still = (event: Event): void => event.preventDefault();

/** Whether a piece is carried now. */
export const isCarrying = (): boolean => document.querySelector(".carried") !== null;

/** Begin with a pointerdown on the source element. */
export function carry(event: PointerEvent, carried: Carried): void {
  const start = { x: event.clientX, y: event.clientY };
  const touch = event.pointerType === "touch";
  const id = event.pointerId;
  let at = start;
  let picture: HTMLElement | null = null;
  const cover = document.createElement("div");
  let frame = 0;
  const rests = touch && carried.scrolls ? window.setTimeout(() => lift(), HOLD) : 0;

  const middle = (): { x: number; y: number } => (touch ? { x: at.x, y: at.y - carried.size * 0.9 } : at);
  const draw = (): void => {
    frame = 0;
    if (picture === null) return;
    const { x, y } = middle();
    picture.style.transform = `translate3d(${x}px, ${y}px, 0) translate(-50%, -50%)`;
    carried.over(x, y);
  };
  const lift = (): void => {
    window.clearTimeout(rests);
    picture = document.createElement("div");
    picture.className = "carried";
    const size = carried.size * (touch ? LOUPE : 1.08);
    picture.style.width = picture.style.height = `${size}px`;
    picture.append(drawPiece(carried.piece));
    document.body.append(picture);
    // The hand's cursor is that of a sheet over all: a rule for everything would have every style of the page made anew.
    cover.className = "carrying";
    if (!touch) document.body.append(cover);
    window.addEventListener("selectstart", still);
    carried.lift();
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const move = (next: PointerEvent): void => {
    if (next.pointerId !== id) return;
    at = { x: next.clientX, y: next.clientY };
    if (picture === null) {
      const [dx, dy] = [Math.abs(at.x - start.x), Math.abs(at.y - start.y)];
      if (Math.hypot(dx, dy) <= SLACK) return;
      if (rests !== 0 && dy >= dx) {
        stop(); // the list scrolls
        return;
      }
      lift();
    }
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const end = (next: PointerEvent): void => {
    if (next.pointerId !== id) return;
    stop();
    if (picture === null) {
      if (next.type === "pointerup") carried.tap();
      return;
    }
    picture.remove();
    carried.drop(next.type === "pointerup" ? middle() : null);
  };
  const escape = (pressed: KeyboardEvent): void => {
    if (pressed.key !== "Escape" || picture === null) return;
    pressed.stopPropagation();
    stop();
    picture.remove();
    carried.drop(null);
  };
  const stop = (): void => {
    window.clearTimeout(rests);
    cancelAnimationFrame(frame);
    cover.remove();
    window.removeEventListener("selectstart", still);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    window.removeEventListener("keydown", escape, true);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  window.addEventListener("keydown", escape, true);
}
