// What an echo is worth, on simulated people: `npm run study`. `-t priors` prints the weights that the middling player of
// src/local/games/options.ts is made of; `-t tiles` or `-t cards` one game alone. The deals are none that the priors saw.
import { test } from "vitest";
import type { GameName } from "../../src/games";
import { fitted } from "../../src/local/fit";
import { PRIORS } from "../../src/local/games/options";
import { gamesOf, OTHERS, PEOPLE, study } from "./people";

const GAMES = ["tiles", "cards"] as const;
/** Games to learn from, about as few as are asked for; and other games of the person, and of the echo. */
const LEARNED: Readonly<Record<GameName, readonly number[]>> = { tiles: [2], cards: [4] };
const HELD = [6, 6] as const;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const short = (numbers: readonly number[]): string => numbers.map((number) => number.toFixed(2)).join("  ");

test.each(GAMES)("%s: what people do in other games, and what their echo scores", (game) => {
  print(`\n| ${game} | turns learned from | log-likelihood a move: middling | echo | points a turn: person | echo |`);
  print("|---|---|---|---|---|---|");
  for (const [name, person] of Object.entries(PEOPLE[game]))
    for (const found of study(game, person, LEARNED[game], HELD, 700_000)) {
      const numbers = [found.prior, found.fitted, found.points, found.echo].map((one) => one.toFixed(2));
      print(`| ${name} | ${found.turns} | ${numbers.join(" | ")} |`);
    }
});

test.each(GAMES)("%s: priors", (game) => {
  const wide = { means: PRIORS[game].means.map(() => 0), spreads: PRIORS[game].means.map(() => 3) };
  const played = Object.values(OTHERS[game]).map((person) =>
    gamesOf(game, person, 12, 600_000).flatMap((one) => one.decisions),
  );
  const each = played.map((decisions) => fitted(decisions, wide));
  const together = fitted(played.flat(), wide);
  const spreads = together.map((_, i) => {
    const mean = each.reduce((sum, one) => sum + (one[i] ?? 0), 0) / each.length;
    return 1.5 * Math.sqrt(each.reduce((sum, one) => sum + ((one[i] ?? 0) - mean) ** 2, 0) / (each.length - 1));
  });
  print(`\n${game}: means ${short(together)}\n       spreads ${short(spreads)}`);
});
