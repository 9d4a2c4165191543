// The six levels of the tile game. What they know comes from the kernel; what they do with it is as in sixfold.bots,
// where each level has a file with its reasons. The numbers of the levels are generated from there.
import { Chance, seedFor } from "./chance";
import { filled, rounded, standsIn } from "./notes";
import { NOTES, TILES } from "./kernel.gen";
import type { Room } from "./machine";
import {
  pieceList,
  pieceText,
  placements,
  readPieces,
  readPlacements,
  writePieces,
  multiset,
  writePlacements,
} from "./notation";
import { numbersOfRules } from "./tile_rules";
import type { Tiles } from "./tiles";
import type { Choice, Level, Line, Thought, TilePlay, TileView } from "./types";

const { levels: LEVELS, race: RACE, endgame: ENDGAME, why: W } = TILES;
/** The games that the kernel can think about. */
export const LEARNED: readonly string[] = TILES.learned;

type Rated = readonly [play: TilePlay, value: number];
/** Moves that were weighed, packed, with their places in the race and what they are worth. */
export interface Candidate {
  move: bigint;
  prior: number;
  lead: number;
}

export class TileBots {
  protected readonly scratch: Room[];
  protected readonly race: Room[];
  protected readonly learned: Readonly<Record<"tiles" | "tilesEarly", Room>>;
  protected readonly pool: Room;
  private readonly sizes: Room;
  protected readonly scores: Room;
  private memory: Room[] | null = null;

  constructor(
    protected readonly tiles: Tiles,
    weights: Readonly<Record<"tiles" | "tilesEarly", Float32Array>>,
  ) {
    const { machine } = tiles;
    this.scratch = machine.rooms(TILES.scratch);
    this.race = machine.rooms(RACE.rooms);
    const learned = (values: Float32Array): Room => {
      const room = machine.room("f", values.length);
      machine.writeReals(room, values);
      return room;
    };
    this.learned = { tiles: learned(weights.tiles), tilesEarly: learned(weights.tilesEarly) };
    this.pool = machine.room("w", 128);
    this.sizes = machine.room("w", 4);
    this.scores = machine.room("w", 4);
  }

  /** The move of a level for the seat of this view, whose turn it is. */
  choose(level: Level, view: TileView, thought: Thought = {}): Choice {
    const seed = thought.seed ?? 0;
    if (level === "sprout" || level === "casual" || level === "greedy") return this[level](view, seed);
    const able = !view.hand.includes("?") && LEARNED.includes(view.ruleset);
    if (!able) return standsIn("greedy", this.greedy(view, seed), view);
    return this[level](view, thought) ?? this.greedy(view, seed);
  }

  // ---- the light ones: plays as they are listed, ties by seeded choice ----------------------------------------------

  private greedy(view: TileView, seed: number | bigint): Choice {
    const [chance, plays] = this.begin("greedy", view, seed);
    return plays.length ? answered(chance, plays.map(byPoints), NOTES.MOST_POINTS) : aside(view, chance);
  }

  private casual(view: TileView, seed: number | bigint): Choice {
    const [chance, plays] = this.begin("casual", view, seed);
    if (!plays.length) return aside(view, chance);
    const recent = touching(view.sheet, LEVELS.casual.REMEMBERED);
    const near = plays.filter(([play]) => readPlacements(play).some(recent));
    return answered(chance, (near.length ? near : plays).map(byPoints), NOTES.MOST_SEEN);
  }

