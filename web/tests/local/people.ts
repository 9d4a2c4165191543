// Simulated people with a style of their own, none of which is an echo's: they overlook, are careful now and then, or have
// habits. And games in which one of them, or an echo, meets the easy-going bot.
import type { GameName } from "../../src/games";
import type { BotName, CardView } from "../../src/kernel";
import { Chance } from "../../src/kernel/chance";
import { decisionOf, echoed, echoOf } from "../../src/local/echo";
import type { Course } from "../../src/local/course";
import { fitted, likelihood, type Decision } from "../../src/local/fit";
import { PRIORS } from "../../src/local/games/options";
import { turnText } from "../../src/local/turns";
import { CURRENT } from "../../src/rules.gen";
import { games, kernel } from "./room";

export type Person = (course: Course, chance: Chance) => string;

const SEEDS = 2 ** 30;

const bot =
  (name: BotName): Person =>
  (course, chance) =>
    course.choose(name, { seed: chance.below(SEEDS) }).move;

/** Sees so many of all plays, by chance, and takes the one with most points. */
const sees =
  (count: number): Person =>
  (course, chance) => {
    const plays = course.plays(course.toMove ?? 0);
    if (plays.length === 0) return bot("greedy")(course, chance);
    const seen = chance.sample(plays, Math.min(count, plays.length));
    return seen.reduce((most, play) => (play[1] > most[1] ? play : most))[0];
  };

/** Sees each row of cards with some chance, in hundredths, and makes the most of those. */
const regroups =
  (percent: number): Person =>
  (course, chance) => {
    const view: CardView = kernel.cards.view(course.state as never, course.toMove);
    const forced = kernel.cards.forced(view);
    if (forced.length > 0) return chance.choice(forced);
    const seen = view.table.map(() => chance.below(100) < percent);
    const found = kernel.cards.solve(view.table.filter((_, at) => seen[at]), view.hand); // prettier-ignore
    if (found === null) return bot("sprout")(course, chance);
    return turnText([...found.rows, ...view.table.filter((_, at) => !seen[at])], found.taken);
  };

/** Now this one, so often in a hundred turns, now that one. */
const now =
  (percent: number, one: Person, other: Person): Person =>
  (course, chance) =>
    (chance.below(100) < percent ? one : other)(course, chance);

/** Exchanges three tiles rather than score little. */
const choosy: Person = (course, chance) => {
  const plays = course.plays(course.toMove ?? 0);
  const { bag, hand } = course.sight(course.toMove);
  const little = course.sheet.length > 0 && (plays[0]?.[1] ?? 9) <= 3;
  return little && bag >= 3 ? `swap ${hand.slice(0, 6)}` : sees(20)(course, chance);
};

type People = Readonly<Record<GameName, Readonly<Record<string, Person>>>>;

/** Who is imitated. */
export const PEOPLE: People = {
  tiles: {
    "plays anything": sees(1),
    "sees 3 plays": sees(3),
    "sees 10 plays": sees(10),
    "sees 30 plays": sees(30),
    "most points, or anything": now(80, bot("greedy"), sees(1)),
    "careful, sometimes hasty": now(80, bot("thoughtful"), sees(10)),
    "exchanges little": choosy,
    sprout: bot("sprout"),
    casual: bot("casual"),
    greedy: bot("greedy"),
    thoughtful: bot("thoughtful"),
  },
  cards: {
    "sees 55 of 100 rows": regroups(55),
    "sees 85 of 100 rows": regroups(85),
    "careful, sometimes small": now(70, bot("thoughtful"), bot("sprout")),
    sprout: bot("sprout"),
    casual: bot("casual"),
    greedy: bot("greedy"),
    thoughtful: bot("thoughtful"),
  },
};

/** Others, from whom the middling player was made. */
export const OTHERS: People = {
  tiles: {
    "sees 2": sees(2),
    "sees 5": sees(5),
    "sees 20": sees(20),
    "most points 70": now(70, bot("greedy"), sees(1)),
    "careful 50": now(50, bot("thoughtful"), sees(4)),
    "near 50": now(50, bot("casual"), sees(8)),
    "careful 90": now(90, bot("thoughtful"), sees(3)),
    "kind 50": now(50, bot("sprout"), sees(6)),
  },
  cards: {
    "sees 40": regroups(40),
    "sees 70": regroups(70),
    "careful 50": now(50, bot("thoughtful"), regroups(40)),
    "three rows 50": now(50, bot("casual"), regroups(60)),
    "small 50": now(50, bot("sprout"), regroups(60)),
    "most 80": now(80, bot("greedy"), regroups(30)),
    "careful 90": now(90, bot("thoughtful"), regroups(50)),
  },
};

export const asEcho =
  (name: string): Person =>
  (course, chance) =>
    echoed(kernel, course.state, name, chance.below(SEEDS));

export interface Played {
  readonly decisions: readonly Decision[];
  readonly points: number;
  readonly turns: number;
}

/** A game of seat 0 against the easy-going bot; with `learns` what it decided. */
function game(name: GameName, person: Person, seed: number, learns: boolean): Played {
  const chance = new Chance(BigInt(seed));
  const decisions: Decision[] = [];
  let course = games.get(CURRENT[name])!.start(2, []);
  while (course.outcome === null && course.sheet.length < 200) {
    const { need } = course;
    if (need !== null) {
      const drawn = chance.sample(course.bag().match(/../g) ?? [], need.count);
      course = course.draw(need.seat, drawn.join(""));
      continue;
    }
    const own = course.toMove === 0;
    const move = (own ? person : bot("casual"))(course, chance);
    const opened = course.sheet.length > 0;
    const found = own && opened && learns ? decisionOf(kernel, { state: course.state, move }, chance) : null;
    if (found !== null) decisions.push(found);
    course = course.play(move);
  }
  const turns = course.sheet.filter(({ seat }) => seat === 0).length;
  return { decisions, points: course.scores[0] ?? 0, turns };
}

export const gamesOf = (name: GameName, person: Person, count: number, seed: number, learns = true): Played[] =>
  Array.from({ length: count }, (_, at) => game(name, person, seed + at, learns));

export const perTurn = (played: readonly Played[]): number =>
  played.reduce((sum, { points }) => sum + points, 0) / played.reduce((sum, { turns }) => sum + turns, 0);

export interface Found {
  /** How many turns it learned from. */
  readonly turns: number;
  /** The mean logarithm of how likely a move of the person is: for the middling player, and for the echo. */
  readonly prior: number;
  readonly fitted: number;
  /** Points or Qwirkles a turn: the person's, and the echo's. */
  readonly points: number;
  readonly echo: number;
}

/** What echoes of a person are worth that learned from so many games, in as many other games. */
export function study(
  name: GameName,
  person: Person,
  learned: readonly number[],
  [held, echoes]: readonly [number, number],
  seed: number,
): Found[] {
  const played = gamesOf(name, person, Math.max(...learned), seed);
  const others = gamesOf(name, person, held, seed + 10_000);
  const test = others.flatMap((one) => one.decisions);
  const mean = (some: readonly number[]): number => likelihood(test, some) / test.length;
  return learned.map((count) => {
    const decisions = played.slice(0, count).flatMap((one) => one.decisions);
    const echo = asEcho(echoOf(name, decisions, count));
    return {
      turns: decisions.length,
      prior: mean(PRIORS[name].means),
      fitted: mean(fitted(decisions, PRIORS[name])),
      points: perTurn(others),
      echo: perTurn(gamesOf(name, echo, echoes, seed + 20_000, false)),
    };
  });
}
