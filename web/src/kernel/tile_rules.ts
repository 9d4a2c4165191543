// The tile games by their names: their numbers, and what their boxes hold. No rule.
import { TILES } from "./kernel.gen";
import { combined, multiset, NotationError, readPieces, readPlacements } from "./notation";

const { why: W } = TILES;
const RULES: Readonly<Record<string, readonly number[]>> = TILES.rules;

/** The numbers of a tile game by its name; NotationError for a name that is none. */
export function numbersOfRules(ruleset: string): readonly number[] {
  const numbers = RULES[ruleset];
  if (!numbers) throw new NotationError("notation/ruleset", `${ruleset} is not a tile game`);
  return numbers;
}

/** Every tile of the box (T1). */
function boxOf(ruleset: string): number[] {
  const numbers = numbersOfRules(ruleset);
  const [kinds, copies] = [numbers[W.RULE_KINDS] ?? 0, numbers[W.RULE_COPIES] ?? 0];
  const all = Array.from({ length: W.KINDS }, (_, piece) => piece);
  return multiset(
    all
      .filter((piece) => Math.floor(piece / 6) < kinds && piece % 6 < kinds)
      .flatMap((piece) => new Array<number>(copies).fill(piece)),
  );
}

/** The box without what lies on the board and what these hands hold. */
export function unplaced(ruleset: string, board: string, hands: readonly string[]): number[] {
  const known = hands.map((hand) => readPieces(hand).map((count, i) => (i < W.KINDS ? count : 0)));
  const lying = multiset(readPlacements(board).map(({ piece }) => piece));
  return [lying, ...known].reduce((left, some) => combined(left, some, -1), boxOf(ruleset));
}
