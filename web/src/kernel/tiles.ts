// The tile game through the kernel: lists of plays, verdicts, whole games. Every clause is decided by the kernel; here
// its numbers become text and text its numbers.
import { agesOf, numbersOf, put, stateOf } from "./course";
import { TILES } from "./kernel.gen";
import { KernelError, type Machine, type Room } from "./machine";
import {
  byText,
  flat,
  PositionError,
  pieceText,
  pieceList,
  placements,
  readPieces,
  readPlacements,
  sizeOf,
  writePieces,
  writePlacements,
  type Placement,
} from "./notation";
import type { Ends } from "./ends";
import { playsAs } from "./between";
import { TileStudy, type Answer, type Weighed } from "./tile_study";
import { numbersOfRules, unplaced } from "./tile_rules";
import { entriesOf, lineOf, linesOf, partsOf, refusalOf, type Asked, type Numbers } from "./tile_verdicts";
import {
  Refused,
  type BotName,
  type Choice,
  type Part,
  type TileEntry,
  type TilePlay,
  type Thought,
  type TileState,
  type TileVerdict,
  type TileView,
} from "./types";
import type { Weights } from "./weights";

const { why: W, course: C } = TILES;
export const RULESET = "tiles/1";

export class Tiles {
  private readonly bots: TileStudy | null;
  /** A packed game: scratch, laid anew by every question. */
  readonly game: Room;
  readonly rules: Room;
  readonly verdict: Room;
  rows: Room;
  private out: Room;
  private readonly board: Room;
  private readonly laid: Room;
  private readonly hand: Room;
  private readonly course: Room;
  private readonly few: Room;

  constructor(
    readonly machine: Machine,
    weights: Weights | null,
  ) {
    const { MULTISET, VERDICT } = W;
    this.game = machine.room("w", TILES.words);
    this.rules = machine.room("w", W.RULES);
    this.verdict = machine.room("w", VERDICT);
    this.rows = machine.room("w", 1024, TILES.row);
    this.out = machine.room("w", 1024);
    this.board = machine.room("w", 3 * LONGEST_LIST);
    this.laid = machine.room("w", 3 * LONGEST_LIST);
    this.hand = machine.room("w", MULTISET);
    this.course = machine.room("w", C.COURSE);
    this.few = machine.room("w", 8);
    this.bots = weights && new TileStudy(this, weights);
  }

  /** The move of a bot for the seat of this view, whose turn it is. */
  choose(bot: BotName, view: TileView, thought: Thought = {}): Choice {
    this.check(view.board, view.hand, view.ruleset);
    return this.thinking.choose(playsAs("tiles", bot, thought.seed ?? 0, view), view, thought);
  }

  get thinking(): TileStudy {
    if (!this.bots) throw new KernelError("kernel/weights", "the kernel was loaded without what bots learned");
    return this.bots;
  }

  // ---- looking back -------------------------------------------------------------------------------------------------

  /** The moves that the seat to move had, the one made among them, each tried on the same samples of what it did not
   * see; null where there was no choice. */
  weighed(state: TileState, made: string, samples: number, seed: number): Weighed | null {
    this.by(state.ruleset);
    return this.thinking.weighed(state, made, samples, seed);
  }

  /** What came after a move of the seat to move, in the samples that it was weighed by. */
  answers(state: TileState, move: string, samples: number, seed: number): Answer[] {
    this.by(state.ruleset);
    return this.thinking.answers(state, move, samples, seed);
  }

  /** How playing on so many times ends, from a state whose hands are all known. */
  finished(state: TileState, samples: number, seed: number): Ends {
    this.by(state.ruleset);
    return this.thinking.finished(state, samples, seed);
  }

  // ---- one position -------------------------------------------------------------------------------------------------

