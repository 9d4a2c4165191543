// A table of this device as a value: what its facts add up to. No storage, no clock, no chance of its own.
// `apply` folds one fact; conduct.ts decides which facts a command leads to; seen.ts says who may see what.
import { isForeignEcho } from "../kernel/strength";
import { combine, commitment, Dealer, type AnyDealer } from "../verify/dealer";
import { DuplicateDealer } from "../verify/duplicate";
import { unhex } from "../verify/sha256";
import type { Options } from "../wire.gen";
import type { Course, Game } from "./course";
import type { Assist, Draws, Fact, Place, Ranks, Row } from "./facts";

export type Phase = "lobby" | "opening" | "playing" | "finished";
/** The games of this device by their rule sets. */
export type Games = ReadonlyMap<string, Game>;

export interface Chair {
  readonly kind: "here" | "bot";
  readonly bot: string;
  /** Somebody of this device sits here. */
  readonly taken: boolean;
  readonly entropy: string;
  readonly standIn: string;
  readonly assist: Assist;
  readonly open: boolean;
  readonly resigned: boolean;
  readonly name: string;
  readonly age: number | null;
}

/** An entry of the game's log since the deal; C11's redraws are entries that finish no turn. */
export interface Step {
  readonly seat: number;
  readonly move: string;
  readonly draws: Draws;
  readonly finished: boolean;
}

export interface Table {
  readonly id: string;
  readonly n: number;
  readonly at: number;
  readonly createdAt: number;
  readonly game: Game;
  readonly terms: Options;
  readonly seed: string;
  /** Which version of the fair shuffle deals here (docs/shuffle.md). */
  readonly shuffle: number;
  /** The name of the duplicate bag, "" where no other table plays the same. */
  readonly bag: string;
  readonly chairs: readonly Chair[];
  readonly phase: Phase;
  readonly course: Course | null;
  readonly deal: Draws;
  readonly ranks: Ranks;
  readonly asked: readonly number[];
  readonly log: readonly Step[];
  /** After how many steps a take-back had the bag mixed, and from which number of the shuffle on. */
  readonly mixed: readonly (readonly [depth: number, used: number])[];
  /** Where the shuffle stands; null when it has to be dealt again to get there. */
  readonly dealer: AnyDealer | null;
  /** The last fact that changed the game: a command that knows less is out of date. */
  readonly turnN: number;
  readonly stuck: number | null;
  readonly mustPlay: boolean;
  readonly takenBack: number;
  /** Facts that could go on for ever without the game going on. */
  readonly asides: number;
  readonly outcome: { readonly reason: string; readonly winners: readonly number[] } | null;
  readonly rematch: string;
  readonly rematchAsked: readonly number[];
  readonly closed: string;
  /** The server's table to which this game has moved. */
  readonly moved: string;
}

/** Where the game stands after a fact, when whoever made the fact knows it already. */
export interface Ahead {
  readonly course: Course;
  readonly dealer: AnyDealer;
}

const TURNING = new Set<Fact["e"]>(["started", "opened", "played", "stuck", "settled", "taken_back", "ended", "moved"]);
const ASIDES = new Set<Fact["e"]>(["said", "adjusted", "take_back_asked"]);

/** What plays for a bot that this device does not know. */
export const ANY = "greedy";
/** The bot that plays for who sits there: for a person who is away, or for an echo that cannot be played here. */
export const standsIn = (chair: Chair): string => chair.standIn || (isForeignEcho(chair.bot) ? ANY : "");
/** The bot that moves for a chair, "" when a person does. */
export const playedBy = (chair: Chair): string => standsIn(chair) || chair.bot;
export const isReady = (chair: Chair): boolean => chair.kind === "bot" || chair.entropy !== "";

/** Seats of this device, in order. */
export const mine = (table: Table): number[] => seatsWhere(table, (chair) => chair.taken);
/** Seats that a person plays right now. */
export const people = (table: Table): number[] => seatsWhere(table, (chair) => chair.taken && playedBy(chair) === "");

export function seatsWhere(table: Table, wanted: (chair: Chair) => boolean): number[] {
  return table.chairs.flatMap((chair, seat) => (wanted(chair) ? [seat] : []));
}

/** Whose turn it is; nobody's while a tie for the opening is being settled. */
export const toMove = (table: Table): number | null =>
  table.phase === "playing" ? (table.course?.toMove ?? null) : null;

export const scores = (table: Table): readonly number[] => table.course?.scores ?? table.chairs.map(() => 0);

/** The seat to move and its bot, when a bot is to move. */
export function botToMove(table: Table): { seat: number; bot: string } | null {
  const seat = toMove(table);
  const bot = seat === null ? "" : playedBy(table.chairs[seat] as Chair);
  return seat === null || bot === "" || table.stuck !== null ? null : { seat, bot };
}

const bytes = (hex: string): Uint8Array => unhex(hex) ?? new Uint8Array();

/** How new tables deal, and those of a bag that others play too. */
export const [SHUFFLE, DUPLICATE] = [2, 3] as const;

