// Who plays like the person here, on the page's side: learned when somebody says so, kept in the browser, forgotten again.
import { echoes, hasEcho } from "./bots";
import type { GameName } from "./games";
import { Denied } from "./http";
import { isEcho } from "./kernel/strength";
import { home } from "./local/either";
import { keepJson } from "./storage";
import type { NewTable } from "./wire.gen";

/** Learn from the games of this device; null where there is nothing new to learn. */
const learned = async (game: GameName): Promise<string | null> => (await home()).echo(game, String(echoes()[game]));
const keep = (game: GameName, bot: string): boolean => keepJson("sixfold.echo", { ...echoes(), [game]: bot });

export async function learn(game: GameName): Promise<void> {
  const bot = await learned(game);
  if (bot !== null) keep(game, bot);
}

/** Nothing is left of what was learned. */
export function forget(game: GameName): void {
  const { [game]: _, ...others } = echoes();
  keepJson("sixfold.echo", Object.keys(others).length > 0 ? others : null);
}

/** What was played since is learned as well; unless all is forgotten meanwhile. */
async function goOn(game: GameName): Promise<void> {
  const bot = await learned(game);
  if (bot !== null && hasEcho(game)) keep(game, bot);
}

/** A table with the bot as it is now; it learns on for the next one. */
export function withEcho(body: NewTable, here: boolean): NewTable {
  if (!hasEcho(body.game)) throw new Denied({ code: "page/echo", message: "it is not turned on" });
  if (!here) throw new Denied({ code: "page/echo-here", message: "it plays at tables of this device" });
  goOn(body.game).catch(() => {}); // what it knew before is enough to play
  const bot = String(echoes()[body.game]);
  return { ...body, seats: body.seats.map((seat) => (isEcho(seat.bot ?? "") ? { ...seat, bot } : seat)) };
}
