// Means with their standard errors. As in review/estimate.py.

export interface Estimate {
  readonly mean: number;
  readonly error: number;
}

/** A mean with its 95 % interval, as the wire has it. */
export type Told = [mean: number, low: number, high: number];

const Z95 = 1.96;

export const NOTHING: Estimate = { mean: 0, error: 0 };
export const sure = (mean: number): Estimate => ({ mean, error: 0 });

/** The difference of two that were estimated apart. */
export const minus = (one: Estimate, other: Estimate): Estimate => ({
  mean: one.mean - other.mean,
  error: Math.hypot(one.error, other.error),
});
export const plus = (one: Estimate, other: Estimate): Estimate => ({
  mean: one.mean + other.mean,
  error: Math.hypot(one.error, other.error),
});
export const negative = ({ mean, error }: Estimate): Estimate => ({ mean: -mean, error });

export const low = ({ mean, error }: Estimate): number => mean - Z95 * error;
const high = ({ mean, error }: Estimate): number => mean + Z95 * error;
export const told = (one: Estimate): Told => [rounded(one.mean, 4), rounded(low(one), 4), rounded(high(one), 4)];

/** As Python rounds: what lies in the very middle goes to the even side. */
export function rounded(value: number, digits: number): number {
  // Only such a number has its last binary digit where the middle between two of so many decimals lies.
  const isMiddle = Number.isInteger(value * 2 ** (digits + 1)) && !Number.isInteger(value * 2 ** digits);
  return isMiddle ? (2 * Math.round((value * 10 ** digits) / 2)) / 10 ** digits : Number(value.toFixed(digits));
}
/** Whether its 95 % interval lies on one side of 0. */
export const isSided = (one: Estimate): boolean => low(one) * high(one) > 0;

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of values, with the error that their spread gives it. */
export function estimate(values: readonly number[]): Estimate {
  const mean = meanOf(values);
  if (values.length < 2) return sure(mean);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}