/** The name that the shuffle is made with: the bag's where other tables play it too, else the table's own. */
export const dealtAs = (table: Table): string => table.bag || table.id;

/** What the seats added to the shuffle, hex. Nobody adds to a duplicate bag. */
export const added = (table: Table): string[] =>
  table.chairs.map((chair) => (table.shuffle === DUPLICATE ? "" : chair.entropy));

/** What everyone is told before they confirm. */
export const commitmentOf = (table: Table): string =>
  commitment(bytes(table.seed), dealtAs(table), table.game.ruleset, table.shuffle);

function freshDealer(table: Table): AnyDealer {
  const seed = combine(bytes(table.seed), dealtAs(table), table.game.ruleset, added(table).map(bytes));
  return table.shuffle === DUPLICATE ? new DuplicateDealer(seed, table.chairs.length) : new Dealer(seed);
}

/** The dealer as it stands now, a copy: after a reload or a take-back it deals all draws again to get there. */
export function dealerOf(table: Table): AnyDealer {
  if (table.dealer !== null) return table.dealer.copy();
  let dealer = freshDealer(table);
  if (table.course === null) return dealer;
  let course = again(table.game.start(table.chairs.length, table.ranks), table.deal, dealer);
  table.log.forEach((step, depth) => {
    dealer = mixedAt(table, depth, dealer);
    course = again(course.play(step.move), step.draws, dealer);
  });
  return mixedAt(table, table.log.length, dealer);
}

/** The dealer after the take-backs that led to where so many steps had been made. */
function mixedAt(table: Table, depth: number, dealer: AnyDealer): AnyDealer {
  return table.mixed.filter(([at]) => at === depth).reduce((reached, [, used]) => reached.mixed(used), dealer);
}

function again(course: Course, draws: Draws, dealer: AnyDealer): Course {
  for (const [seat, pieces] of draws) {
    take(course, dealer);
    course = course.draw(seat, pieces);
  }
  return course;
}

function take(course: Course, dealer: AnyDealer): [number, string] {
  const need = course.need;
  if (need === null) throw new Error("a draw that nobody needs");
  if (need.fresh) dealer.fresh(course.copies);
  return [need.seat, dealer.drawFor(need.seat, need.count, need.back)];
}

/** Answer every need of the game from the top of the bag. */
export function settle(course: Course, dealer: AnyDealer): { course: Course; draws: Draws } {
  const draws: [number, string][] = [];
  while (course.need !== null) {
    const [seat, pieces] = take(course, dealer);
    draws.push([seat, pieces]);
    course = course.draw(seat, pieces);
  }
  return { course, draws };
}

const drawAll = (course: Course, draws: Draws): Course =>
  draws.reduce((reached, [seat, pieces]) => reached.draw(seat, pieces), course);

const dealt = (table: Table, ranks: Ranks, deal: Draws): Course =>
  drawAll(table.game.start(table.chairs.length, ranks), deal);

/** The game after these steps. */
export function replayed(table: Table, log: readonly Step[]): Course {
  return log.reduce(
    (course, step) => drawAll(course.play(step.move), step.draws),
    dealt(table, table.ranks, table.deal),
  );
}

export function withChair(table: Table, seat: number, changes: Partial<Chair>): Table {
  return { ...table, chairs: table.chairs.map((chair, at) => (at === seat ? { ...chair, ...changes } : chair)) };
}

/** A table before its first fact. */
function blank(id: string, game: Game): Table {
  return {
    id,
    n: 0,
    at: 0,
    createdAt: 0,
    game,
    terms: {},
    seed: "",
    shuffle: SHUFFLE,
    bag: "",
    chairs: [],
    phase: "lobby",
    course: null,
    deal: [],
    ranks: [],
    asked: [],
    log: [],
    mixed: [],
    dealer: null,
    turnN: 0,
    stuck: null,
    mustPlay: false,
    takenBack: 0,
    asides: 0,
    outcome: null,
    rematch: "",
    rematchAsked: [],
    closed: "",
    moved: "",
  };
}

/** The first fact of a table. */
export function created(games: Games, id: string, fact: Extract<Fact, { e: "created" }>, at: number): Table {
  const game = games.get(fact.ruleset);
  if (game?.name !== fact.game) throw new Error(`this device knows no ${fact.ruleset}`);
  const chairs = fact.seats.map((seat) => ({
    kind: seat.kind,
    bot: seat.bot ?? "",
    taken: false,
    entropy: "",
    standIn: "",
    assist: seat.assist ?? ("places" as const),
    open: seat.open ?? false,
    resigned: false,
    name: "",
    age: null,
  }));
  const { terms, seed, shuffle, bag = "" } = fact;
  return { ...blank(id, game), n: 1, at, createdAt: at, terms, seed, shuffle, bag, chairs };
}

/** The table after one more fact. */
export function apply(table: Table, fact: Fact, at: number, places: readonly Place[] = [], ahead?: Ahead): Table {
  const changed = fold(table, fact, ahead);
  const turned = TURNING.has(fact.e);
  const after: Table = {
    ...changed,
    n: table.n + 1,
    at,
    dealer: turned ? (ahead?.dealer ?? null) : table.dealer,
    turnN: turned ? table.n + 1 : table.turnN,
    asides: table.asides + (ASIDES.has(fact.e) ? 1 : 0),
  };
  return seated(after, places);
}