  /** Every legal play of a hand: most points first, then by text. On an empty board the openings of T4. */
  plays(board: string, hand: string, ruleset = RULESET): TilePlay[] {
    this.check(board, hand, ruleset);
    const n = this.list(this.putBoard(board), hand);
    const row = TILES.row;
    const numbers = this.machine.read(this.rows, 0, n * row);
    const found: TilePlay[] = [];
    for (let i = 0; i < n; i += 1) {
      const [points = 0, qwirkles = 0, count = 0] = numbers.slice(i * row, i * row + 3);
      found.push([writePlacements(placements(numbers.slice(i * row + 3, i * row + 3 + 3 * count))), points, qwirkles]);
    }
    return found.sort((a, b) => b[1] - a[1] || byText(a[0], b[0]));
  }

  /** All plays of a hand: packed, and as texts, in the kernel's own order. */
  packedPlays(board: string, hand: string): [bigint, string][] {
    const n = this.list(this.putBoard(board), hand);
    const packed = this.machine.readBig(this.out, n);
    return packed.map((move, i) => {
      const [, , count = 0, ...tiles] = this.machine.read(this.rows, i * TILES.row, TILES.row);
      return [move, writePlacements(placements(tiles.slice(0, 3 * count)))];
    });
  }

  private list(board: Room, hand: string): number {
    const held = this.putHand(hand);
    for (;;) {
      const n = this.machine.call(
        "tiles.plain.listed",
        this.game,
        board,
        held,
        this.rules,
        this.out,
        this.rows,
        this.verdict,
      );
      if (n <= (this.out.shape[0] ?? 0)) return n;
      this.out = this.machine.room("w", 2 * n);
      this.rows = this.machine.room("w", 2 * n, TILES.row);
    }
  }

  /** Judge a draft. With a hand the tiles must come from it; `bag` 0 counts T17's bonus when it would end the game. */
  judge(board: string, play: string, hand?: string, bag?: number, ruleset = RULESET): TileVerdict {
    this.check(board, hand ?? "", ruleset);
    const tiles = readPlacements(play);
    const lying = readPlacements(board);
    const held = hand === undefined ? { ...this.hand, shape: [0] } : this.putHand(hand);
    const table = this.machine.write(this.board, flat(lying));
    const legal = this.machine.call(
      "tiles.why.why",
      table,
      this.machine.write(this.laid, flat(tiles)),
      held,
      this.rules,
      this.verdict,
    );
    const v = this.readVerdict();
    if (!legal) return { legal: false, refusal: refusalOf(v, [...lying, ...tiles], { hand }) };
    const left = hand === undefined ? 1 : sizeOf(readPieces(hand)) - tiles.length;
    const bonus = bag === undefined ? -1 : this.machine.call("tiles.course.end_bonus", left, bag, this.rules);
    const lines = linesOf(v, [...lying, ...tiles]);
    return {
      legal: true,
      points: (v[W.POINTS] ?? 0) + Math.max(0, bonus),
      qwirkles: v[W.QWIRKLES] ?? 0,
      parts: [...lines.flatMap(partsOf), ...(bonus >= 0 ? [["end", bonus] as Part] : [])],
      lines: lines.map(lineOf),
    };
  }

  /** Throws PositionError for a board and a hand that no game could have (T1, T9, T10). */
  check(board: string, hand = "", ruleset = RULESET): void {
    this.by(ruleset);
    const wrong = this.machine.call(
      "tiles.why.sound",
      this.putBoard(board),
      this.putHand(hand),
      this.rules,
      this.laid,
      this.verdict,
    );
    if (wrong) throw new PositionError(W.SOUND[wrong] ?? "");
  }

  /** What is played for who does not play in time: the fewest points, then the fewest tiles, then by text; else an
   * exchange of the first tile, or a pass. Null when it is not this seat's turn. */
  least(view: TileView): string | null {
    if (view.seat === null || view.seat !== view.to_move) return null;
    const held = sizeOf(readPieces(view.hand));
    const worth = ([play, points]: TilePlay): [string, number, number] => {
      const count = play.split(" ").length;
      return [
        play,
        points + Math.max(0, this.machine.call("tiles.course.end_bonus", held - count, view.bag_count, this.rules)),
        count,
      ];
    };
    const [found] = this.plays(view.board, view.hand, view.ruleset)
      .map(worth)
      .sort((a, b) => a[1] - b[1] || a[2] - b[2] || byText(a[0], b[0]));
    if (found) return found[0];
    const first = pieceList(readPieces(view.hand)).map(pieceText).sort(byText)[0];
    return view.bag_count ? `swap ${first}` : "pass";
  }

