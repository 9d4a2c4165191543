// The one door to what this browser keeps for us. Storage can be forbidden (a private window) or full: then `keep` answers
// false, what lay there before stays, and reading finds nothing. No caller has to mind: the page works on, and what was
// not kept lives as long as the page. Texts are returned as they lie there; whoever reads one has to mistrust it.

/** Everything that is kept. People have data under these names: they stay, and so do the forms of what they hold. */
export type Key =
  | "sixfold.settings"
  | "sixfold.language"
  | "sixfold.bot"
  | "sixfold.strength"
  | "sixfold.echo"
  | "sixfold.running"
  | "sixfold.tips"
  | "sixfold.pad"
  | "sixfold.pad.away"
  | "sixfold.pad.steps"
  | "sixfold.pad.setup"
  | "sixfold.record"
  | `${Prefix}${string}`;

/** One entry for each table, for each seat at one, or for each thing of every day. */
export type Prefix = "sixfold.draft." | "sixfold.cards." | "sixfold.promise." | "sixfold.muted." | "sixfold.days.";

/** `tab` goes with the tab; all else stays on the device. */
type Where = "device" | "tab";

/** Even to name a storage that is forbidden throws. */
const storage = (where: Where): Storage => (where === "tab" ? sessionStorage : localStorage);

export function read(key: Key, where: Where = "device"): string | null {
  try {
    return storage(where).getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text, or with null forget it; whether that was done. */
export function keep(key: Key, text: string | null, where: Where = "device"): boolean {
  try {
    if (text === null) storage(where).removeItem(key);
    else storage(where).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The value that lies there as JSON; null when there is none or it cannot be read. */
export function readJson(key: Key): unknown {
  try {
    return JSON.parse(read(key) ?? "null");
  } catch {
    return null;
  }
}

export function keepJson(key: Key, value: unknown): boolean {
  return keep(key, value === null ? null : JSON.stringify(value));
}

/** Keep a value of a kind that there is one of for every table; beside it only `most` others stay, so that nothing fills up.
 *  Tables keep after every turn: what lies there already is not written, which is slow. */
export function keepAmong(prefix: Prefix, most: number, name: string, value: unknown): void {
  const key: Key = `${prefix}${name}`;
  const text = JSON.stringify(value);
  if (read(key) === text || !keep(key, text)) return;
  const others = Object.keys(localStorage).filter((each): each is Key => each.startsWith(prefix) && each !== key);
  for (const old of others.slice(0, Math.max(0, others.length - most))) keep(old, null);
}