  private sprout(view: TileView, seed: number | bigint): Choice {
    const [chance, plays] = this.begin("sprout", view, seed);
    if (!plays.length) return aside(view, chance);
    const others = new Set(
      view.sheet
        .filter((entry) => entry.seat !== view.seat && isPlay(entry))
        .flatMap(({ move }) => readPlacements(move))
        .map(({ x, y }) => `${x},${y}`),
    );
    const kind = plays.filter(
      (play) =>
        play[2] === 0 ||
        !this.linesOf(view, play).some((line) => line.qwirkle && line.cells.some((cell) => others.has(cell))),
    );
    const small = kind
      .filter(([play]) => play.split(" ").length <= LEVELS.sprout.MOST_TILES)
      .map((play): Rated => [play, along(play, this.linesOf(view, play))]);
    const seen = small.filter(([, length]) => length <= LEVELS.sprout.LONGEST);
    if (seen.length) return answered(chance, seen, NOTES.LINE);
    if (kind.length) return answered(chance, kind.map(byFewest), NOTES.SMALL);
    const hand = pieceList(readPieces(view.hand));
    if (view.bag_count) return plainly(`swap ${pieceText(chance.choice(hand))}`, NOTES.LEFT_TO_YOU);
    return answered(chance, plays.map(byFewest), NOTES.NOTHING_ELSE);
  }

  private begin(name: Level, view: TileView, seed: number | bigint): [Chance, TilePlay[]] {
    const mine = view.seat !== null && view.seat === view.to_move;
    return [new Chance(seedFor(seed, name, view)), mine ? this.tiles.plays(view.board, view.hand, view.ruleset) : []];
  }

  private linesOf(view: TileView, [play]: TilePlay): Line[] {
    const verdict = this.tiles.judge(view.board, play, undefined, undefined, view.ruleset);
    return verdict.legal ? verdict.lines : [];
  }

  // ---- the strong ones: the learned value, sampled hands, exact endings ----------------------------------------------

  private thoughtful(view: TileView, { seed = 0 }: Thought): Choice | null {
    const seat = this.sit(view, seedFor(seed, "thoughtful", view), "tilesEarly");
    const found = this.candidates(seat, LEVELS.SHOWN, LEVELS.thoughtful.SEEN);
    const judged = found.map((one) => ({ ...one, lead: leadOf(view) + one.prior }));
    return found.length ? this.told(seat, NOTES.LEAD_FELT, judged, 0) : null;
  }

  private expert(view: TileView, { seed = 0, rollouts, stop }: Thought): Choice | null {
    const { CANDIDATES, ROLLOUTS } = LEVELS.expert;
    const seat = this.sit(view, seedFor(seed, "expert", view), "tilesEarly");
    const budget = Math.min(ROLLOUTS, rollouts ?? ROLLOUTS);
    const found = this.candidates(seat, Math.max(1, Math.min(CANDIDATES, Math.floor(budget / 2))), -1);
    if (!found.length) return null;
    return this.told(seat, NOTES.LEAD, ...this.halving(seat, found, budget, 0, stop));
  }

  private champion(view: TileView, { seed = 0, rollouts, stop }: Thought): Choice | null {
    const { CANDIDATES, ROLLOUTS, NODES, LEAST_NODES, MOST_NODES } = LEVELS.champion;
    const seat = this.sit(view, seedFor(seed, "champion", view), "tiles");
    const budget = rollouts ?? ROLLOUTS;
    const found = this.candidates(seat, Math.max(1, Math.min(CANDIDATES, Math.floor(budget / 2))), -1);
    const [only] = found;
    if (!only) return null;
    if (found.length === 1) return this.told(seat, NOTES.ONLY_MOVE, [{ ...only, lead: leadOf(view) + only.prior }], 0);
    const solved = this.ending(seat, Math.min(MOST_NODES, Math.max(LEAST_NODES, NODES * budget)), stop);
    if (solved) return this.told(seat, NOTES.SOLVED, [solved], 0);
    return this.told(seat, NOTES.LEAD, ...this.halving(seat, found, budget, 1, stop));
  }

  /** Put what the seat sees into the kernel's game, with one sample of what it does not see. */
  sit(view: TileView, seed: bigint, learned: "tiles" | "tilesEarly"): Seat {
    const { machine, game, rules } = this.tiles;
    const me = view.seat ?? 0;
    const opener = (((me - view.sheet.length) % view.seats) + view.seats) % view.seats;
    const board = this.tiles.putBoard(view.board);
    machine.call(
      "tiles.plain.seated",
      game,
      board,
      this.tiles.putHand(view.hand),
      machine.write(this.scores, view.scores),
      me,
      opener,
      rules,
    );
    const pool = machine.write(this.pool, pieceList(readPieces(view.unseen)));
    const sizes = machine.write(this.sizes, [...view.hand_sizes, 0, 0].slice(0, 4));
    machine.call("tiles.thinking.search.hide", game, me, pool, sizes, 0, seed);
    return { view, me, board, pool, sizes, seed, weights: this.learned[learned] };
  }

