// Movement that shows where a piece came from: remember where things are, let the page change, and let each thing travel
// from its old place to the new one, by transform and opacity alone. Under 250 ms, and nothing at all when the reader wants
// no motion.
import { drawPiece } from "./board/piece";
import { mayMove } from "./settings";

export const TRAVEL = 220;
/** Between pieces that come one after the other. */
export const STEP = 60;
export const EASING = "cubic-bezier(.2,.7,.3,1)";
type Places = ReadonlyMap<string, DOMRect>;

/** Where every element with this data attribute is now, by its value. */
export function places(root: ParentNode, attribute: string): Places {
  const found = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
    found.set(element.getAttribute(attribute) ?? "", element.getBoundingClientRect());
  }
  return found;
}

/** Let an element come from another place. */
export function travel(element: HTMLElement, from: DOMRect): void {
  if (!mayMove()) return;
  const to = element.getBoundingClientRect();
  if (to.width === 0 || from.width === 0) return;
  const [dx, dy, scale] = [from.left - to.left, from.top - to.top, from.width / to.width];
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  const start = `translate(${dx}px, ${dy}px) scale(${scale})`;
  element.style.transformOrigin = "0 0";
  // Above what it passes; a number in the keyframes would be more than transform and opacity.
  element.style.zIndex = "5";
  const done = (): string => (element.style.zIndex = "");
  element
    .animate([{ transform: start }, { transform: "none" }], { duration: TRAVEL, easing: EASING })
    .finished.then(done, done);
}

/** After the page changed: let everything with this attribute come from its old place. */
export function settle(root: ParentNode, attribute: string, before: Places): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
    const from = before.get(element.getAttribute(attribute) ?? "");
    if (from !== undefined) travel(element, from);
  }
}

/** Where a player sits, or the bag lies: the first place of that name that is in sight. */
export function placeOf(what: number | "bag"): DOMRect | undefined {
  const boxes = [...document.querySelectorAll(`[data-place="${what}"]`)].map((place) => place.getBoundingClientRect());
  return boxes.find((box) => box.width > 0);
}

/** Pieces, seen from behind, go from the bag to whoever draws them, after what the turn has moved. */
export function draw(count: number, bag: DOMRect | undefined, owner: DOMRect | undefined): void {
  if (bag === undefined || owner === undefined) return;
  const size = Math.min(bag.height, 34);
  const from = new DOMRect(bag.left + bag.width / 2 - size / 2, bag.top + bag.height / 2 - size / 2, size, size);
  const backs = Array.from({ length: count }, () => ({ picture: drawPiece("?"), from }));
  fly(backs, owner, TRAVEL);
}

/** Pictures fly to a place and are gone: a Qwirkle on its way to its owner's stacks. `later`: milliseconds from now. */
export function fly(pictures: readonly { picture: Element; from: DOMRect }[], goal: DOMRect, later = 0): void {
  if (!mayMove()) return;
  const copies = pictures.map(({ picture, from }) => {
    const copy = document.createElement("div");
    copy.className = "flying";
    copy.append(picture);
    copy.style.left = `${from.left}px`;
    copy.style.top = `${from.top}px`;
    copy.style.width = copy.style.height = `${from.width}px`;
    return copy;
  });
  air().append(...copies);
  const flights = copies.map((copy, at) => {
    const from = pictures[at]?.from ?? goal;
    const [dx, dy] = [
      goal.left + goal.width / 2 - from.left - from.width / 2,
      goal.top + goal.height / 2 - from.top - from.height / 2,
    ];
    // Those that start later are not seen before, and come one by one.
    const begin = later === 0 ? [{}] : [{ opacity: 0 }, { opacity: 1, offset: 0.1 }];
    const there = { transform: `translate(${dx}px, ${dy}px) scale(.4)`, opacity: 0 };
    return copy.animate([...begin, there], {
      duration: TRAVEL + 25,
      easing: "ease-in",
      delay: later === 0 ? 0 : later + at * STEP,
      fill: "both",
    }).finished;
  });
  // All at once: each change of what lies there costs a frame.
  void Promise.allSettled(flights).then(() => copies.forEach((copy) => copy.remove()));
}

/** Where pieces fly: over the page and laid out apart from it, so that the page is not laid out anew for a flight. */
function air(): Element {
  const found = document.querySelector("body > .air");
  if (found !== null) return found;
  const made = document.createElement("div");
  made.className = "air";
  document.body.append(made);
  return made;
}