  /** Whether anything known of the hand can be laid (T16). */
  canPlay(board: string, hand: string, ruleset = RULESET): boolean {
    this.by(ruleset);
    return (
      this.machine.call("tiles.plain.can_play", this.game, this.putBoard(board), this.putHand(hand), this.rules) === 1
    );
  }

  /** The size of the largest set of a hand (T2). */
  announcement(hand: string): number {
    return this.machine.call("tiles.why.announcement", this.putHand(hand));
  }

  // ---- a game -------------------------------------------------------------------------------------------------------

  /** T1: all tiles in the bag, and the first seat about to draw. Without ages all count as equal (T3). */
  start(seats: number, ages: readonly (number | null)[] = [], ruleset = RULESET): TileState {
    this.by(ruleset);
    const known = agesOf(seats, ages);
    this.machine.call(
      "tiles.course.start",
      this.course,
      seats,
      this.machine.write(
        this.few,
        known.map((age) => age ?? -1),
      ),
      this.rules,
    );
    return this.readCourse({ ruleset, ages: known, sheet: [] });
  }

  /** Answer `need`: the seat takes these tiles from the bag. */
  draw(state: TileState, seat: number, pieces: string): TileState {
    this.writeCourse(state);
    this.allow(
      this.machine.call(
        "tiles.course.draw",
        this.course,
        this.game,
        seat,
        this.putHand(pieces),
        this.rules,
        this.verdict,
      ),
      state,
      {},
    );
    return this.readCourse(state);
  }

  /** Say who opens when hands are not known (`?`): everyone's announcement, 0 for one that nobody wrote down. */
  announce(state: TileState, sizes: readonly number[]): TileState {
    this.writeCourse(state);
    this.allow(
      this.machine.call(
        "tiles.course.announce",
        this.course,
        this.machine.write(this.few, sizes),
        this.rules,
        this.verdict,
      ),
      state,
      { sizes },
    );
    return this.readCourse(state);
  }

  /** The state after the seat to move has made this move: a play, `swap RsGd` or `pass`. Throws Refused. */
  play(state: TileState, move: string): TileState {
    const seat = state.to_move ?? 0;
    this.writeCourse(state);
    if (move === "pass") {
      this.allow(this.machine.call("tiles.course.pass_turn", this.course, this.game, this.rules, this.verdict), state, {
        move,
      });
      return this.readCourse({ ...state, sheet: [...state.sheet, { seat, move, points: 0, parts: [] }] });
    }
    if (move === "swap" || move.startsWith("swap ")) {
      const pieces = this.putHand(move.slice(5));
      const written = `swap ${writePieces(readPieces(move.slice(5)))}`.trim();
      this.allow(this.machine.call("tiles.course.swap", this.course, pieces, this.rules, this.verdict), state, {
        move: written,
      });
      return this.readCourse({ ...state, sheet: [...state.sheet, { seat, move: written, points: 0, parts: [] }] });
    }
    return this.lay(state, seat, readPlacements(move));
  }

  private lay(state: TileState, seat: number, tiles: Placement[]): TileState {
    const laid = this.machine.write(this.laid, flat(tiles));
    const legal = this.machine.call("tiles.course.place", this.course, this.game, laid, this.rules, this.verdict);
    const lying = [...readPlacements(state.board), ...tiles];
    this.allow(legal, state, {}, lying);
    const v = this.readVerdict();
    const after = this.readCourse(state);
    const points = (after.scores[seat] ?? 0) - (state.scores[seat] ?? 0);
    const bonus = points - (v[W.POINTS] ?? 0);
    const parts = linesOf(v, lying).flatMap(entriesOf);
    const entry: TileEntry = {
      seat,
      move: writePlacements(tiles),
      points,
      parts: [...parts, ...(after.outcome?.reason === "T17" ? [{ clause: "T17", points: bonus, line: null }] : [])],
    };
    return { ...after, sheet: [...state.sheet, entry] };
  }