  /** The most promising moves by points plus learned value, swaps among them; best first. */
  candidates(seat: Seat, most: number, seen: number): Candidate[] {
    const { machine, game } = this.tiles;
    const swaps = seat.view.bag_count > 0;
    const limit = Math.min(most, RACE.WIDTH - 1);
    const n = machine.call(
      "tiles.thinking.race.candidates",
      game,
      seat.weights,
      this.scratch,
      this.race,
      seat.me,
      limit,
      seen,
      false,
      swaps,
    );
    const priors = machine.readDoubles(this.part("priors"), n);
    return machine.readBig(this.part("moves"), n).map((move, i) => ({ move, prior: priors[i] ?? 0, lead: 0 }));
  }

  /** Share rollouts out: every round all that are left get as many, and the worse half goes. Best first. */
  private halving(
    seat: Seat,
    found: Candidate[],
    rollouts: number,
    chances: 0 | 1,
    stop = (): boolean => false,
  ): [Candidate[], number] {
    const { machine, game } = this.tiles;
    const known = [seat.me, seat.pool, seat.sizes, seat.view.seats, chances, seat.seed] as const;
    machine.write(
      this.part("moves"),
      found.map(({ move }) => move),
    );
    machine.call("tiles.thinking.race.start", this.race, found.length, rollouts, true);
    const step = Math.max(1, Math.floor(LEVELS.STEP / found.length));
    while (machine.call("tiles.thinking.race.go_on", game, seat.weights, this.scratch, ...known, this.race, step)) {
      if (!stop()) continue;
      machine.call("tiles.thinking.race.end_round", this.race);
      break;
    }
    const leads = machine.readDoubles(this.part("leads"), found.length);
    const tried = machine.read(this.part("tried"), 0, found.length);
    const judged = found.map((one, i) => ({ ...one, lead: (leads[i] ?? 0) / Math.max(1, tried[i] ?? 0) }));
    const order = machine.read(this.part("order"), 0, found.length);
    return [order.map((place) => judged[place] as Candidate), machine.read(this.part("state"), RACE.SPENT, 1)[0] ?? 0];
  }

  /** With two players and the bag empty nothing is hidden: the best play and the exact final lead, if so many positions
   * suffice. Endings that a target may cut short (T21) are not solved. */
  protected ending({ view, me }: Seat, nodes: number, stop = (): boolean => false): Candidate | null {
    if (view.seats !== 2 || view.bag_count || numbersOfRules(view.ruleset)[W.RULE_TARGET]) return null;
    const { machine, game } = this.tiles;
    const memory = (this.memory ??= machine.rooms(ENDGAME.rooms));
    const [table, , tally] = memory as [Room, Room, Room];
    machine.clear(table);
    for (let limit = Math.min(nodes, LEVELS.FIRST_NODES); ; limit = Math.min(nodes, 2 * limit)) {
      const gain = machine.call(
        "tiles.thinking.endgame.best_ending",
        game,
        me,
        -ENDGAME.INFINITE,
        ENDGAME.INFINITE,
        limit,
        memory,
      );
      const [stopped] = machine.read(tally, ENDGAME.STOPPED, 1);
      if (!stopped) {
        const lead = gain + leadOf(view);
        return { move: machine.readBig(tally, ENDGAME.BEST_PLAY + 1)[ENDGAME.BEST_PLAY] ?? 0n, prior: lead, lead };
      }
      if (limit >= nodes || stop()) return null;
    }
  }

