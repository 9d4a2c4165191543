// Who thinks at the tables of this device: the kernel's bots. They see one seat's view and nothing else.
import { LEVELS, type Choice, type Level } from "../kernel";
import { overlooked } from "./coach";
import type { Course } from "./course";
import type { Mind } from "./house";

const isLevel = (name: string): name is Level => (LEVELS as readonly string[]).includes(name);

/** Levels think by rollouts, so that the same position gives the same move; only a slow device is cut short. */
const PATIENCE_MS = 2500;

/** What plays for a bot that this device does not know. */
const ANY: Level = "greedy";

export function mindOf(): Mind {
  /** A bot that fails is replaced by the next lower level: the game goes on. */
  function choose(course: Course, bot: string, seed: number): Choice {
    const level = isLevel(bot) ? bot : ANY;
    const lower = LEVELS[LEVELS.indexOf(level) - 1];
    try {
      return think(course, level, seed);
    } catch (error) {
      if (lower === undefined) throw error;
      return choose(course, lower, seed);
    }
  }
  function think(course: Course, level: Level, seed: number): Choice {
    const end = performance.now() + PATIENCE_MS;
    const thought = { seed, stop: () => performance.now() > end };
    return course.choose(level, thought);
  }
  return {
    choose: (_, course, bot, seed) => Promise.resolve(choose(course, bot, seed).move),
    overlooked: (course, ...turn) => overlooked(course.studied, course.state, ...turn),
  };
}
