// The lesson of each game, step by step.
import type { Component } from "svelte";
import CardLesson from "../learn/CardLesson.svelte";
import { CARD_STEPS, TILE_STEPS } from "../learn/lessons";
import TileLesson from "../learn/TileLesson.svelte";
import type { GameName } from ".";

interface Step {
  readonly key: string;
  /** What the turn brings, where it brings points. */
  readonly points?: number;
}
type Lesson<S> = Component<{ step: S; ondone: () => void }, { show: () => void }>;

export interface LessonStep extends Step {
  readonly step: Step;
  readonly Lesson: Lesson<Step>;
}

/** Each step with what shows it: the two of one game belong together, which no type of a list can say. */
const shownBy = <S extends Step>(Lesson: Lesson<S>, steps: readonly S[]): readonly LessonStep[] =>
  steps.map((step) => ({ ...step, step, Lesson: Lesson as unknown as LessonStep["Lesson"] }));

export const LESSONS: Readonly<Record<GameName, readonly LessonStep[]>> = {
  tiles: shownBy(TileLesson, TILE_STEPS),
  cards: shownBy(CardLesson, CARD_STEPS),
};
