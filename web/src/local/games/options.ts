// What the seat to move can choose from, in either game, by what it may see.
import type { CardState, Kernel, Options, TileState } from "../../kernel";
import { cardOptions } from "../../kernel/card_options";
import { tileOptions } from "../../kernel/tile_options";
import type { GameName } from "../../games";
import type { Prior } from "../fit";
import type { State } from "../review";

/** The weights of simulated people, and how much they differ (`npm run study -- -t priors`). */
export const PRIORS: Readonly<Record<GameName, Prior>> = {
  tiles: { means: [0.54, 1.18, 0.09, -0.1, -2.83, 0.28, -0.38], spreads: [0.46, 1.85, 0.51, 0.51, 2.6, 1, 1.7] },
  cards: { means: [0.99, 0.68, -0.27, -0.65], spreads: [1.45, 1.5, 1.45, 1.8] },
};

export function seenBy({ tiles, cards }: Kernel, state: State) {
  return isTiles(state) ? tiles.view(state, state.to_move) : cards.view(state as CardState, state.to_move);
}

export function optionsOf({ tiles, cards }: Kernel, view: ReturnType<typeof seenBy>): Options {
  return "board" in view ? tileOptions(tiles, view) : cardOptions(cards, view);
}

const isTiles = (state: State): state is TileState => "board" in state;
