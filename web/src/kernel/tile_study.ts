// What a review asks of the kernel: the moves there were, tried on the same samples, and games played on to their end.
// As in sixfold.review (choices.py, worth.py), where the reasons are.
import { TILES } from "./kernel.gen";
import { part } from "./machine";
import { pieceList, readPieces, writePieces } from "./notation";
import { ended, type Ends } from "./ends";
import { planes } from "./rows";
import { LEARNED, leadOf, TileBots, type Seat } from "./tile_bots";
import { unplaced } from "./tile_rules";
import type { TileState } from "./types";

/** Moves with the batch means of their final leads and of their chances to win: a row for each batch. */
export interface Weighed {
  readonly moves: readonly string[];
  readonly leads: readonly (readonly number[])[];
  readonly shares: readonly (readonly number[])[];
  /** Nothing was left to chance: the first move is the best one, and there is one row. */
  readonly exact: boolean;
  /** Values are noisy: moves are measured against what looks best in the other half of the batches. */
  readonly apart?: boolean;
}

/** What came after a move in one sample: the next player's play ("" for none) with its points, and the own next ones. */
export interface Answer {
  readonly reply: string;
  readonly points: number;
  readonly later: number;
}

const { layout: AT, race: RACE } = TILES;
const BATCHES = 20;
const WIDTH = 10;
/** So many turns are played on before the learned value says the rest; games that it never learned, to their end. */
const TURNS = 12;
const TO_THE_END = 1000;
/** So many times as often as asked a game is played on. */
const OFTEN = 3;
/** Never more often, nor on more samples: luck, skill and choices are sure enough then. */
const ENOUGH = 1500;
const TRIED = 1000;
/** Positions that an ending may visit. */
const NODES = 2_000_000;

const won = (lead: number): number => (lead > 0 ? 1 : lead === 0 ? 0.5 : 0);

export class TileStudy extends TileBots {
  weighed(state: TileState, made: string, samples: number, seed: number): Weighed | null {
    const me = state.to_move;
    if (me === null || (state.hands[me] ?? "?").includes("?")) return null;
    const view = this.tiles.view(state, me);
    const listed = this.tiles.packedPlays(state.board, view.hand);
    const seat = this.sit(view, BigInt(seed), "tiles");
    const found = state.board === "" ? openings(listed, made) : this.promising(seat);
    if (![...found.values()].includes(made)) {
      const packed = listed.find(([, play]) => play === made)?.[0] ?? swapped(view.hand, made);
      if (packed === null) return null;
      found.set(packed, made);
    }
    if (found.size < 2) return null;
    const exact = view.seats === 2 && !view.bag_count ? this.solved(seat, state, made) : null;
    return exact ?? this.tried(seat, found, Math.max(2, Math.floor(Math.min(samples, TRIED) / BATCHES)));
  }

  private promising(seat: Seat): Map<bigint, string> {
    const packed = this.candidates(seat, WIDTH, -1).map(({ move }) => move);
    const texts = this.unfolded(seat, packed);
    return new Map(packed.map((move, i) => [move, texts[i] ?? ""]));
  }

