// A draft that was laid in others' turns, brought onto the table as they have left it. Rows that belong together because
// cards went between them stay or go together; a row that only grew takes what was planned for it. No rule is here.
import { join } from "../pieces";
import type { Card, Draft, Lane } from "./draft";

export interface Carried {
  readonly draft: Draft;
  /** Pieces of the hand whose rows are not there any more. */
  readonly lost: readonly string[];
}

const text = (lane: Lane): string => join(lane.cards.map((card) => card.piece));
const holds = (lane: Lane, cards: readonly Card[]): boolean =>
  cards.every((card) => lane.cards.some((other) => other.piece === card.piece));

/** The steps of `old` on `fresh`, as far as the rows that they need lie there still. */
export function carriedOver(old: Draft, fresh: Draft): Carried {
  const lanes = old.now.lanes;
  const leads = new Map<number, number>();
  const find = (lane: number): number => {
    const next = leads.get(lane);
    return next === undefined ? lane : find(next);
  };
  for (const lane of lanes)
    for (const { home } of lane.cards)
      if (home !== null && find(lane.id) !== find(home)) leads.set(find(lane.id), find(home));

  const was = (id: number): Lane | undefined => old.start.lanes.find((lane) => lane.id === id);
  const changed = lanes.filter((lane) => text(lane) !== text(was(lane.id) ?? { ...lane, cards: [] }));
  const taken = new Set<number>();
  const lost: string[] = [];
  let draft = fresh;
  for (const group of new Set(changed.map((lane) => find(lane.id)))) {
    const before = old.start.lanes.filter((lane) => find(lane.id) === group);
    const after = lanes.filter((lane) => find(lane.id) === group && lane.cards.length > 0);
    const places = new Map<number, Lane>();
    for (const lane of before) {
      const free = fresh.now.lanes.filter((one) => !taken.has(one.id));
      const place = free.find((one) => text(one) === text(lane)) ?? grown(lane, before, free);
      if (place !== undefined) places.set(lane.id, place);
      if (place !== undefined) taken.add(place.id);
    }
    if (places.size < before.length) {
      lost.push(...after.flatMap((lane) => lane.cards.filter((card) => card.home === null).map((card) => card.piece)));
      continue;
    }
    const used = new Set<number>();
    const here = (card: Card): number[] => {
      const pool = card.home === null ? fresh.now.hand : (places.get(card.home)?.cards ?? []);
      const found = pool.find(({ id, piece }) => piece === card.piece && draft.card(id) !== undefined && !used.has(id));
      if (found !== undefined) used.add(found.id);
      return found === undefined ? [] : [found.id];
    };
    // All cards find theirs before the first of them is moved.
    for (const { ids, to } of after.map((lane) => ({ ids: lane.cards.flatMap(here), to: places.get(lane.id)?.id })))
      draft = draft.move(ids, to ?? "new");
  }
  return { draft, lost };
}

/** A row that others have only added to. */
function grown(lane: Lane, group: readonly Lane[], free: readonly Lane[]): Lane | undefined {
  return group.length === 1 ? free.find((one) => holds(one, lane.cards)) : undefined;
}
