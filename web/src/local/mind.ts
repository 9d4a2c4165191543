// Who thinks at the tables of this device: the kernel's bots. They see one seat's view and nothing else.
import { LEVELS, type Choice, type Kernel, type Level } from "../kernel";
import { CardCourse } from "./cards";
import type { Course } from "./course";
import type { Mind } from "./house";
import { TileCourse } from "./tiles";

const isLevel = (name: string): name is Level => (LEVELS as readonly string[]).includes(name);

/** What plays for a bot that this device does not know. */
const ANY: Level = "greedy";

export function mindOf(kernel: Kernel): Mind {
  function choose(course: Course, bot: string, seed: number): Choice {
    const level = isLevel(bot) ? bot : ANY;
    if (course instanceof TileCourse) return kernel.tiles.choose(level, course.seenBy(course.toMove), { seed });
    if (course instanceof CardCourse) return kernel.cards.choose(level, course.seenBy(course.toMove), { seed });
    throw new Error("there is no such game");
  }
  return {
    choose: (_, course, bot, seed) => Promise.resolve(choose(course, bot, seed).move),
  };
}
