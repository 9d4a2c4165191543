// What a seat of the tile game can choose from, each move with what a player may look at. For who is to play like
// somebody (local/echo.ts).
import { readPlacements } from "./notation";
import { touching } from "./tile_bots";
import type { Tiles } from "./tiles";
import type { Options, TileView } from "./types";

/** So many moves are weighed by what they leave; of the rest, which score much less, only the points are looked at. */
const WEIGHED = 63;
/** How far back somebody looks for where the game goes on. */
const REMEMBERED = 6;

export function tileOptions(tiles: Tiles, view: TileView): Options {
  const plays = tiles.plays(view.board, view.hand, view.ruleset);
  const seat = tiles.thinking.sit(view, 0n, "tiles");
  const found = tiles.thinking.candidates(seat, WEIGHED, -1);
  const texts = tiles.thinking.unfolded(
    seat,
    found.map(({ move }) => move),
  );
  const priors = new Map(found.map(({ prior }, at) => [texts[at] ?? "", prior]));
  const swap = texts.find((text) => text.startsWith("swap"));
  const most = plays[0]?.[1] ?? 0;
  const recent = touching(view.sheet, REMEMBERED);
  const rests = plays.flatMap(([play, points]) => (priors.has(play) ? [(priors.get(play) ?? 0) - points] : []));
  const rest = rests.reduce((sum, one) => sum + one, 0) / Math.max(1, rests.length);
  const looks = plays.map(([play, points, qwirkles]) => {
    const laid = readPlacements(play);
    const prior = priors.get(play);
    return [
      points,
      points === most ? 1 : 0,
      prior === undefined ? 0 : prior - points - rest,
      laid.length,
      qwirkles,
      laid.some(recent) ? 1 : 0,
      0,
    ];
  });
  const moves = plays.map(([play]) => play);
  if (swap !== undefined) {
    moves.push(swap);
    looks.push([0, 0, (priors.get(swap) ?? 0) - rest, 0, 0, 0, 1]);
  }
  return {
    looks,
    find: (move) => (move.startsWith("swap") ? (swap === undefined ? -1 : moves.length - 1) : moves.indexOf(move)),
    move: (at) => moves[at] ?? "pass",
  };
}
