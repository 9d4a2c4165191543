// What the courses of both games have in common, between text and the numbers of the kernel. No rule.
import { readPieces, writePieces } from "./notation";
import type { Course } from "./types";

/** Where the numbers of a course lie; generated for each game. */
interface Places {
  readonly COURSE: number;
  readonly SEATS: number;
  readonly MOVER: number;
  readonly NEED_SEAT: number;
  readonly NEED_COUNT: number;
  readonly NEED_FRESH: number;
  readonly OPENER: number;
  readonly TIED: number;
  readonly OVER: number;
  readonly WINNERS: number;
  readonly SCORES: number;
  readonly AGES: number;
  readonly SIZES: number;
  readonly HANDS: number;
  readonly BACK: number;
}

type Common = Course & { hands: string[] };

const MULTISET = readPieces("").length;

/** Write some numbers into a list, from a place on. */
export function put(numbers: number[], at: number, values: readonly number[]): void {
  values.forEach((value, i) => (numbers[at + i] = value));
}

const bits = (seats: readonly number[]): number => seats.reduce((sum, seat) => sum | (1 << seat), 0);

/** The numbers of a state, as far as both games have them. */
export function numbersOf(at: Places, state: Common): number[] {
  const numbers = new Array<number>(at.COURSE).fill(0);
  numbers[at.SEATS] = state.seats;
  numbers[at.MOVER] = state.to_move ?? -1;
  numbers[at.NEED_SEAT] = state.need?.seat ?? -1;
  numbers[at.NEED_COUNT] = state.need?.count ?? 0;
  numbers[at.NEED_FRESH] = Number(state.need?.fresh ?? false);
  numbers[at.OPENER] = state.opening?.opener ?? -1;
  numbers[at.TIED] = bits(state.opening?.tied ?? []);
  numbers[at.OVER] = Number(state.outcome?.reason.slice(1) ?? 0);
  numbers[at.WINNERS] = bits(state.outcome?.winners ?? []);
  put(numbers, at.SCORES, state.scores);
  put(
    numbers,
    at.AGES,
    state.ages.map((age) => age ?? -1),
  );
  put(numbers, at.SIZES, state.opening?.sizes ?? []);
  state.hands.forEach((hand, seat) => put(numbers, at.HANDS + MULTISET * seat, readPieces(hand)));
  put(numbers, at.BACK, readPieces(state.need?.back ?? ""));
  return numbers;
}

/** The state in numbers, as far as both games have it. `letter` is that of the game's clauses. */
export function stateOf(
  at: Places,
  ruleset: string,
  letter: string,
  ages: (number | null)[],
  c: readonly number[],
): Common {
  const of = (place: number): number => c[place] ?? 0;
  const seats = of(at.SEATS);
  const all = Array.from({ length: seats }, (_, seat) => seat);
  const some = (set: number): number[] => all.filter((seat) => (set >> seat) & 1);
  const pieces = (place: number): string => writePieces(c.slice(place, place + MULTISET));
  const scores = c.slice(at.SCORES, at.SCORES + seats);
  const drawer = of(at.NEED_SEAT);
  const need = { seat: drawer, count: of(at.NEED_COUNT), back: pieces(at.BACK), fresh: of(at.NEED_FRESH) === 1 };
  const opening = { sizes: c.slice(at.SIZES, at.SIZES + seats), tied: some(of(at.TIED)), opener: of(at.OPENER) };
  return {
    ruleset,
    seats,
    ages,
    hands: all.map((seat) => pieces(at.HANDS + MULTISET * seat)),
    scores,
    opening: opening.opener < 0 ? null : opening,
    need: drawer < 0 ? null : need,
    to_move: of(at.MOVER) < 0 ? null : of(at.MOVER),
    outcome: of(at.OVER) === 0 ? null : { reason: letter + String(of(at.OVER)), winners: some(of(at.WINNERS)), scores },
  };
}

/** Ages for so many seats, -1 for one that was not told. */
export function agesOf(seats: number, ages: readonly (number | null)[]): (number | null)[] {
  return ages.length === seats ? [...ages] : new Array<number | null>(seats).fill(null);
}
