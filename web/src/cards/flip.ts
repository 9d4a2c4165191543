// Movement that shows where a card came from: remember where things are, let the page change, and let each thing travel
// from its old place to the new one. Under 250 ms, and nothing at all when the reader wants no motion.
import { mayMove } from "../settings";

export const TRAVEL = 220;
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
  element.animate(
    [
      { transform: start, zIndex: 5 },
      { transform: "none", zIndex: 5 },
    ],
    {
      duration: TRAVEL,
      easing: "cubic-bezier(.2,.7,.3,1)",
    },
  );
}

/** After the page changed: let everything with this attribute come from its old place. */
export function settle(root: ParentNode, attribute: string, before: Places): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
    const from = before.get(element.getAttribute(attribute) ?? "");
    if (from !== undefined) travel(element, from);
  }
}

/** Pictures fly to a place and are gone: a Qwirkle on its way to its owner's stacks. */
export function fly(pictures: readonly { picture: Element; from: DOMRect }[], goal: DOMRect): void {
  if (!mayMove()) return;
  for (const { picture, from } of pictures) {
    const copy = document.createElement("div");
    copy.className = "flying";
    copy.append(picture);
    copy.style.left = `${from.left}px`;
    copy.style.top = `${from.top}px`;
    copy.style.width = copy.style.height = `${from.width}px`;
    document.body.append(copy);
    const [dx, dy] = [
      goal.left + goal.width / 2 - from.left - from.width / 2,
      goal.top + goal.height / 2 - from.top - from.height / 2,
    ];
    copy
      .animate(
        [
          { transform: "none", opacity: 1 },
          { transform: `translate(${dx}px, ${dy}px) scale(.4)`, opacity: 0.2 },
        ],
        {
          duration: TRAVEL + 25,
          easing: "ease-in",
        },
      )
      .finished.then(
        () => copy.remove(),
        () => copy.remove(),
      );
  }
}
