// Figures over one's own games, as the server sums up its own: of the games of this device, and of both together.
import type { Summary } from "../local/store";
import type { Against, Figures, GameFigures } from "../wire.gen";

type Tally = Pick<Against, "won" | "drawn" | "lost">;

const NONE: Figures = { games: [], against: [] };

export const count = ({ won = 0, drawn = 0, lost = 0 }: Tally): number => won + drawn + lost;

const summed = (a: Tally, b: Tally): Required<Tally> => ({
  won: (a.won ?? 0) + (b.won ?? 0),
  drawn: (a.drawn ?? 0) + (b.drawn ?? 0),
  lost: (a.lost ?? 0) + (b.lost ?? 0),
});

/** One after the other, those that are the same added up. */
function joined<T>(all: readonly T[], key: (one: T) => string, add: (a: T, b: T) => T): T[] {
  const found = new Map<string, T>();
  for (const one of all) {
    const known = found.get(key(one));
    found.set(key(one), known === undefined ? one : add(known, one));
  }
  return [...found.values()];
}

const addedGame = (a: GameFigures, b: GameFigures): GameFigures => ({
  ...(b.best > a.best ? b : a),
  ...summed(a, b),
  points: a.points + b.points,
  turns: a.turns + b.turns,
  qwirkles: a.qwirkles + b.qwirkles,
});

/** Figures from here and from there as one: opponents are told apart by level, or by name. */
export function added(a: Figures, b: Figures): Figures {
  const who = ({ game, who: { name, bot = "" } }: Against): string => [game, bot, name].join("\n");
  const against = joined([...a.against, ...b.against], who, (one, more) => ({ ...one, ...summed(one, more) }));
  return {
    games: joined([...a.games, ...b.games], ({ game }) => game, addedGame),
    against: against.sort((one, other) => count(other) - count(one)),
  };
}

/** The figures of the games of this device: of those where one seat was one's own to the end. */
export function figuresHere(tables: readonly Summary[]): Figures {
  return tables.map(figuresOf).reduce(added, NONE);
}

function figuresOf({ table, game, names, seats, scores = [], played }: Summary): Figures {
  const [seat] = seats;
  if (played === undefined || seat === undefined || seats.length > 1) return NONE;
  const { result, bots, turns, best, qwirkles } = played;
  if (result !== "won" && result !== "drawn" && result !== "lost") return NONE;
  const tally: Tally = { [result]: 1 };
  const own: GameFigures = { ...tally, game, table, points: scores[seat] ?? 0, turns, best, qwirkles };
  const against = names.flatMap((name, at) => {
    const bot = bots[at] ?? "";
    return at === seat ? [] : [{ ...tally, game, who: bot === "" ? { name } : { name: "", bot } }];
  });
  return { games: [own], against };
}
