// What a review asks of the kernel about cards: the turns there were, tried in the same sampled worlds, and games played
// on to their end. As in sixfold.review (games/cards.py), where the reasons are.
import { CardBots } from "./card_bots";
import { Chance } from "./chance";
import { ended, type Ends } from "./ends";
import { CARDS } from "./kernel.gen";
import { part, type Room } from "./machine";
import { combined, multiset, pieceList, PositionError, readPieces, writePieces } from "./notation";
import { cardsOf, countsOf, planes, readTurn, writeRow } from "./rows";
import type { Weighed } from "./tile_study";
import type { CardState, CardView } from "./types";

const { games: AT, finish: DUE } = CARDS;
const [, COPIES, HAND, , REDRAWS] = CARDS.rules;
const BATCHES = 20;
const WIDTH = 10;
/** What the bot that names turns may spend on it. */
const ROLLOUTS = 2000;
/** So often each world is played on. */
const FINISHES = 4;
/** So many deals are tried for an announcement before cards are exchanged one by one. */
const TRIES = 200;

export class CardStudy extends CardBots {
  weighed(state: CardState, made: string, samples: number, seed: number): Weighed | null {
    const me = state.to_move;
    if (me === null || !isTurn(made) || (state.hands[me] ?? "?").includes("?")) return null;
    const view = this.cards.view(state, me);
    const moves = this.promising(view, made, seed);
    if (moves.length < 2) return null;
    const chance = new Chance(BigInt(seed));
    const each = worlds(samples);
    const [leads, shares] = [rowsOf(moves), rowsOf(moves)];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      for (let number = 0; number < each; number += 1) {
        const world = { ...state, hands: dealt(view, me, chance) };
        moves.forEach((move, at) => {
          const { leads: ends } = this.finished(this.cards.play(world, move), FINISHES, seed + 1000 * batch + number);
          const ahead = ends.map((row) => row[me] ?? 0);
          add(leads, batch, at, mean(ahead) / each);
          add(shares, batch, at, mean(ahead.map((lead) => (lead > 0 ? 1 : lead === 0 ? 0.5 : 0))) / each);
        });
      }
    }
    return { moves, leads, shares, exact: false, apart: true };
  }

  /** The Qwirkles that the next player can take after a turn, in each of the worlds that it was weighed by. */
  answers(state: CardState, move: string, samples: number, seed: number): number[] {
    const me = state.to_move ?? 0;
    const view = this.cards.view(state, me);
    if (!isTurn(move) || this.cards.play(state, move).outcome !== null) return [];
    const [chance, { rows }] = [new Chance(BigInt(seed)), readTurn(move)];
    const table = rows.map(writeRow);
    return Array.from({ length: BATCHES * worlds(samples) }, () => {
      const hand = dealt(view, me, chance)[(me + 1) % view.seats] ?? "";
      return this.cards.solve(table, hand)?.qwirkles ?? 0;
    });
  }

  /** What the thoughtful bot looked at, and the turn made: however its rows lie, a result is there once (C8). */
  private promising(view: CardView, made: string, seed: number): string[] {
    const asked = this.choose("thoughtful", view, { seed, rollouts: ROLLOUTS });
    const named = asked.alternatives.slice(0, WIDTH - 1).map(({ move }) => move);
    const moves = named.includes(asked.move) ? named : [...named, asked.move];
    const same = moves.findIndex((move) => resultOf(move) === resultOf(made));
    return same < 0 ? [...moves, made] : moves.map((move, at) => (at === same ? made : move));
  }

  finished(state: CardState, samples: number, seed: number): Ends {
    if (state.outcome !== null) return ended([state.scores]);
    const { machine, space } = this.cards;
    const seats = state.hands.length;
    const back = pieceList(readPieces(state.need?.back ?? ""));
    const due = state.need === null ? DUE.NOTHING_DUE : back.length > 0 ? DUE.REDRAW_DUE : DUE.DRAW_DUE;
    this.pack(state, back, seed);
    const results = { ...this.results(samples * seats), shape: [samples, seats] };
    const aside = machine.write(this.aside, back);
    const given = [this.game, this.start, space, this.row, due, aside, samples, seed, results] as const;
    machine.call("cards.thinking.finish.finish_games", ...given);
    const numbers = machine.readDoubles(results, samples * seats);
    return ended(Array.from({ length: samples }, (_, row) => numbers.slice(row * seats, (row + 1) * seats)));
  }

  private readonly start = this.cards.machine.room("w", AT.GAME);
  private readonly game = this.cards.machine.room("w", AT.GAME);
  private readonly row = this.cards.machine.room("w", 1, CARDS.row);
  private readonly aside = this.cards.machine.room("w", HAND);
  private rowsOfResults = this.cards.machine.room("d", 4 * 256);

  private results(count: number): Room {
    if ((this.rowsOfResults.shape[0] ?? 0) < count) this.rowsOfResults = this.cards.machine.room("d", count);
    return this.rowsOfResults;
  }

  /** A whole game, all hands known; the stock is in an order of the seed. Cards put aside return to it after the draw. */
  private pack(state: CardState, back: readonly number[], seed: number): void {
    const { machine } = this.cards;
    const { need, hands, sheet, table, scores } = state;
    const put = (at: number, ...values: (number | bigint)[]): Room =>
      machine.write(part(this.start, at, values.length), values);
    machine.call("cards.games.prepare", this.start, hands.length, seed, 0, HAND, REDRAWS, COPIES);
    put(AT.MOVER, need?.seat ?? state.to_move ?? 0);
    put(AT.OPENED, sheet.length > 0 ? 1 : 0);
    put(AT.TURNS, sheet.length);
    put(AT.LAST_TURNS, state.last_turns ?? -1);
    put(AT.TABLE, ...planes(countsOf(table)));
    hands.forEach((hand, seat) => put(AT.HANDS + 3 * seat, ...planes(readPieces(hand))));
    put(AT.SCORES, ...scores);
    const stock = pieceList(readPieces(this.cards.stock({ ...state, need: null })));
    put(AT.STOCK, ...stock);
    put(AT.STOCK_COUNT, stock.length);
    machine.call("cards.games.shuffle", this.start);
    if (back.length === 0) return;
    const left = machine.read(this.start, AT.STOCK, stock.length);
    for (const card of back) left.splice(left.indexOf(card), 1);
    put(AT.STOCK, ...left);
    put(AT.STOCK_COUNT, left.length);
  }
}

