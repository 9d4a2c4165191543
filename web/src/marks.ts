// The word beside a player's name at a table: a bot plays in it, or its owner is away.
import { t } from "./i18n";
import type { Session } from "./session.svelte";

/** By seat; empty where there is nothing to say. */
export function markWords(session: Session): readonly string[] {
  return (session.info?.seats ?? []).map((seat) => {
    const mark = session.mark(seat.seat);
    return mark === null ? "" : t(`seat.mark.${mark}`);
  });
}
