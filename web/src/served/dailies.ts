// The calls about results of the daily bag, and of the sealed one.
import { json } from "../http";
import type { GameName } from "../games";
import type { DailyList, PlaySealed, SealedBag, ShareDaily } from "../wire.gen";

export const resultsOf = (game: GameName, day: string): Promise<DailyList> => json("GET", `/api/daily/${game}/${day}`);
export const shareResult = (body: ShareDaily): Promise<DailyList> => json("POST", "/api/daily", body);
export const sealedOf = (game: GameName, day: string): Promise<SealedBag> => json("GET", `/api/sealed/${game}/${day}`);
export const playSealed = (game: GameName, body: PlaySealed): Promise<SealedBag> =>
  json("POST", `/api/sealed/${game}`, body);
