// A finished game checked against its shuffle, from its record alone: was this seed committed to, and does dealing again
// give every draw? Moves are only kept in account here (what goes back into the bag); whether they were legal the
// rules have said.
import { rulesOf } from "../rulesets";
import { sorted, split } from "../pieces";
import { combine, commitment, Dealer, type AnyDealer } from "./dealer";
import { DuplicateDealer } from "./duplicate";
import { unhex } from "./sha256";

export interface Verdict {
  readonly ruleset: string;
  readonly table: string;
  readonly commitment: string;
  /** The revealed seed is the one that was committed to. */
  readonly kept: boolean;
  /** What each seat added, hex, "" for nothing. */
  readonly added: readonly string[];
  readonly names: readonly string[];
  readonly draws: number;
  /** The first draw that the shuffle does not give. */
  readonly fault: {
    readonly draw: number;
    readonly seat: number;
    readonly drew: string;
    readonly gives: string;
  } | null;
}

export type Unreadable = "record" | "proof";

interface Standing {
  readonly dealer: AnyDealer;
  readonly hands: readonly (readonly string[])[];
  readonly rows: readonly string[];
}

const LIMIT = 400_000;
const FIRST = "sixfold record 1";

/** Judge a record; a word when it is none, or has no proof in it. */
export function verify(text: string): Verdict | Unreadable {
  const lines = text.slice(0, LIMIT).split(/\r?\n/);
  if (lines[0]?.trim() !== FIRST) return "record";
  const gap = lines.findIndex((line, at) => at > 0 && line.trim() === "");
  const tags = new Map<string, string>();
  for (const line of lines.slice(1, gap < 0 ? undefined : gap)) {
    const found = /^([a-z][a-z0-9 -]*):\s?(.*)$/.exec(line);
    if (found !== null) tags.set(found[1] ?? "", (found[2] ?? "").trim());
  }
  const names = [0, 1, 2, 3].filter((seat) => tags.has(`seat ${seat}`)).map((seat) => tags.get(`seat ${seat}`) ?? "");
  const ruleset = tags.get("ruleset") ?? "";
  const copies = rulesOf(ruleset)?.copies;
  const events = lines.slice(gap + 1);
  const isTakenOver = events.some((line) => line.startsWith("anew: "));
  const proof = proofIn(tags, names.length, "", isTakenOver ? ["4"] : ["1", "2", "3"]);
  const first = isTakenOver ? proofIn(tags, names.length, "first-", ["1", "2", "3"]) : proof;
  if (proof === null || first === null) return "proof";
  if (copies === undefined) return "record";
  const later = isTakenOver ? (proof.dealer as Dealer) : null;
  const dealt = dealAgain(events, names.length, first.dealer, copies, first.mixes, later);
  const { table, promised, added } = proof;
  return { ruleset, table, commitment: promised, kept: proof.kept && first.kept, added, names, ...dealt };
}

interface Proved {
  readonly table: string;
  readonly promised: string;
  readonly kept: boolean;
  readonly added: readonly string[];
  readonly dealer: AnyDealer;
  /** Whether the bag is mixed again after a take-back. */
  readonly mixes: boolean;
}

/** Who dealt the game, or its first part, by what the record says of the shuffle; null where it does not say it. */
function proofIn(
  tags: ReadonlyMap<string, string>,
  seats: number,
  which: string,
  versions: readonly string[],
): Proved | null {
  const tag = (name: string): string => tags.get(`${which}${name}`) ?? "";
  const [ruleset, table, promised] = [tags.get("ruleset") ?? "", tag("table"), tag("commitment")];
  const seed = unhex(tag("seed"));
  const added = Array.from({ length: seats }, (_, seat) => tag(`added ${seat}`));
  const bytes = added.map(unhex);
  const shuffle = tag("shuffle") || "1";
  if (seed === null || seed.length !== 64 || promised === "" || table === "" || bytes.includes(null)) return null;
  if (!versions.includes(shuffle)) return null;
  // A duplicate bag has a name of its own, which all of its tables share.
  const game = (shuffle === "3" && tag("bag")) || table;
  const kept = commitment(seed, game, ruleset, Number(shuffle)) === promised.toLowerCase();
  const dealing = combine(seed, game, ruleset, bytes as Uint8Array[]);
  const dealer = shuffle === "3" ? new DuplicateDealer(dealing, seats) : new Dealer(dealing);
  return { table, promised, kept, added, dealer, mixes: shuffle !== "1" };
}

