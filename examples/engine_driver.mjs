// Drives `sixfold engine` from JavaScript: plays a game of tiles between two bots and runs the conformance cases.
//
//     node examples/engine_driver.mjs [COMMAND ...]        without a command: sixfold engine
//
// The engine knows rules and bots but no game in progress: the driver keeps the bag and the hands, and asks for the rest.
// It needs nothing but Node 20.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

const COMMAND = process.argv.length > 2 ? process.argv.slice(2) : ["sixfold", "engine"];

/** The engine: a JSON object a line in, a JSON object a line out, in order. */
class Engine {
  #process = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  #lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();

  async send(line) {
    this.#process.stdin.write(`${line}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("the engine ended");
    return JSON.parse(value);
  }

  async ask(request) {
    const answer = await this.send(JSON.stringify(request));
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
    return answer;
  }

  close() {
    this.#process.stdin.end();
  }
}

// -------------------------------------------------------------------------------------------------------------- a game

const KINDS = [..."ROYGBP"].flatMap((color) => [..."osdctx"].map((shape) => color + shape));
const BOX = KINDS.flatMap((kind) => [kind, kind, kind]);
const sorted = (pieces) => [...pieces].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b)).join("");
const split = (text) => text.match(/../g) ?? [];

/** `pieces` without `gone`, each counted. */
function without(pieces, gone) {
  const left = [...pieces];
  for (const piece of gone) left.splice(left.indexOf(piece), 1);
  return left;
}

/** A shuffle that is the same in every run. */
function shuffled(pieces, seed) {
  const deck = [...pieces];
  for (let i = deck.length - 1; i > 0; i--) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((seed / 2 ** 32) * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

/** T2: the size of the largest set of different tiles that share a colour, or a shape. */
function announced(hand) {
  const sets = [0, 1].flatMap((at) => hand.map((one) => new Set(hand.filter((other) => other[at] === one[at])).size));
  return Math.max(...sets);
}

/** What the seat to move may know, as docs/notation.md describes it: all that a bot is told. */
function view({ hands, bag, board, scores, sheet, opening, turn }) {
  const seen = [...hands[turn], ...board.map((placement) => placement.split(":")[1])];
  return {
    ruleset: "tiles/1",
    seat: turn,
    seats: 2,
    ages: [null, null],
    hand: sorted(hands[turn]),
    hand_sizes: hands.map((hand) => hand.length),
    board: board.join(" "),
    scores,
    sheet: sheet.map((entry) => (entry.seat === turn ? entry : { ...entry, move: entry.move.replace(/(?<=^swap .*)../g, "?") })),
    opening,
    need: null,
    to_move: turn,
    outcome: null,
    bag_count: bag.length,
    unseen: sorted(without(BOX, seen)),
  };
}

/** A whole game of tiles between two bots: they choose, the engine judges and counts, the driver deals. */
async function play(engine, bots, seed) {
  const bag = shuffled(BOX, seed);
  const hands = [bag.splice(0, 6), bag.splice(0, 6)];
  const sizes = hands.map(announced);
  const opener = sizes[1] > sizes[0] ? 1 : 0;
  const tied = [0, 1].filter((seat) => sizes[seat] === Math.max(...sizes));
  const game = { hands, bag, board: [], scores: [0, 0], sheet: [], opening: { sizes, tied, opener }, turn: opener };
  for (let passed = 0; passed < 2; game.turn = 1 - game.turn) {
    const seat = game.turn;
    const { move } = await engine.ask({ do: "choose", bot: bots[seat], view: view(game), seed });
    let points = 0;
    passed = move === "pass" ? passed + 1 : 0;
    if (move.startsWith("swap ")) {
      const aside = split(move.slice(5));
      hands[seat] = [...without(hands[seat], aside), ...bag.splice(0, aside.length)];
      bag.push(...aside); // T14: the tiles go back after the draw; here under the others
    } else if (move !== "pass") {
      const request = { do: "check", ruleset: "tiles/1", board: game.board.join(" "), play: move, hand: sorted(hands[seat]) };
      const checked = await engine.ask(request);
      if (!checked.legal) throw new Error(`${bots[seat]} played ${move}: ${checked.message}`);
      const laid = move.split(" ");
      game.board.push(...laid);
      hands[seat] = without(hands[seat], laid.map((placement) => placement.split(":")[1]));
      hands[seat].push(...bag.splice(0, laid.length));
      points = checked.points + (hands[seat].length === 0 ? 6 : 0); // T17
    }
    game.scores[seat] += points;
    game.sheet.push({ seat, move, points, parts: [] });
    if (hands[seat].length === 0) break;
  }
  return game;
}

// --------------------------------------------------------------------------------------------------------- conformance

/** What is wrong with an answer, as spec/engine/README.md has it; nothing when it conforms. */
function faults(expected, answer) {
  const wrong = Object.entries(expected.answer)
    .filter(([name, value]) => !isDeepStrictEqual(answer[name], value))
    .map(([name, value]) => `${name} is ${JSON.stringify(answer[name])}, not ${JSON.stringify(value)}`);
  if (!("id" in expected.answer) && "id" in answer) wrong.push("an id that was not sent");
  if (!answer.ok && !answer.message) wrong.push("a refusal without a message");
  if ("cards" in expected && split(answer.played ?? "").length !== expected.cards) wrong.push(`not ${expected.cards} cards`);
  return wrong;
}

/** Runs every case of spec/engine; how many did not conform. */
async function conform(engine) {
  const folder = fileURLToPath(new URL("../spec/engine/", import.meta.url));
  let failed = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    for (const expected of JSON.parse(readFileSync(folder + file, "utf8"))) {
      const [before, piece, times, after] = expected.repeat ?? [];
      const wrong = faults(expected, await engine.send(expected.send ?? before + piece.repeat(times) + after));
      console.log(`${wrong.length ? "fail" : "pass"} ${file}: ${expected.name}${wrong.map((text) => `\n     ${text}`).join("")}`);
      failed += wrong.length > 0;
    }
  }
  return failed;
}

const engine = new Engine();
const bots = ["greedy", "casual"];
const game = await play(engine, bots, 7);
console.log(`${bots.map((bot, seat) => `${bot} ${game.scores[seat]}`).join(", ")} after ${game.sheet.length} turns`);
const failed = await conform(engine);
engine.close();
console.log(failed ? `${failed} cases failed` : "all cases pass");
process.exitCode = failed ? 1 : 0;
