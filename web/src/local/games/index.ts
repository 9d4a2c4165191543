// The games that tables of this device play, each by its rule set: all that a host may choose.
import type { Kernel } from "../../kernel";
import { CURRENT, OFFERED } from "../../rules.gen";
import { cardsGame } from "./cards";
import type { Games } from "../table";
import { tilesGame } from "./tiles";

export function gamesOf({ tiles, cards }: Kernel): Games {
  return new Map(
    OFFERED.map((name) => [name, name === CURRENT.cards ? cardsGame(cards) : tilesGame(tiles, name)] as const),
  );
}
