// How somebody chooses, from what was chosen: a conditional logit. Each thing that a player may look at has a weight; the
// odds of two moves are as the difference of what they weigh. The weights are the likeliest ones, held to a middling
// player's by so much as few turns tell little (a normal prior).

/** A decision: what there was to look at in each move, and which of them was made. */
export interface Decision {
  readonly looks: readonly (readonly number[])[];
  readonly made: number;
}

/** Weights of a middling player, and how far people are from it (standard deviations). */
export interface Prior {
  readonly means: readonly number[];
  readonly spreads: readonly number[];
}

const STEPS = 25;
const CLOSE = 1e-9;

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/** How likely each move is. */
export function odds(looks: Decision["looks"], weights: readonly number[]): number[] {
  const heights = looks.map((look) => dot(look, weights));
  const most = heights.reduce((a, b) => Math.max(a, b), -Infinity);
  const sizes = heights.map((height) => Math.exp(height - most));
  const all = sizes.reduce((a, b) => a + b, 0);
  return sizes.map((size) => size / all);
}

/** The logarithm of how likely all that was done is. */
export const likelihood = (decisions: readonly Decision[], weights: readonly number[]): number =>
  decisions.reduce((sum, { looks, made }) => sum + Math.log(odds(looks, weights)[made] ?? 0), 0);

/** The weights of whoever decided so: Newton's method, with half a step where a whole one is too long. */
export function fitted(decisions: readonly Decision[], { means, spreads }: Prior): number[] {
  const worth = (weights: readonly number[]): number =>
    likelihood(decisions, weights) -
    weights.reduce((sum, w, i) => sum + ((w - (means[i] ?? 0)) / (spreads[i] ?? 1)) ** 2 / 2, 0);
  let [weights, reached] = [[...means], worth(means)];
  for (let step = 0; step < STEPS; step += 1) {
    const [slope, bend] = around(decisions, weights, { means, spreads });
    const way = solved(bend, slope);
    let [length, next, found] = [1, weights, -Infinity];
    for (; length > CLOSE && found < reached; length /= 2) {
      next = weights.map((w, i) => w + length * (way[i] ?? 0));
      found = worth(next);
    }
    if (found - reached < CLOSE) break;
    [weights, reached] = [next, found];
  }
  return weights;
}

/** How the worth of weights rises around them, and how that bends. */
function around(decisions: readonly Decision[], weights: readonly number[], prior: Prior): [number[], number[][]] {
  const n = weights.length;
  const tight = prior.spreads.map((spread) => 1 / spread ** 2);
  const slope = weights.map((w, i) => ((prior.means[i] ?? 0) - w) * (tight[i] ?? 1));
  const bend = weights.map((_, i) => weights.map((_, j) => (i === j ? (tight[i] ?? 1) : 0)));
  for (const { looks, made } of decisions) {
    const chances = odds(looks, weights);
    const mean = new Array<number>(n).fill(0);
    looks.forEach((look, at) => look.forEach((x, i) => (mean[i] = (mean[i] ?? 0) + (chances[at] ?? 0) * x)));
    looks.forEach((look, at) => {
      const chance = chances[at] ?? 0;
      const off = look.map((x, i) => x - (mean[i] ?? 0));
      for (let i = 0; i < n; i += 1) {
        if (at === made) slope[i] = (slope[i] ?? 0) + (off[i] ?? 0);
        const row = bend[i] as number[];
        for (let j = 0; j < n; j += 1) row[j] = (row[j] ?? 0) + chance * (off[i] ?? 0) * (off[j] ?? 0);
      }
    });
  }
  return [slope, bend];
}

/** Solve a positive definite system by elimination. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  rows.forEach((pivot, i) => {
    const by = pivot[i] ?? 1;
    rows.forEach((row, k) => {
      const times = (row[i] ?? 0) / by;
      if (k !== i) row.forEach((x, j) => (row[j] = x - times * (pivot[j] ?? 0)));
    });
  });
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}