  private tried(seat: Seat, found: ReadonlyMap<bigint, string>, each: number): Weighed {
    const { machine } = this.tiles;
    const [count, leads, shares] = [found.size, [] as number[][], [] as number[][]];
    const means = (room: "leads" | "sums"): number[] =>
      machine.readDoubles(this.part(room), count).map((sum) => sum / each);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      this.simulate(seat, [...found.keys()], batch * each, (batch + 1) * each);
      leads.push(means("leads"));
      shares.push(means("sums"));
    }
    return { moves: [...found.values()], leads, shares, exact: false };
  }

  /** Try these moves on the samples first..stop-1. */
  private simulate(seat: Seat, moves: readonly bigint[], first: number, stop: number): void {
    const { machine, game } = this.tiles;
    const known = [seat.me, seat.pool, seat.sizes, seat.view.seats, 1, seat.seed] as const;
    const count = moves.length;
    machine.write(this.part("moves"), moves);
    machine.call("tiles.thinking.race.start", this.race, count, count, false);
    const given = [game, seat.weights, this.scratch, ...known, this.race, count, first, stop] as const;
    machine.call("tiles.thinking.search.simulate", ...given);
  }

  /** What came after a move in the samples from 0 on that it was weighed by. */
  answers(state: TileState, move: string, samples: number, seed: number): Answer[] {
    const view = this.tiles.view(state, state.to_move ?? 0);
    const listed = this.tiles.packedPlays(state.board, view.hand);
    const packed = listed.find(([, play]) => play === move)?.[0] ?? swapped(view.hand, move);
    if (packed === null) return [];
    const seat = this.sit(view, BigInt(seed), "tiles");
    const traces = Array.from({ length: samples }, (_, sample) => {
      this.simulate(seat, [packed], sample, sample + 1);
      const trace = this.tiles.machine.readBig(this.part("state"), RACE.TRACE + view.seats + 1).slice(RACE.TRACE);
      return [trace[1] ?? 0n, trace[view.seats] ?? 0n] as const;
    });
    const replies = [...new Set(traces.map(([reply]) => reply))].filter((reply) => reply > 0n);
    const texts = new Map<bigint, string>([[0n, ""]]);
    // Replies are written for the table after the move.
    if (move.includes(":")) this.tiles.machine.call("tiles.core.apply", this.tiles.game, packed);
    for (let from = 0; from < replies.length; from += RACE.WIDTH) {
      const some = replies.slice(from, from + RACE.WIDTH);
      this.unfolded(seat, some).forEach((text, at) => texts.set(some[at] ?? 0n, text));
    }
    const points = (play: bigint): number => Number(play >> BigInt(AT.POINTS_BIT));
    return traces.map(([reply, own]) => ({
      reply: texts.get(reply) ?? "",
      points: points(reply),
      later: points(own),
    }));
  }

  /** Nothing is hidden: the exact final lead of the best play and of the one made. */
  private solved(seat: Seat, state: TileState, made: string): Weighed | null {
    const best = this.ending(seat, NODES);
    if (best === null) return null;
    const [text = ""] = this.unfolded(seat, [best.move]);
    const mine = this.endOf(this.tiles.play(state, made), seat.me);
    if (mine === null) return null;
    // A move that leads to the same end is the best one too.
    const [moves, leads] =
      mine === best.lead
        ? [[made], [mine]]
        : [
            [text, made],
            [best.lead, mine],
          ];
    return { moves, leads: [leads], shares: [leads.map(won)], exact: true };
  }

  /** The lead of a seat at the end, if both play exactly from here; null when that takes too long. */
  private endOf(after: TileState, me: number): number | null {
    if (after.to_move === null) return leadOf({ scores: after.scores, seat: me });
    const answer = this.ending(this.sit(this.tiles.view(after, after.to_move), 0n, "tiles"), NODES);
    return answer && (after.to_move === me ? answer.lead : -answer.lead);
  }

  finished(state: TileState, asked: number, seed: number): Ends {
    if (state.outcome !== null) return ended([state.scores]);
    const samples = Math.min(OFTEN * asked, ENOUGH);
    const { machine, game } = this.tiles;
    const { need, hands } = state;
    const seats = hands.length;
    this.pack(state, need === null ? (state.to_move ?? 0) : (need.seat + 1) % seats, seed);
    const back = pieceList(readPieces(need?.back ?? ""));
    if (back.length > 0) this.takeOut(back);
    const results = this.results(2 * samples * seats);
    const aside = machine.write(this.scores, []);
    machine.call(
      "tiles.thinking.finish.finish",
      game,
      this.learned.tiles,
      this.scratch,
      need?.seat ?? 0,
      need?.count ?? 0,
      back.length > 0 ? machine.write(this.aside, back) : aside,
      LEARNED.includes(state.ruleset) ? TURNS : TO_THE_END,
      samples,
      seed,
      { ...results, shape: [samples, 2 * seats] },
    );
    const numbers = machine.readDoubles(results, 2 * samples * seats);
    const seatsFrom = (first: number): number[][] =>
      Array.from({ length: samples }, (_, row) =>
        numbers.slice(2 * row * seats + first, 2 * row * seats + first + seats),
      );
    return { leads: seatsFrom(0), shares: seatsFrom(seats) };
  }

  private readonly aside = this.tiles.machine.room("w", 8);
  private rowsOfResults = this.tiles.machine.room("d", 4 * 256);

  private results(count: number): typeof this.rowsOfResults {
    if ((this.rowsOfResults.shape[0] ?? 0) < count) this.rowsOfResults = this.tiles.machine.room("d", count);
    return this.rowsOfResults;
  }

  /** A whole position, all hands known; the bag is what is left of the box, in an order of the seed. */
  private pack(state: TileState, mover: number, seed: number): void {
    const { machine, game, rules } = this.tiles;
    const { hands, scores, sheet, board } = state;
    const seats = hands.length;
    const opener = (((mover - sheet.length) % seats) + seats) % seats;
    const held = this.tiles.putHand(hands[mover] ?? "");
    const points = machine.write(this.scores, scores);
    machine.call("tiles.plain.seated", game, this.tiles.putBoard(board), held, points, mover, opener, rules);
    hands.forEach((hand, seat) => machine.write(part(game, AT.HANDS + 3 * seat, 3), planes(readPieces(hand))));
    machine.write(part(game, AT.RANDOM, 1), [machine.callBig("tiles.games.scramble", seed)]);
    const bag = machine.write(this.pool, pieceList(unplaced(state.ruleset, board, hands)));
    machine.call("tiles.games.fill_bag", game, bag);
  }

  /** Pieces put aside are in no hand, so packing took them for part of the bag; they return to it after the draw. */
  private takeOut(pieces: readonly number[]): void {
    const { machine, game } = this.tiles;
    const [low = 0, high = 0] = [AT.BAG_LOW, AT.BAG_HIGH].map((at) => machine.read(game, at, 1)[0]);
    const bag = machine.read(game, AT.BAG + low, high - low);
    for (const piece of pieces) bag.splice(bag.indexOf(piece), 1);
    machine.write(part(game, AT.BAG + low, bag.length), bag);
    machine.write(part(game, AT.BAG_HIGH, 1), [low + bag.length]);
  }
}

/** One opening for each set of tiles, the one made among them: in what order and which way they lie is no choice. */
function openings(listed: readonly [bigint, string][], made: string): Map<bigint, string> {
  const found = new Map<string, [bigint, string]>();
  for (const [packed, play] of listed) {
    const pieces = writePieces(readPieces(play.replace(/\S+:(..) ?/g, "$1")));
    if (play === made || !found.has(pieces)) found.set(pieces, [packed, play]);
  }
  return new Map(found.values());
}

/** An exchange as the kernel's number; null for any other move. */
function swapped(hand: string, made: string): bigint | null {
  if (!made.startsWith("swap ")) return null;
  const left = pieceList(readPieces(made.slice(5)));
  let bits = 0n;
  pieceList(readPieces(hand)).forEach((piece, i) => {
    const at = left.indexOf(piece);
    if (at < 0) return;
    left.splice(at, 1);
    bits |= 1n << BigInt(i);
  });
  return bits << BigInt(AT.PIECES_BIT);
}