function dealAgain(
  lines: readonly string[],
  seats: number,
  fresh: AnyDealer,
  copies: number,
  mixed: boolean,
  later: Dealer | null,
): Pick<Verdict, "draws" | "fault"> {
  let now: { dealer: AnyDealer; hands: string[][]; rows: string[] } = {
    dealer: fresh,
    hands: Array.from({ length: seats }, () => []),
    rows: [],
  };
  let turns: Standing[] = [];
  let mixes = mixed;
  let [finished, begun, moved, dealt, draws] = [0, false, false, 0, 0];
  let back = "";
  for (const line of lines) {
    const draw = /^draw (\d): ([A-Za-z?]*)$/.exec(line);
    const move = /^(\d): (.*?)(?: = \d+)?$/.exec(line);
    const taken = /^takeback \d: (\d+)$/.exec(line);
    const anew = /^anew: (.*)$/.exec(line);
    if (anew !== null && later !== null) {
      // The bag and these hands are put together and mixed by whoever has taken the game over; each draws as many.
      const given = (anew[1] ?? "").split(" ").flatMap((hand, seat) => (hand === "-" ? [] : [{ seat, hand }]));
      later.takeOver([...now.dealer.left(), ...given.flatMap(({ seat }) => now.hands[seat] ?? [])]);
      now.dealer = later;
      mixes = true;
      for (const { seat, hand } of given) {
        draws += 1;
        const gives = later.draw(now.hands[seat]?.length ?? 0);
        if (gives !== sorted(split(hand)).join("")) return { draws, fault: { draw: draws, seat, drew: hand, gives } };
        now.hands[seat] = split(hand);
      }
      turns = [];
      turns[finished] = { dealer: later.copy(), hands: now.hands.map((hand) => [...hand]), rows: [...now.rows] };
    } else if (draw !== null) {
      const [seat, pieces] = [Number(draw[1]), draw[2] ?? ""];
      // The first deal, and the card game's next one when nobody could open (C4): all hands go back into the box.
      if (!moved && dealt % seats === 0) {
        now.dealer.fresh(copies);
        now.hands = now.hands.map(() => []);
      }
      dealt += 1;
      const gives = now.dealer.drawFor(seat, split(pieces).length, back);
      back = "";
      draws += 1;
      if (gives !== sorted(split(pieces)).join("")) return { draws, fault: { draw: draws, seat, drew: pieces, gives } };
      now.hands[seat]?.push(...split(pieces));
    } else if (taken !== null) {
      finished = Math.max(0, finished - Number(taken[1]));
      const then = turns[finished];
      if (then !== undefined) {
        // In the first shuffle the bag had its old order again; since the second what was seen of it is mixed back.
        const dealer = mixes ? then.dealer.mixed(now.dealer.used) : then.dealer.copy();
        now = { dealer, hands: then.hands.map((hand) => [...hand]), rows: [...then.rows] };
      }
      begun = false;
    } else if (move !== null) {
      const [seat, text] = [Number(move[1]), move[2] ?? ""];
      moved = true;
      if (!begun)
        turns[finished] = { dealer: now.dealer.copy(), hands: now.hands.map((hand) => [...hand]), rows: [...now.rows] };
      begun = text === "redraw";
      if (!begun) finished += 1;
      back = goesBack(text, seat, now);
    }
  }
  return { draws, fault: null };
}

/** Keep account of a move; the pieces that go back into the bag after the draw that follows. */
function goesBack(text: string, seat: number, now: { hands: string[][]; rows: string[] }): string {
  const hand = now.hands[seat] ?? [];
  if (text === "pass") return "";
  if (text === "redraw") return hand.splice(0).join("");
  const leave = (pieces: readonly string[]): void => {
    for (const piece of pieces) hand.splice(hand.indexOf(piece), hand.includes(piece) ? 1 : 0);
  };
  if (text.startsWith("swap ")) {
    leave(split(text.slice(5)));
    return text.slice(5);
  }
  if (text.includes(":")) {
    leave(text.split(" ").map((placement) => placement.split(":")[1] ?? ""));
    return "";
  }
  const [rows = "", taken = ""] = text.split("/");
  const lying = now.rows.flatMap(split);
  const after = `${rows} ${taken}`.split(/\s+/).filter(Boolean).flatMap(split);
  for (const piece of lying) after.splice(after.indexOf(piece), after.includes(piece) ? 1 : 0);
  leave(after);
  now.rows = rows.split(/\s+/).filter(Boolean);
  return "";
}
