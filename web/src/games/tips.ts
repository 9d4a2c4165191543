// Which of the rule book's tips fits what has just happened. It looks at what the server told, never further.
import { split } from "../pieces";
import type { Happening } from "../session.svelte";
import type { CardsLaid, View } from "../wire.gen";

export type Tip = "count" | "many" | "five" | "exchange" | "rows" | "both" | "stacks" | "cards.five";

const FIVE = 5;
const FEW = 3;
/** When this many are left it pays to count. */
const LATE = 45;

/** A tip for this seat after an event, or null. `view` is the view after it. */
export function tipFor(event: Happening, view: View, seat: number): Tip | null {
  if (event.type === "settled" && event.exists && event.seat === seat) return "both";
  if (event.type !== "played") return null;
  if (event.laid.game === "cards") return cardTip(event.laid, view, seat);
  const { lines } = event.laid;
  if (event.seat === seat) {
    if (lines.some((line) => line.cells.length === FIVE)) return "five";
    const own = view.sheet.filter((entry) => entry.seat === seat);
    const lean = own.slice(-2);
    if (lean.length === 2 && lean.every((entry) => entry.points <= FEW && !entry.move.startsWith("swap")))
      return "exchange";
    if (lines.length === 1 && own.length >= 2 && event.move.includes(" ")) return "many";
    return null;
  }
  if (view.now.to_move === seat && view.now.bag <= LATE && view.now.bag > 0 && view.now.unseen?.includes("0"))
    return "count";
  return null;
}

function cardTip({ rows, taken }: CardsLaid, view: View, seat: number): Tip | null {
  const mine = view.now.to_move === seat;
  if (taken.length > 0) return "stacks";
  const sizes = rows.map((row) => split(row).length);
  if (mine && sizes.includes(FIVE)) return "cards.five";
  return mine && sizes.includes(4) ? "rows" : null;
}
