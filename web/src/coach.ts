// The coach says each tip only a few times; games/tips.ts says which one fits.
import type { Tip } from "./games/tips";
import { keepJson, readJson } from "./storage";

const MOST = 2;

/** How often each tip has been shown on this device. */
export function shown(): Record<string, number> {
  const kept = readJson("sixfold.tips");
  return typeof kept === "object" && kept !== null ? (kept as Record<string, number>) : {};
}

/** Whether a tip may still be shown; noting that it is. */
export function allow(tip: Tip | "opening"): boolean {
  const counts = shown();
  const count = typeof counts[tip] === "number" ? counts[tip] : 0;
  if (count >= MOST) return false;
  keepJson("sixfold.tips", { ...counts, [tip]: count + 1 });
  return true;
}