/** How many worlds a batch has. */
const worlds = (samples: number): number => Math.max(4, Math.floor(samples / (BATCHES * 4)));
const isTurn = (move: string): boolean => move !== "redraw" && move !== "pass";
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const rowsOf = (moves: readonly string[]): number[][] =>
  Array.from({ length: BATCHES }, () => new Array<number>(moves.length).fill(0));

function add(rows: number[][], batch: number, at: number, more: number): void {
  const row = rows[batch] as number[];
  row[at] = (row[at] ?? 0) + more;
}

/** What a turn comes to, however its rows lie. */
function resultOf(move: string): string {
  const { rows, taken } = readTurn(move);
  return `${writePieces(multiset(cardsOf([...rows, ...taken])))} / ${taken.map(writeRow).join(" ")}`;
}

/** Hands that a seat could be up against: unseen cards dealt at random, in keeping with what was announced (C2). */
function dealt(view: CardView, me: number, chance: Chance): string[] {
  const hands = view.hand_sizes.map((_, seat) => (seat === me ? view.hand : ""));
  let unseen: readonly number[] = readPieces(view.unseen);
  const seats = [...hands.keys()].filter((seat) => seat !== me);
  const bound = new Map(seats.map((seat) => [seat, announced(view, seat)]));
  // Hands that must keep to something are dealt first, while there is the most choice.
  for (const seat of seats.sort((a, b) => Number(bound.get(a) === null) - Number(bound.get(b) === null))) {
    const hand = multiset(handOf(pieceList(unseen), view.hand_sizes[seat] ?? 0, bound.get(seat) ?? null, chance));
    hands[seat] = writePieces(hand);
    unseen = combined(unseen, hand, -1);
  }
  return hands;
}

/** C2: the size that another seat announced, while its hand is still as dealt. */
const announced = (view: CardView, seat: number): number | null =>
  view.sheet.some((entry) => entry.seat === seat) ? null : view.opening?.sizes[seat] || null;

function handOf(pool: number[], size: number, announced: number | null, chance: Chance): number[] {
  if (announced === null) return chance.sample(pool, size);
  const wrong = (): number => misfit(pool.slice(0, size), announced);
  for (let tried = 0; tried < TRIES; tried += 1) {
    chance.shuffle(pool);
    if (wrong() === 0) return pool.slice(0, size);
  }
  // For a rare one cards are exchanged at random, never away from it, and some more to mix what fits.
  let least = wrong();
  for (let step = 0; step < TRIES || least > 0; step += 1) {
    if (step === 50 * TRIES) throw new PositionError("position/announcement");
    const [a, b] = [chance.below(size), chance.below(pool.length)];
    const swap = (): void => void ([pool[a], pool[b]] = [pool[b] as number, pool[a] as number]);
    swap();
    if (wrong() > least) swap();
    else least = wrong();
  }
  return pool.slice(0, size);
}

/** How far a hand is from an announcement: what its largest set lacks, or what all its sets have too much. */
function misfit(hand: readonly number[], announced: number): number {
  const sizes = new Array<number>(12).fill(0);
  for (const card of new Set(hand))
    for (const line of [Math.floor(card / 6), 6 + (card % 6)]) sizes[line] = (sizes[line] ?? 0) + 1;
  const over = sizes.reduce((sum, size) => sum + Math.max(0, size - announced), 0);
  return Math.max(announced - Math.max(...sizes), over);
}
