// Who thinks at the tables of this device: the kernel's bots. They see one seat's view and nothing else.
import { LEVELS, type Choice, type Kernel, type Level } from "../kernel";
import { CardCourse } from "./cards";
import { overlooked } from "./coach";
import type { Course } from "./course";
import type { Mind } from "./house";
import { studiedCards, studiedTiles } from "./remarks";
import { TileCourse } from "./tiles";

const isLevel = (name: string): name is Level => (LEVELS as readonly string[]).includes(name);

/** Levels think by rollouts, so that the same position gives the same move; only a slow device is cut short. */
const PATIENCE_MS = 2500;

/** What plays for a bot that this device does not know. */
const ANY: Level = "greedy";

export function mindOf(kernel: Kernel): Mind {
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
    if (course instanceof TileCourse) return kernel.tiles.choose(level, course.seenBy(course.toMove), thought);
    if (course instanceof CardCourse) return kernel.cards.choose(level, course.seenBy(course.toMove), thought);
    throw new Error("there is no such game");
  }
  return {
    choose: (_, course, bot, seed) => Promise.resolve(choose(course, bot, seed).move),
    overlooked: (course, ...turn) => {
      if (course instanceof TileCourse) return overlooked(studiedTiles(kernel.tiles), course.state, ...turn);
      if (course instanceof CardCourse) return overlooked(studiedCards(kernel.cards), course.state, ...turn);
      throw new Error("there is no such game");
    },
  };
}
