// Who thinks at the tables of this device: the kernel's bots. They see one seat's view and nothing else.
import { LEVELS, type BotName, type Choice, type Kernel, type Level } from "../kernel";
import { base, isEcho, strengthOf } from "../kernel/strength";
import { overlooked } from "./coach";
import type { Course } from "./course";
import type { Mind } from "./house";
import { ANY } from "./table";

const isKnown = (name: string): name is BotName =>
  (LEVELS as readonly string[]).includes(name) || strengthOf(name) !== null;

/** Levels think by rollouts, so that the same position gives the same move; only a slow device is cut short. */
const PATIENCE_MS = 2500;

export function mindOf(kernel: Kernel): Mind {
  /** A bot that fails is replaced by the next lower level: the game goes on. */
  function choose(course: Course, bot: string, seed: number): Choice {
    const known = isKnown(bot) ? bot : ANY;
    const lower = LEVELS[LEVELS.indexOf(base(known) as Level) - 1];
    try {
      return think(course, known, seed);
    } catch (error) {
      if (lower === undefined) throw error;
      return choose(course, lower, seed);
    }
  }
  function think(course: Course, bot: BotName, seed: number): Choice {
    const end = performance.now() + PATIENCE_MS;
    const thought = { seed, stop: () => performance.now() > end };
    return course.choose(bot, thought);
  }
  async function move(course: Course, bot: string, seed: number): Promise<string> {
    if (!isEcho(bot)) return choose(course, bot, seed).move;
    const { echoed } = await import("./echo");
    try {
      return echoed(kernel, course.state, bot, seed);
    } catch {
      return choose(course, ANY, seed).move;
    }
  }
  return {
    choose: (_, course, bot, seed) => move(course, bot, seed),
    overlooked: (course, ...turn) => overlooked(course.studied, course.state, ...turn),
  };
}
