// What can be said of a game of which only the points are known: who led when, and the turn that brought most. Pure.
import { leaders, next, running, totals, type Pad } from "./pad";

export interface Tale {
  /** The turn that brought most, and whose it was. */
  readonly best: { readonly seat: number; readonly points: number };
  /** After how many rounds another player led alone. */
  readonly changes: number;
  /** The round from which on the winner was never caught; null where the victory is shared. */
  readonly since: number | null;
  /** Points a turn, by seat. */
  readonly each: readonly number[];
  /** By seat, what was reached after every turn of theirs, beginning with nothing. */
  readonly curves: readonly (readonly number[])[];
}

export function tale(pad: Pad): Tale {
  const turns = pad.entries.filter((entry) => entry.kind !== "bonus");
  const best = turns.reduce((a, b) => (b.points > a.points ? b : a), { seat: next(pad), points: 0 });
  const sums = pad.names.map(() => 0);
  let leader = -1;
  let changes = 0;
  let since = 0;
  pad.entries.forEach(({ seat, points }, at) => {
    sums[seat] = (sums[seat] ?? 0) + points;
    // Within a round some have had a turn more than others: that is no lead.
    if ((at + 1) % pad.names.length > 0 && at + 1 < pad.entries.length) return;
    const most = Math.max(...sums);
    const ahead = sums.indexOf(most);
    const alone = sums.lastIndexOf(most) === ahead;
    if (!alone || ahead !== leader) since = at;
    if (alone && ahead !== leader) {
      if (leader >= 0) changes += 1;
      leader = ahead;
    }
  });
  const after = running(pad);
  const last = Math.ceil(turns.length / pad.names.length);
  return {
    best,
    changes,
    since: leaders(pad).length === 1 ? Math.min(Math.floor(since / pad.names.length) + 1, last) : null,
    each: totals(pad).map((sum, seat) => sum / Math.max(1, turns.filter((turn) => turn.seat === seat).length)),
    curves: pad.names.map((_, seat) => [0, ...after.filter((_, at) => pad.entries[at]?.seat === seat)]),
  };
}
