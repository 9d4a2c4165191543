// A game of this device goes on at the server: the server takes its record, then the device notes where it went.
import { makeTable } from "../api";
import { brings, moved } from "../local/home";
import type { Made, NewSeat, NewTable } from "../wire.gen";

/** Which seat is for whom there; by what the device has, bots stay and people stay here. */
export type Whom = "here" | "bot" | "person";

/** What a seat is asked for with, when it is for somebody else than now. */
function seatFor(seat: NewSeat, whom: Whom): NewSeat {
  return whom === seat.kind ? seat : { kind: "person", assist: seat.assist ?? "places" };
}

/** Take the game there. A no of the server leaves it as it is on the device. */
export async function bring(table: string, whom: readonly Whom[]): Promise<Made> {
  const asked: NewTable = await brings(table);
  const seats = asked.seats.map((seat, at) => seatFor(seat, whom[at] ?? seat.kind));
  const made = await makeTable({ ...asked, seats });
  await moved(table, made.table);
  return made;
}
