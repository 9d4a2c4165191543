// What a page may see of a table of this device: every frame of the wire that tells of the table is made here.
// Hot seat: hands are hidden from whoever holds the device, so a view is for one seat, or for the table (null).
import type {
  SheetEntry,
  Event,
  Now,
  OpeningInfo,
  OutcomeInfo,
  Proof,
  SeatInfo,
  TableInfo,
  View,
  Welcome,
} from "../wire.gen";
import { WIRE_VERSION } from "../wire.gen";
import type { Course, Turn } from "./course";
import type { Draws, Fact } from "./facts";
import { added, commitmentOf, isReady, mine, scores, standsIn, toMove, type Chair, type Table } from "./table";

type Happened = Event["event"];

export function seatInfo(table: Table, seat: number): SeatInfo {
  const chair = table.chairs[seat] as Chair;
  return {
    seat,
    kind: chair.kind,
    name: chair.name,
    taken: chair.taken || chair.kind === "bot",
    ready: isReady(chair),
    online: chair.taken,
    you: chair.taken,
    host: chair.taken,
    ...(chair.bot === "" ? {} : { bot: chair.bot }),
    stand_in: standsIn(chair) || null,
    assist: chair.assist,
    open: chair.open,
    resigned: chair.resigned,
    aged: chair.age !== null,
  };
}

/** The table apart from its game. */
export function tableInfo(table: Table): TableInfo {
  return {
    table: table.id,
    game: table.game.name,
    ruleset: table.game.ruleset,
    phase: table.phase,
    seats: table.chairs.map((_, seat) => seatInfo(table, seat)),
    options: table.terms,
    commitment: commitmentOf(table),
    created: Math.floor(table.createdAt / 1000),
    host: true,
    entropy: table.phase === "lobby" ? [] : added(table),
    bag: table.bag,
    rematch: table.rematch || null,
    rematch_asked: [...table.rematchAsked],
  };
}

/** What the shuffle was made of. Only for a game that is over. */
export function proofOf(table: Table): Proof {
  if (table.phase !== "finished") throw new Error("a seed is revealed when the game is over");
  return shuffleOf(table);
}

/** The same at any time: for a server that deals on anew, and for nobody's eyes. */
export function shuffleOf(table: Table): Proof {
  return {
    commitment: commitmentOf(table),
    seed: table.seed,
    entropy: added(table),
    table: table.id,
    ruleset: table.game.ruleset,
    shuffle: table.shuffle,
    bag: table.bag,
  };
}

/** How it ended, the table's own reasons included. */
export function outcomeOf(table: Table): OutcomeInfo | null {
  if (table.outcome === null) return null;
  return { reason: table.outcome.reason, winners: [...table.outcome.winners], scores: [...scores(table)] };
}

/** The changing part of a view, through the eyes of a seat (null: the table's). */
export function nowOf(table: Table, course: Course, seat: number | null): Now {
  const sight = course.sight(seat);
  const due = toMove(table);
  const own = seat !== null && due === seat;
  return {
    phase: table.phase,
    to_move: due,
    scores: [...sight.scores],
    hand_sizes: [...sight.handSizes],
    bag: sight.bag,
    seat,
    hand: seat === null ? null : sight.hand,
    hands: openHands(table, course),
    unseen: table.terms.memory && table.phase !== "finished" ? null : sight.unseen,
    waiting: waitingFor(table),
    must_play: table.mustPlay,
    redraws: sight.redraws,
    may_swap: own ? sight.maySwap : 0,
    may_pass: own && sight.mayPass,
    opening_move: due !== null && course.sheet.length === 0,
    last_turns: sight.lastTurns,
    outcome: outcomeOf(table),
  };
}

/** Hands that lie open for all; an empty list when none does. */
function openHands(table: Table, course: Course): (string | null)[] {
  const over = table.phase === "finished";
  if (!over && !table.chairs.some((chair) => chair.open)) return [];
  return table.chairs.map((chair, seat) => (over || chair.open ? course.hand(seat) : null));
}

function waitingFor(table: Table): Now["waiting"] {
  return table.phase === "opening" ? { what: "age", seats: [...table.asked], want: table.game.first } : null;
}

/** All that a seat may know; null in the lobby. */
export function viewOf(table: Table, seat: number | null): View | null {
  const { course } = table;
  if (course === null) return null;
  return {
    now: nowOf(table, course, seat),
    sheet: course.sheet.map((turn) => entryOf(turn, table, seat)),
    opening: openingOf(table, course),
    ...course.lying(),
  };
}

