// A child's table: who sits there, and what it is told by. It is an ordinary short game on this device against the
// kindest bot, with all hands open; whoever holds the device, child and parent, plays one seat.
import { t } from "../i18n";
import { makeTable } from "../tables";
import type { Made, TableInfo } from "../wire.gen";

export function makeKidTable(): Promise<Made> {
  const seats = [
    { kind: "here", name: t("kid.we"), assist: "places", open: true },
    { kind: "bot", bot: "sprout", open: true },
  ] as const;
  return makeTable({ game: "tiles", ruleset: "tiles-short/1", seats: [...seats], options: { hints: false } }, "device");
}

/** Nobody but this page lays a bot's hand open. */
export const isKidTable = ({ game, seats }: TableInfo): boolean =>
  game === "tiles" && seats.every((seat) => seat.open) && seats.some((seat) => seat.kind === "bot");