  /** Candidates as a choice. */
  private told(seat: Seat, note: string, ranked: readonly Candidate[], rollouts: number): Choice {
    const shown = ranked.slice(0, LEVELS.SHOWN);
    const texts = this.unfolded(
      seat,
      shown.map(({ move }) => move),
    );
    const alternatives = shown.map(({ lead }, i) => ({ move: texts[i] ?? "", value: rounded(lead) }));
    const [first] = alternatives as [Choice["alternatives"][number]];
    return { ...first, alternatives, note: filled(note, first.value), rollouts };
  }

  /** Packed moves as texts. */
  unfolded(seat: Seat, packed: readonly bigint[]): string[] {
    const { machine, game, rules, rows, verdict } = this.tiles;
    const moves = machine.write(this.part("moves"), packed);
    machine.call("tiles.plain.unfolded", game, seat.board, rules, seat.me, moves, packed.length, rows, verdict);
    return packed.map((_, i) => {
      const [, , count = 0, swapped = 0, ...rest] = machine.read(rows, i * TILES.row, TILES.row);
      if (count) return writePlacements(placements([swapped, ...rest].slice(0, 3 * count)));
      return swapped ? `swap ${writePieces(multiset(rest.slice(0, swapped)))}` : "pass";
    });
  }

  /** A part of the race, by its name. */
  protected part(name: (typeof RACE.names)[number]): Room {
    return this.race[RACE.names.indexOf(name)] as Room;
  }
}

export interface Seat {
  view: TileView;
  me: number;
  board: Room;
  pool: Room;
  sizes: Room;
  seed: bigint;
  weights: Room;
}

/** The score now, less the best score of the others. */
export function leadOf({ scores, seat }: { scores: readonly number[]; seat: number | null }): number {
  return (scores[seat ?? 0] ?? 0) - Math.max(...scores.filter((_, other) => other !== seat));
}

const byPoints = (play: TilePlay): Rated => [play, play[1]];
const byFewest = (play: TilePlay): Rated => [play, -play[1]];

function isPlay({ move }: { move: string }): boolean {
  return move !== "pass" && !move.startsWith("swap");
}

/** Whether a cell touches one of the last so many plays. */
export function touching(sheet: TileView["sheet"], last: number): (cell: { x: number; y: number }) => boolean {
  const latest = sheet.filter(isPlay).slice(-last);
  const cells = new Set(latest.flatMap(({ move }) => readPlacements(move).map(({ x, y }) => `${x},${y}`)));
  return ({ x, y }) =>
    [`${x - 1},${y}`, `${x + 1},${y}`, `${x},${y - 1}`, `${x},${y + 1}`].some((cell) => cells.has(cell));
}

/** The length of the line that a play lies along; with one tile, of the longer of its two. */
function along([play]: TilePlay, lines: readonly Line[]): number {
  const cells = readPlacements(play).map(({ x, y }) => `${x},${y}`);
  const own = lines.filter((line) => cells.every((cell) => line.cells.includes(cell)));
  return Math.max(...own.map((line) => line.cells.length));
}

/** Without a play: exchange as much of the hand as the bag allows (T15), or pass (T16). */
function aside(view: TileView, chance: Chance): Choice {
  const hand = pieceList(readPieces(view.hand));
  if (!view.bag_count) return plainly("pass", NOTES.NOTHING_FITS);
  const some = chance.sample(hand, Math.min(hand.length, view.bag_count));
  return plainly(`swap ${writePieces(multiset(some))}`, NOTES.NOTHING_FITS);
}

function plainly(move: string, note: string): Choice {
  return { move, value: null, alternatives: [], note, rollouts: 0 };
}

/** One of the plays with the highest value, by seeded choice; `rated` is in the order of the plays. */
function answered(chance: Chance, rated: readonly Rated[], note: string): Choice {
  const highest = rated.reduce((most, [, value]) => Math.max(most, value), -Infinity);
  const chosen = chance.choice(rated.filter(([, value]) => value === highest));
  const others = rated.filter((one) => one !== chosen).sort((a, b) => b[1] - a[1]);
  const alternatives = [chosen, ...others.slice(0, LEVELS.ALTERNATIVES - 1)].map(([[move], value]) => ({
    move,
    value,
  }));
  return { move: chosen[0][0], value: highest, alternatives, note: filled(note, highest), rollouts: 0 };
}