function openingOf(table: Table, course: Course): OpeningInfo | null {
  const { opening } = course;
  return opening === null ? null : { ...opening, opener: table.phase === "opening" ? null : opening.opener };
}

/** An exchange by another says how many, not which (T14). */
function moveText(turn: Turn, table: Table, seat: number | null): string {
  if (!turn.move.startsWith("swap ") || turn.seat === seat || table.phase === "finished") return turn.move;
  return `swap ${"?".repeat((turn.move.length - 5) / 2)}`;
}

function entryOf(turn: Turn, table: Table, seat: number | null): SheetEntry {
  return { seat: turn.seat, move: moveText(turn, table, seat), points: turn.points, parts: [...turn.parts] };
}

export function welcomeOf(table: Table, seats: readonly number[], eyes: number | null, resumed: boolean): Welcome {
  return {
    t: "welcome",
    version: WIRE_VERSION,
    n: table.n,
    info: tableInfo(table),
    seats: [...seats],
    view: resumed ? null : viewOf(table, eyes),
    proof: table.phase === "finished" ? proofOf(table) : null,
    resumed,
  };
}

/** A fact as one seat may know it, with the table after it. */
export function eventOf(fact: Fact, before: Table, after: Table, eyes: number | null): Event {
  const event = happened(fact, before, after, eyes);
  const now = after.course === null ? null : nowOf(after, after.course, eyes);
  return { t: "event", n: after.n, at: Math.floor(after.at / 1000), event, now };
}

const WHY = {
  joined: "joined",
  readied: "ready",
  aged: "aged",
  left: "left",
  returned: "returned",
  adjusted: "adjusted",
  resigned: "resigned",
} as const;

function happened(fact: Fact, before: Table, after: Table, eyes: number | null): Happened {
  switch (fact.e) {
    case "played":
      return playedOf(fact, after, eyes);
    case "said":
      return { type: "said", seat: fact.seat, word: fact.word };
    case "started": {
      const redeals = Math.max(0, Math.floor(fact.draws.length / after.chairs.length) - 1);
      return { type: "started", view: viewOf(after, eyes) as View, info: tableInfo(after), redeals };
    }
    case "opened":
      return { type: "opened", opening: openingOf(after, after.course as Course) as OpeningInfo };
    case "stuck":
      return { type: "stuck", seat: fact.seat, hand: before.course?.hand(fact.seat) ?? "", by: fact.by ?? "person" };
    case "settled": {
      const draws = fact.draws ?? [];
      return { type: "settled", seat: fact.seat, exists: fact.exists, drew: drew(draws), got: got(draws, eyes) };
    }
    case "take_back_asked":
      return { type: "take_back_asked", seat: fact.seat };
    case "taken_back":
      return { type: "taken_back", seat: fact.seat, turns: fact.turns, view: viewOf(after, eyes) as View };
    case "ended":
      return { type: "ended", outcome: outcomeOf(after) as OutcomeInfo, proof: proofOf(after) };
    case "rematch_asked":
      return { type: "rematch_asked", seat: fact.seat };
    case "rematched":
      return { type: "rematch", table: fact.table };
    case "closed":
      return { type: "closed", reason: fact.reason };
    case "moved":
      return { type: "closed", reason: "moved" };
    case "created":
      throw new Error("the making of a table is never told");
    default:
      return { type: "seat", info: seatInfo(after, fact.seat), why: WHY[fact.e] };
  }
}

function playedOf(fact: Extract<Fact, { e: "played" }>, after: Table, eyes: number | null): Happened {
  const turn = after.course?.sheet.at(-1) as Turn;
  const draws = fact.draws ?? [];
  return {
    type: "played",
    seat: fact.seat,
    move: moveText(turn, after, eyes),
    points: turn.points,
    drew: drew(draws),
    parts: [...turn.parts],
    laid: turn.laid,
    got: got(draws, eyes),
    by: fact.by ?? "person",
  };
}

const drew = (draws: Draws): number => draws.reduce((sum, [, pieces]) => sum + pieces.length / 2, 0);

function got(draws: Draws, eyes: number | null): string | null {
  const own = draws.filter(([seat]) => seat === eyes).map(([, pieces]) => pieces);
  return own.join("") || null;
}

/** Seats of this device that a page has: none when it shows the table alone. */
export const seatsOf = (table: Table, alone: boolean): number[] => (alone ? [] : mine(table));
