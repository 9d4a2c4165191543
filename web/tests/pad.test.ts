// The pad adds up like a score sheet: turns go round, corrections and take-backs hold, doubtful scores are asked about, and the
// record of a game whose tiles were entered is one that the rules read (tests/study checks that on the server's side).
import { describe, expect, it } from "vitest";
import {
  add,
  begin,
  beside,
  complete,
  correct,
  doubtful,
  finish,
  gap,
  insert,
  lay,
  leaders,
  next,
  opener,
  places,
  played,
  question,
  record,
  relay,
  remove,
  rounds,
  running,
  totals,
  undo,
  type Pad,
} from "../src/pad/pad";
import { tale } from "../src/pad/tale";

const empty = begin("tiles", ["Ana", "Ben", "Cleo"], [9, null, 40], 1, "2026-11-16");

describe("the pad", () => {
  it("goes round from the opener and adds up", () => {
    let pad = empty;
    for (const points of [3, 7, 4, 6]) pad = add(pad, { kind: "points", points });
    expect(pad.entries.map((entry) => entry.seat)).toEqual([1, 2, 0, 1]);
    expect(totals(pad)).toEqual([4, 9, 7]);
    expect(next(pad)).toBe(2);
    expect(leaders(pad)).toEqual([1]);
  });

  it("takes back and corrects", () => {
    const pad = add(add(empty, { kind: "points", points: 3 }), { kind: "points", points: 7 });
    expect(totals(undo(pad))).toEqual([0, 3, 0]);
    expect(totals(correct(pad, 0, 5))).toEqual([0, 5, 7]);
  });

  it("gives the end bonus to whoever played last, and it is no turn", () => {
    const pad = finish(add(add(empty, { kind: "points", points: 3 }), { kind: "points", points: 7 }), true);
    expect(totals(pad)).toEqual([0, 3, 13]);
    expect(pad.over).toBe(true);
    expect(next(pad)).toBe(0);
  });

  it("asks about scores that no line could give, and only about those", () => {
    const begun = add(empty, { kind: "points", points: 3 });
    expect([0, 1, 5, 6, 11, 12, 13].map((points) => doubtful(empty, points))).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
    expect([1, 2, 84, 85].map((points) => doubtful(begun, points))).toEqual([true, false, false, true]);
  });

  it("offers the cells beside the tiles", () => {
    expect(beside("")).toEqual([{ x: 0, y: 0 }]);
    expect(beside("0,0:Rs 1,0:Rd")).toHaveLength(6);
  });

  it("writes a record once all tiles were entered", () => {
    const pad = add(add(empty, { kind: "tiles", points: 3, play: "0,0:Rc 1,0:Rd 2,0:Ro" }), {
      kind: "swap",
      points: 0,
      count: 2,
    });
    expect(complete(empty)).toBe(false);
    expect(complete(pad)).toBe(true);
    expect(record(pad).split("\n")).toEqual([
      "sixfold record 1",
      "ruleset: tiles/1",
      "date: 2026-11-16",
      "seat 0: Ana",
      "age 0: 9",
      "seat 1: Ben",
      "seat 2: Cleo",
      "age 2: 40",
      "",
      "draw 0: ??????",
      "draw 1: ??????",
      "draw 2: ??????",
      "announce: 0 3 0",
      "1: 0,0:Rc 1,0:Rd 2,0:Ro = 3",
      "draw 1: ???",
      "2: swap ?? = 0",
      "draw 2: ??",
      "",
    ]);
  });

  it("corrects the points of a turn and keeps its tiles, and its record counts as the rules do", () => {
    const pad = add(add(empty, { kind: "tiles", points: 3, play: "0,0:Rc 1,0:Rd 2,0:Ro" }), {
      kind: "swap",
      points: 0,
      count: 2,
    });
    expect(correct(pad, 0, 3)).toEqual(pad);
    const five = correct(pad, 0, 5);
    expect(totals(five)).toEqual([0, 5, 0]);
    expect(question(lay(five, "3,0:Rs")).board).toBe("0,0:Rc 1,0:Rd 2,0:Ro");
    expect(complete(five)).toBe(true);
    expect(record(five)).toBe(record(pad));
    expect(correct(correct(five, 0, 4), 0, 3)).toEqual(pad);
    expect(correct(pad, 1, 0)).toEqual(pad);
  });

  it("asks for the tiles of turns that were written down by points before it judges another", () => {
    let pad = add(add(empty, { kind: "points", points: 3 }), { kind: "points", points: 4 });
    expect([gap(empty), gap(pad)]).toEqual([-1, 0]);
    expect(places(pad)).toEqual([{ x: 0, y: 0 }]);
    for (const placement of ["0,0:Rc", "1,0:Rd", "2,0:Ro"]) pad = lay(pad, placement);
    expect(question(pad)).toMatchObject({ board: "", play: "0,0:Rc 1,0:Rd 2,0:Ro" });
    pad = played(pad, 3);
    expect([gap(pad), pad.entries.length, totals(pad)]).toEqual([1, 2, [0, 3, 4]]);
    pad = played(lay(pad, "3,0:Rs"), 5);
    expect(gap(pad)).toBe(-1);
    // What people agreed on stays on the sheet; the record has what the rules say.
    expect(totals(pad)).toEqual([0, 3, 4]);
    expect(record(pad)).toContain("2: 3,0:Rs = 5");
    pad = played(lay(pad, "4,0:Rt"), 6);
    expect(totals(pad)).toEqual([6, 3, 4]);
  });

  it("offers no cell that is taken later", () => {
    const [first, later] = [
      { kind: "points", points: 3 } as const,
      { kind: "tiles", points: 2, play: "0,1:Gs 0,2:Ys" } as const,
    ];
    const pad = lay(add(add(empty, first), later), "0,0:Rs");
    expect(places(pad)).toEqual([
      { x: -1, y: 0 },
      { x: 1, y: 0 },
      { x: 0, y: -1 },
    ]);
  });

  it("reopens a finished game before it takes back a turn, and a corrected bonus stays one", () => {
    const pad = add(add(empty, { kind: "points", points: 3 }), { kind: "pass", points: 0 });
    expect(undo(finish(pad, false))).toEqual(pad);
    expect(undo(finish(pad, true))).toEqual(pad);
    expect(next(correct(finish(pad, true), 2, 6))).toBe(next(pad));
  });

  it("keeps the tiles of a turn until it is written down", () => {
    const begun = add(empty, { kind: "tiles", points: 2, play: "0,0:Rc 1,0:Rd" });
    const pad = lay(lay(begun, "2,0:Ro"), "3,0:Rs");
    expect(question(pad)).toEqual({
      do: "check",
      ruleset: "tiles/1",
      board: "0,0:Rc 1,0:Rd",
      play: "2,0:Ro 3,0:Rs",
    });
    expect(played(pad, 4)).toMatchObject({ draft: [], entries: [{}, { seat: 2, points: 4, play: "2,0:Ro 3,0:Rs" }] });
  });

  it("lets the oldest of those tied open with tiles, the youngest with cards, and whoever sits first when ages are silent", () => {
    const people = (
      [
        ["9", true],
        ["", true],
        ["40", false],
        ["9", true],
      ] as const
    ).map(([age, largest]) => ({
      name: "",
      age,
      largest,
    }));
    const all = people.map((one) => ({ ...one, largest: false }));
    const one = people.map((person, at) => ({ ...person, largest: at === 1 }));
    expect([people, all, one].map((each) => opener("tiles", each))).toEqual([0, 2, 1]);
    expect([people, all, one].map((each) => opener("cards", each))).toEqual([0, 0, 1]);
    expect(
      opener(
        "tiles",
        all.map((person) => ({ ...person, age: "" })),
      ),
    ).toBe(0);
  });

  it("writes a line per round, with the running totals, and a place for the turn that comes", () => {
    let pad = empty;
    for (const points of [3, 7, 4, 6]) pad = add(pad, { kind: "points", points });
    expect(rounds(pad)).toEqual([
      [2, 0, 1],
      [-1, 3, 4],
    ]);
    expect(running(pad)).toEqual([3, 7, 4, 9]);
    expect(rounds(finish(pad, true))).toEqual([
      [2, 0, 1],
      [-1, 3, -1],
    ]);
  });

  it("moves everybody on when a forgotten turn is inserted, and back when one is deleted", () => {
    let pad = empty;
    for (const points of [3, 4, 6]) pad = add(pad, { kind: "points", points });
    const mended = correct(insert(pad, 1), 1, 7);
    expect(mended.entries.map(({ seat, points }) => [seat, points])).toEqual([
      [1, 3],
      [2, 7],
      [0, 4],
      [1, 6],
    ]);
    expect(remove(mended, 1)).toEqual(pad);
    expect(remove(finish(mended, true), 3).entries.at(-1)).toMatchObject({ kind: "bonus", seat: 0 });
  });

  it("lifts the tiles of a turn to be laid otherwise, and counts them anew", () => {
    const first = add(empty, { kind: "tiles", points: 3, play: "0,0:Rc 1,0:Rd 2,0:Ro" });
    const pad = add(first, { kind: "tiles", points: 2, play: "0,1:Gc" });
    const lifted = relay(pad, 0);
    expect([gap(lifted), complete(lifted)]).toEqual([0, false]);
    expect(question(lifted)).toMatchObject({ board: "", play: "0,0:Rc 1,0:Rd 2,0:Ro" });
    expect(played(lifted, 3)).toEqual(pad);
    const fewer = played({ ...lifted, draft: ["0,0:Rc", "1,0:Rd"] }, 2);
    expect([totals(fewer), complete(fewer)]).toEqual([[0, 2, 2], true]);
  });

  it("takes a turn that brought nothing for an exchange while the bag has tiles", () => {
    const first = add(empty, { kind: "tiles", points: 3, play: "0,0:Rc 1,0:Rd 2,0:Ro" });
    const pad = add(first, { kind: "points", points: 0 });
    expect([gap(pad), complete(pad)]).toEqual([-1, true]);
    expect(record(pad)).toContain("2: swap ? = 0");
    expect(gap(add(empty, { kind: "points", points: 0 }))).toBe(0);
  });

  it("tells of a game by its points alone", () => {
    let pad = begin("tiles", ["Ana", "Ben"], [null, null], 0, "2026-11-16");
    for (const points of [3, 5, 9, 2, 2, 12, 4, 0]) pad = add(pad, { kind: "points", points });
    expect(tale(pad)).toMatchObject({
      best: { seat: 1, points: 12 },
      changes: 2,
      since: 3,
      each: [4.5, 4.75],
      curves: [
        [0, 3, 12, 14, 18],
        [0, 5, 7, 19, 19],
      ],
    });
    expect(tale(add(pad, { kind: "points", points: 1 })).since).toBeNull();
  });

  // Whole games; `make test` writes them (tests/study/test_pad.py), and each is entered as on the page: tile by tile, with the page's
  // own question to the rules before a turn is written down.
  const path = process.env["SIXFOLD_PAD_GAMES"];
  interface Played {
    game: "tiles" | "cards";
    names: string[];
    first: number;
    turns: [string, number, number][];
    ended: boolean;
    scores: number[];
  }

  function enter(game: Played, rules: (asked: ReturnType<typeof question>) => number): Pad {
    let pad = begin(
      game.game,
      game.names,
      game.names.map(() => null),
      game.first,
      "2026-11-16",
    );
    for (const [play, points, count] of game.turns) {
      if (game.game === "cards") pad = add(pad, { kind: "points", points });
      else if (play === "pass") pad = add(pad, { kind: "pass", points: 0 });
      else if (play === "swap") pad = add(pad, { kind: "swap", points: 0, count });
      else {
        for (const placement of play.split(" ")) pad = lay(pad, placement);
        pad = played(pad, rules(question(pad)));
      }
    }
    return finish(pad, game.ended);
  }

  it.runIf(path !== undefined)("adds up whole games like the rules", { timeout: 3_600_000 }, async () => {
    const { readFileSync, writeFileSync } = await import("node:fs");
    const { spawnSync } = await import("node:child_process");
    const games = JSON.parse(readFileSync(path ?? "", "utf8")) as Played[];
    expect(games.length).toBeGreaterThan(99);
    const questions: string[] = [];
    for (const game of games)
      enter(game, (asked) => {
        questions.push(JSON.stringify(asked));
        return 0;
      });
    const engine = spawnSync(process.env["SIXFOLD_PYTHON"] ?? "", ["-m", "sixfold", "engine"], {
      input: `${questions.join("\n")}\n`,
      maxBuffer: 1 << 30,
    });
    const answers = engine.stdout
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { legal: boolean; points: number });
    expect(answers).toHaveLength(questions.length);
    expect(answers.filter((answer) => !answer.legal)).toEqual([]);
    const points = answers[Symbol.iterator]();
    const records = games.map((game) => {
      const pad = enter(game, () => points.next().value?.points ?? NaN);
      expect(totals(pad)).toEqual(game.scores);
      return complete(pad) ? record(pad) : "";
    });
    writeFileSync(`${path}.records`, JSON.stringify(records));
  });
});
