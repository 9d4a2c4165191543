// A no of the table, in the one shape that the wire has for it.
import { Denied } from "../http";

/** Say no, for a reason that is the table's. */
export function refuse(code: string, message: string, facts: Readonly<Record<string, unknown>> = {}): never {
  throw new Denied({ code: `table/${code}`, message, facts });
}

const OF_TILES = "that is a move of the tile game";
const OF_CARDS = "that is a move of the card game";
/** What is said of a move that the game at this table does not have. */
export const ELSEWHERE = {
  play: OF_TILES,
  exchange: OF_TILES,
  pass: "in the card game nobody passes of free will (C6, C11)",
  turn: OF_CARDS,
  stuck: OF_CARDS,
} as const;
