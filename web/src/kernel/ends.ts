// How games end that were played on: a row for each time, a column for each seat. As in review/estimate.py.

export interface Ends {
  /** Final leads over the best other seat. */
  readonly leads: readonly (readonly number[])[];
  /** Shares of the victory. */
  readonly shares: readonly (readonly number[])[];
}

/** What final scores come to. */
export const ended = (scores: readonly (readonly number[])[]): Ends => ({
  leads: scores.map((row) => row.map((score, seat) => score - Math.max(...row.filter((_, other) => other !== seat)))),
  shares: scores.map((row) => {
    const most = Math.max(...row);
    return row.map((score) => (score === most ? 1 / row.filter((one) => one === most).length : 0));
  }),
});