export const seated = (table: Table, places: readonly Place[]): Table =>
  places.reduce((reached, { seat, name, age }) => withChair(reached, seat, { name, age }), table);

const SETTLED = { stuck: null, mustPlay: false } as const;

function fold(table: Table, fact: Fact, ahead?: Ahead): Table {
  switch (fact.e) {
    case "created":
      throw new Error("a table is made once");
    case "joined":
      return withChair(table, fact.seat, { taken: true, standIn: "" });
    case "readied":
      return withChair(table, fact.seat, { entropy: fact.entropy });
    case "started": {
      const asked = fact.asked ?? [];
      const phase = asked.length > 0 ? "opening" : "playing";
      const course = ahead?.course ?? dealt(table, fact.ranks, fact.draws);
      const begun: Table = { ...table, deal: fact.draws, ranks: fact.ranks, asked, phase, course };
      return Object.entries(fact.stand_ins ?? {}).reduce(
        (reached, [seat, bot]) => withChair(reached, Number(seat), { standIn: bot }),
        begun,
      );
    }
    case "aged":
      return { ...table, asked: table.asked.filter((seat) => seat !== fact.seat) };
    case "opened": {
      const course = dealt(table, fact.ranks, table.deal);
      return { ...table, ranks: fact.ranks, course, phase: "playing", asked: [] };
    }
    case "played":
      return moved(table, { seat: fact.seat, move: fact.move, draws: fact.draws ?? [], finished: true }, ahead);
    case "stuck":
      return { ...table, stuck: fact.seat };
    case "settled":
      if (fact.exists) return { ...table, stuck: null, mustPlay: true };
      return moved(table, { seat: fact.seat, move: "redraw", draws: fact.draws ?? [], finished: false }, ahead);
    case "taken_back": {
      const log = table.log.slice(0, table.log.length - fact.steps);
      const kept = table.mixed.filter(([depth]) => depth <= log.length);
      const mixed = [...kept, [log.length, fact.used] as const];
      return { ...table, log, mixed, course: replayed(table, log), takenBack: table.takenBack + 1, ...SETTLED };
    }
    case "ended": {
      const outcome = { reason: fact.reason, winners: fact.winners };
      return { ...table, phase: "finished", outcome, ...SETTLED };
    }
    case "rematch_asked":
      return { ...table, rematchAsked: [...table.rematchAsked, fact.seat].sort() };
    case "rematched":
      return { ...table, rematch: fact.table };
    case "closed":
      return { ...table, phase: "finished", closed: fact.reason };
    case "moved":
      // What was over stays open here as well.
      return {
        ...table,
        phase: "finished",
        closed: table.outcome === null ? "moved" : table.closed,
        moved: fact.table,
      };
    case "said":
    case "take_back_asked":
      return table;
    default:
      return chairFold(table, fact);
  }
}

type ChairFact = Extract<Fact, { e: "resigned" | "left" | "returned" | "adjusted" }>;

function chairFold(table: Table, fact: ChairFact): Table {
  switch (fact.e) {
    case "resigned":
      return withChair(table, fact.seat, { resigned: true, standIn: fact.stand_in ?? "" });
    case "left": {
      const freed = table.phase === "lobby" ? { taken: false, entropy: "", name: "", age: null } : {};
      return withChair(table, fact.seat, { ...freed, standIn: fact.stand_in ?? "" });
    }
    case "returned":
      return withChair(table, fact.seat, { standIn: "" });
    case "adjusted": {
      const chair = table.chairs[fact.seat] as Chair;
      return withChair(table, fact.seat, { assist: fact.assist ?? chair.assist, open: fact.open ?? chair.open });
    }
  }
}

function moved(table: Table, step: Step, ahead?: Ahead): Table {
  const before = table.course;
  if (before === null) throw new Error("a move before the deal");
  const course = ahead?.course ?? drawAll(before.play(step.move), step.draws);
  return { ...table, course, log: [...table.log, step], ...SETTLED };
}

/** A table from all of its rows. Throws when they are no game: a stored game that was tampered with is refused. */
export function folded(games: Games, rows: readonly Row[]): Table {
  return foldedTo(games, rows)[rows.length - 1] as Table;
}

/** The table after each of its rows. */
export function foldedTo(games: Games, rows: readonly Row[]): Table[] {
  const [first, ...rest] = rows;
  if (first === undefined || first.n !== 1 || first.fact.e !== "created")
    throw new Error("a log begins with its table");
  let table = seated(created(games, first.table, first.fact, first.at), first.places ?? []);
  const all = [table];
  for (const row of rest) {
    if (row.n !== table.n + 1) throw new Error(`row ${row.n} follows row ${table.n}`);
    table = apply(table, row.fact, row.at, row.places);
    all.push(table);
  }
  return all;
}
