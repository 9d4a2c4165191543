// The calls about ratings, and how one is written.
import { figure } from "../i18n";
import { json } from "../http";
import type { GameName } from "../games";
import type { RatingChanges, RatingInfo, RatingList } from "../wire.gen";

export const leaders = (game: GameName, seats: number, provisional: boolean, page: number): Promise<RatingList> =>
  json("GET", `/api/ratings?game=${game}&seats=${seats}&provisional=${provisional}&page=${page}`);
export const ratingChanges = (table: string): Promise<RatingChanges> =>
  json("GET", `/api/tables/${encodeURIComponent(table)}/ratings`);

/** "1,512 ± 90": never without how far off it may be. */
export const rating = ({ points, margin }: RatingInfo): string => `${figure(points)} ± ${figure(margin)}`;

/** "+38", "−12", "±0". */
export const change = (points: number): string => (points > 0 ? "+" : points === 0 ? "±" : "") + figure(points);
