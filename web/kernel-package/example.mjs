// A whole game of Qwirkle between two opponents, in the terminal: node example.mjs
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Kernel } from "sixfold-kernel";

const file = (name) => readFileSync(createRequire(import.meta.url).resolve(`sixfold-kernel/${name}`));
const { tiles } = await Kernel.load(file("kernel.wasm"), file("weights.bin"));
const levels = ["greedy", "thoughtful"];

// Chance is yours: draw from the bag as fairly as you like.
function drawn(state) {
  const bag = tiles.bag(state).match(/../g);
  const some = Array.from({ length: state.need.count }, () => bag.splice(Math.floor(Math.random() * bag.length), 1)[0]);
  return tiles.draw(state, state.need.seat, some.join(""));
}

let state = tiles.start(levels.length);
while (!state.outcome) {
  if (state.need) {
    state = drawn(state);
    continue;
  }
  const view = tiles.view(state, state.to_move);
  const { move } = tiles.choose(levels[state.to_move], view, { seed: state.sheet.length });
  state = tiles.play(state, move);
  const { seat, points } = state.sheet.at(-1);
  console.log(`${levels[seat]}: ${move} (+${points})`);
}
console.log(`${state.outcome.reason}: ${levels.map((level, seat) => `${level} ${state.scores[seat]}`).join(", ")}`);
