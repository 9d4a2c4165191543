// A table for one position and one person: a puzzle, a lesson, a move tried in a game that is over. It speaks the messages
// of the server's socket, so that the tables themselves can be used, with all their ways to lay and to look. What is
// legal is asked of whoever made it; nothing is decided here.
import type { GameName } from "../games";
import { SPREADS } from "../games/spreads";
import { Denied } from "../http";
import { Session } from "../session.svelte";
import type { Answered, Asked, Link, Socket } from "../socket";
import { WIRE_VERSION, type Checked, type SheetEntry, type Frame, type View, type Welcome } from "../wire.gen";
import { check, type Draft } from "./api";

export interface Spread {
  readonly game: GameName;
  /** By what a draft is found again. */
  readonly id: string;
  readonly board?: string;
  readonly rows?: readonly string[];
  readonly stacks?: readonly (readonly string[])[];
  readonly hand: string;
  readonly names: readonly string[];
  readonly seat: number;
  readonly scores: readonly number[];
  readonly bag: number;
  readonly sheet?: readonly SheetEntry[];
}

export interface Judge {
  /** Plays to offer places for; the points are not told. */
  plays(): Promise<readonly string[]>;
  check(draft: Draft): Promise<Checked>;
}

/** The rules, asked over HTTP. */
export function rulesFor(spread: Spread): Judge {
  const { table, plays } = SPREADS[spread.game];
  const position = `${spread.game}/1 | ${table(spread)} | ${spread.hand}`;
  return {
    plays: () => plays(spread),
    check: (draft) => check(position, draft),
  };
}

/** A move in notation: what was laid, or rows and after a slash the Qwirkles. */
export function moveOf(draft: Draft): string {
  if ("play" in draft) return draft.play;
  return `${draft.rows.join(" ")}${draft.taken.length > 0 ? ` / ${draft.taken.join(" ")}` : ""}`.trim();
}

/** Sit down before a position; `made` hears of the move when it is played. */
export function sitDown(spread: Spread, judge: Judge, made: (move: string) => void): Session {
  class Desk implements Socket {
    constructor(
      _table: string,
      _hello: unknown,
      events: { frame: (frame: Frame) => void; link: (link: Link) => void },
    ) {
      events.frame(welcome(spread));
      events.link("open");
      // Without a list nothing is marked, and everything can still be laid.
      void judge.plays().then(
        (plays) => events.frame({ t: "plays", n: 0, seat: spread.seat, plays: plays.map((play) => [play, 0, 0]) }),
        () => {},
      );
    }

    async send(asked: Asked): Promise<Answered> {
      if (asked.do === "check") return judge.check(draftOf(asked));
      if (asked.do === "fits") return { t: "fits", id: "" };
      if (asked.do !== "play" && asked.do !== "turn")
        throw new Denied({ code: "table/phase", message: `There is no ${asked.do} here.` });
      made(moveOf(draftOf(asked)));
      return { t: "ack", id: "", n: 0 };
    }

    close(): void {}
    restart(): void {}
  }
  return new Session(spread.id, "seat", Desk);
}

function draftOf(asked: { play?: string | null; rows?: string[] | null; taken?: string[] }): Draft {
  return asked.play == null ? { rows: asked.rows ?? [], taken: asked.taken ?? [] } : { play: asked.play };
}

function welcome(spread: Spread): Welcome {
  const { game, id, seat, names } = spread;
  return {
    t: "welcome",
    version: WIRE_VERSION,
    n: 0,
    seats: [seat],
    info: {
      table: id,
      game,
      ruleset: `${game}/1`,
      phase: "playing",
      seats: names.map((name, at) => ({
        seat: at,
        kind: "person",
        name,
        taken: true,
        online: true,
        you: at === seat,
        assist: "places",
      })),
      options: { hints: false },
      commitment: "",
      created: 0,
      rematch: null,
      rematch_asked: [],
    },
    view: viewOf(spread),
  };
}

function viewOf(spread: Spread): View {
  const { seat, hand, scores, bag } = spread;
  const now: View["now"] = {
    phase: "playing",
    to_move: seat,
    scores: [...scores],
    hand_sizes: [],
    bag,
    seat,
    hand,
    may_swap: 0,
  };
  return SPREADS[spread.game].view(spread, { now, sheet: [...(spread.sheet ?? [])] });
}