  /** How many tiles the bag holds. */
  bagCount(state: TileState): number {
    this.writeCourse(state);
    return this.machine.call("tiles.standing.bag_count", this.course, this.rules);
  }

  /** What the bag holds; `?` as long as any hand has one. */
  bag(state: TileState): string {
    const count = this.bagCount(state);
    const unknown = state.hands.some((hand) => hand.includes("?")) || (state.need?.back.includes("?") ?? false);
    return unknown
      ? "?".repeat(count)
      : writePieces(unplaced(state.ruleset, state.board, [...state.hands, state.need?.back ?? ""]));
  }

  /** What one seat may know; null for somebody who only watches. Of exchanges by others only the number of tiles (T14). */
  view(state: TileState, seat: number | null): TileView {
    const { hands, ...open } = state;
    const hand = seat === null ? "" : (hands[seat] ?? "");
    const need = state.need && state.need.seat !== seat ? { ...state.need, back: hidden(state.need.back) } : state.need;
    return {
      ...open,
      need,
      seat,
      hand,
      hand_sizes: hands.map((one) => sizeOf(readPieces(one))),
      sheet: state.sheet.map((entry) =>
        entry.seat !== seat && entry.move.startsWith("swap ")
          ? { ...entry, move: `swap ${hidden(entry.move.slice(5))}` }
          : entry,
      ),
      bag_count: this.bagCount(state),
      unseen: writePieces(unplaced(state.ruleset, state.board, [hand, need?.back ?? ""])),
    };
  }

  // ---- between text and numbers --------------------------------------------------------------------------------------

  /** The rules by which the next question is answered. */
  private by(ruleset: string): void {
    this.machine.write(this.rules, numbersOfRules(ruleset));
  }

  putBoard(board: string): Room {
    return this.machine.write(this.board, flat(readPlacements(board)));
  }

  putHand(hand: string): Room {
    return this.machine.write(this.hand, readPieces(hand));
  }

  private readVerdict(): Numbers {
    return this.machine.read(this.verdict, 0, W.VERDICT);
  }

  private allow(legal: number, state: TileState, asked: Asked, lying: Placement[] = []): void {
    if (legal) return;
    const bag = this.machine.call("tiles.standing.bag_count", this.course, this.rules);
    throw new Refused(
      refusalOf(this.readVerdict(), lying, {
        hand: state.hands[state.to_move ?? 0],
        hands: state.hands,
        bag,
        ...asked,
      }),
    );
  }

  /** A state as the numbers of a course. */
  private writeCourse(state: TileState): void {
    this.by(state.ruleset);
    const board = readPlacements(state.board);
    const numbers = numbersOf(C, state);
    numbers[C.PASSED] = state.sheet.length - 1 - state.sheet.findLastIndex((entry) => entry.move !== "pass");
    numbers[C.TILES] = board.length;
    put(numbers, C.BOARD, flat(board));
    this.machine.write(this.course, numbers);
  }

  /** The course as a state again; the sheet is the caller's. */
  private readCourse({ ruleset, ages, sheet }: Pick<TileState, "ruleset" | "ages" | "sheet">): TileState {
    const c = this.machine.read(this.course, 0, C.COURSE);
    const tiles = placements(c.slice(C.BOARD, C.BOARD + 3 * (c[C.TILES] ?? 0)));
    const board = writePlacements(tiles.sort((a, b) => a.y - b.y || a.x - b.x));
    return { ...stateOf(C, ruleset, "T", ages, c), board, sheet };
  }
}

const LONGEST_LIST = 600;

/** As many unknown pieces. */
function hidden(pieces: string): string {
  return "?".repeat(sizeOf(readPieces(pieces)));
}
