// Who plays like somebody of this device: learns from the turns of finished games how much that person makes of what there
// is to look at in a move, and chooses with the same odds. Loaded when it is wanted.
import { Chance, seedFor } from "../kernel/chance";
import { base, ECHO, ECHO_VERSION, isForeignEcho, named } from "../kernel/strength";
import type { Kernel } from "../kernel";
import type { GameName } from "../games";
import { fitted, odds, type Decision } from "./fit";
import { optionsOf, PRIORS, seenBy } from "./games/options";
import type { House, Room } from "./house";
import type { State } from "./review";
import { foldedTo, mine, type Games } from "./table";

/** More turns tell hardly more. */
const TURNS = 80;
/** So many of the moves there were are looked at, by chance: the weights come out the same. */
const MOVES = 400;
/** Weights are written in hundredths. */
const STEPS = 100;
const SEED = 1n;
const WHOLE = 2 ** 30;

interface Turn {
  readonly state: State;
  readonly move: string;
}

/** The turns that the one person of this device made herself, as they stood in the end. */
export function ownTurns(games: Games, { rows, table }: Pick<Room, "rows" | "table">): Turn[] {
  const [seat, ...others] = mine(table);
  if (seat === undefined || others.length > 0) return [];
  const tables = foldedTo(games, rows);
  let steps: (Turn | null)[] = [];
  rows.forEach(({ fact }, at) => {
    const before = tables[at - 1]?.course;
    if (fact.e === "taken_back") steps = steps.slice(0, steps.length - fact.steps);
    else if (fact.e === "played" && before) {
      const own = fact.seat === seat && fact.by !== "bot" && before.sheet.length > 0;
      steps.push(own ? { state: before.state, move: fact.move } : null);
    } else if (fact.e === "settled" && !fact.exists) steps.push(null);
  });
  return steps.filter((one) => one !== null);
}

/** A turn as a decision; null where there was nothing to decide, or the move is none of those that are looked at. */
export function decisionOf(kernel: Kernel, { state, move }: Turn, chance: Chance): Decision | null {
  const view = seenBy(kernel, state);
  if (view.hand.includes("?")) return null;
  const { looks, find } = optionsOf(kernel, view);
  const made = looks.length < 2 ? -1 : find(move);
  const own = looks[made];
  if (own === undefined) return null;
  if (looks.length <= MOVES) return { looks, made };
  return { looks: [own, ...chance.sample(looks.filter((_, at) => at !== made), MOVES - 1)], made: 0 }; // prettier-ignore
}

const nameOf = (games: number): string => `${named(ECHO, ECHO_VERSION)}.${games}`;

/** The bot that decides so. */
export function echoOf(game: GameName, decisions: readonly Decision[], games: number): string {
  const weights = fitted(decisions, PRIORS[game]).map((weight) => Math.round(STEPS * weight));
  return [nameOf(games), ...weights].join(".");
}

/** Who plays like the person of the latest games; null where as many are over as the bot `known` was learned from, or none
 * tells anything. Others get their turn meanwhile. */
export async function learn(
  house: House,
  kernel: Kernel,
  game: GameName,
  known: string,
  pause: () => Promise<void>,
): Promise<string | null> {
  const over = (await house.played()).filter(
    ({ phase, played, seats, ...one }) =>
      one.game === game && phase === "finished" && seats.length === 1 && (played?.turns ?? 0) > 0,
  );
  if (known.startsWith(`${nameOf(over.length)}.`)) return null;
  const chance = new Chance(SEED);
  const decisions: Decision[] = [];
  for (const { table } of over) {
    const room = await house.room(table);
    for (const turn of room === null ? [] : ownTurns(house.games, room)) {
      const decision = decisionOf(kernel, turn, chance);
      if (decision !== null) decisions.push(decision);
      await pause();
    }
    if (decisions.length >= TURNS) break;
  }
  return decisions.length > 0 ? echoOf(game, decisions, over.length) : null;
}

/** The move of an echo for the seat to move. The same state, bot and seed: the same move. */
export function echoed(kernel: Kernel, state: State, bot: string, seed: number): string {
  const [, , ...weights] = bot.slice(base(bot).length + 1).split(".").map(Number); // prettier-ignore
  const view = seenBy(kernel, state);
  const { looks, move } = optionsOf(kernel, view);
  if (looks.length < 2) return move(0);
  if (isForeignEcho(bot) || weights.length !== looks[0]?.length || !weights.every(Number.isFinite))
    throw new Error(`${bot} is an echo of another version`);
  const chances = odds(looks, weights.map((weight) => weight / STEPS)); // prettier-ignore
  let left = new Chance(seedFor(seed, bot, view)).below(WHOLE) / WHOLE;
  const found = chances.findIndex((chance) => (left -= chance) < 0);
  return move(found < 0 ? chances.length - 1 : found);
}
