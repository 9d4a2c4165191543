// What both games have in common as a table holds them: a state of the kernel, and the sheet as the wire tells it.
import type { Course as KernelCourse } from "../kernel";
import { indexOf, split } from "../pieces";
import type { Need, Turn } from "./course";

const KINDS = 36;

/** Pieces as the wire counts what a seat cannot see: a digit for each kind. */
export function digits(pieces: string): string {
  const counts = new Array<number>(KINDS).fill(0);
  for (const piece of split(pieces)) counts[indexOf(piece)] = (counts[indexOf(piece)] ?? 0) + 1;
  return counts.join("");
}

type State = KernelCourse & { readonly hands: readonly string[] };

export abstract class Held<S extends State> {
  readonly state: S;
  readonly sheet: readonly Turn[];

  constructor(state: S, sheet: readonly Turn[]) {
    this.state = state;
    this.sheet = sheet;
  }

  get need(): Need | null {
    return this.state.need;
  }

  get toMove(): number | null {
    return this.state.to_move;
  }

  get opening(): S["opening"] {
    return this.state.opening;
  }

  get outcome(): S["outcome"] {
    return this.state.outcome;
  }

  get scores(): readonly number[] {
    return this.state.scores;
  }

  hand(seat: number): string {
    return this.state.hands[seat] ?? "";
  }
}
