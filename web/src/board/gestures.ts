// Fingers, mouse and wheel on the board, told apart: tap, grab of a loose tile, pan with one pointer, pinch with two.
// The pinch is anchored at the midpoint and seeded again whenever the set of pointers changes, so that nothing jumps.

export interface GestureTarget {
  /** A short press that did not move, where `grab` was asked last. */
  tap(): void;
  /** Whether the press at this point takes hold of something; then the gesture is the taker's. */
  grab(event: PointerEvent, px: number, py: number): boolean;
  pan(dx: number, dy: number): void;
  zoom(factor: number, px: number, py: number): void;
  /** All pointers are up after a pan or pinch. */
  rest(): void;
  /** Whether a tile is held: the camera stays still then. */
  holding(): boolean;
}

const SLACK = 7;

interface Finger {
  x: number;
  y: number;
}

/** Watch an element; the answer stops watching. */
export function watch(element: HTMLElement, target: GestureTarget): () => void {
  const fingers = new Map<number, Finger>();
  let moved = 0;
  let pinch: { distance: number; x: number; y: number } | null = null;
  let several = false;

  const local = (event: PointerEvent | WheelEvent): Finger => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const measure = (): typeof pinch => {
    const [a, b] = [...fingers.values()];
    if (a === undefined || b === undefined) return null;
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  const down = (event: PointerEvent): void => {
    if (event.button > 1 || target.holding()) return;
    const at = local(event);
    if (fingers.size === 0) {
      if (event.button === 0 && target.grab(event, at.x, at.y)) return;
      moved = 0;
      several = false;
    }
    fingers.set(event.pointerId, at);
    several ||= fingers.size > 1;
    pinch = measure();
    element.setPointerCapture(event.pointerId);
  };

  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    if (before === undefined || target.holding()) return;
    const at = local(event);
    if (fingers.size === 1) {
      const [dx, dy] = [at.x - before.x, at.y - before.y];
      moved += Math.hypot(dx, dy);
      // Below the slack nothing is remembered as moved, so a trembling tap neither pans nor drifts.
      if (moved <= SLACK) return;
      target.pan(dx, dy);
    }
    fingers.set(event.pointerId, at);
    if (fingers.size > 1) {
      const next = measure();
      if (pinch !== null && next !== null) {
        target.pan(next.x - pinch.x, next.y - pinch.y);
        if (pinch.distance > 0) target.zoom(next.distance / pinch.distance, next.x, next.y);
      }
      pinch = next;
    }
  };

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    pinch = measure();
    if (fingers.size > 0) return;
    if (event.type === "pointerup" && moved <= SLACK && !several && event.button === 0) target.tap();
    else target.rest();
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (target.holding()) return;
    const at = local(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    target.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 100 : 500)), at.x, at.y);
    target.rest();
  };

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("wheel", wheel, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("wheel", wheel);
  };
}
