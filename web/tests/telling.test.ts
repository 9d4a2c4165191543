import { beforeAll, describe, expect, it } from "vitest";
import { setLanguage } from "../src/i18n";
import type { Estimate } from "../src/study/api";
import type { ReplayStep, ReviewedTurn, ReviewedGame, TurnNote } from "../src/wire.gen";
import { headline, level, missedQwirkles, mistake, tale, told, turningPoints } from "../src/study/telling";
import { drawnAfter } from "../src/study/turns";

const sure = (mean: number): Estimate => [mean, mean - 1, mean + 1];
const noise = (mean: number): Estimate => [mean, mean - 50, mean + 50];

function turn(number: number, seat: number, notes: TurnNote[] = [], behind = 0): ReviewedTurn {
  const worth = { lead: sure(0), share: sure(0), behind: sure(behind), share_behind: sure(0) };
  const made = { move: "0,0:Rs", ...worth };
  return {
    number,
    seat,
    move: "0,0:Rs",
    points: 1,
    shares: null,
    made,
    best: [],
    exact: false,
    luck: null,
    share_luck: null,
    skill: null,
    share_skill: null,
    notes,
  };
}

const UNKNOWN: ReviewedGame = {
  ruleset: "tiles/1",
  names: ["Ana", "Ben"],
  scores: [0, 0],
  winners: null,
  unknown: true,
  given_away: [],
  ledger: null,
};

function verdict(luck: Estimate): ReviewedGame {
  const seat = (had: Estimate) => ({ luck: had, skill: noise(0), share_luck: noise(0), share_skill: noise(0) });
  const ledger = { start: noise(0), seats: [seat(luck), seat(noise(3))], result: null, gap: null };
  return { ...UNKNOWN, unknown: false, ledger };
}

const QWIRKLE: TurnNote = { code: "missed-qwirkle", facts: { best: "1,0:Rd", made: 5, points: 15, lead: 4 } };
const KEPT: TurnNote = { code: "better-kept", facts: { best: "1,0:Rd", made: 12, points: 11, lead: 4 } };
const FOUND: TurnNote = { code: "found-best", facts: { lead: 9 } };
const LUCKY: TurnNote = { code: "lucky-draw", facts: { lead: 20 } };

beforeAll(() => setLanguage("en", false));

describe("one sentence", () => {
  it("names luck and what was missed", () => {
    const turns = [turn(0, 0, [QWIRKLE]), turn(1, 1, [QWIRKLE]), turn(2, 0, [QWIRKLE])];
    expect(tale(turns, verdict(sure(12)), 0, "tiles", "")).toBe("You were a little lucky and missed 2 Qwirkles.");
    expect(tale(turns, verdict(sure(-40)), 0, "tiles", "Ana")).toBe("Ana was unlucky and missed 2 Qwirkles.");
    expect(tale(turns, verdict(sure(12)), 1, "tiles", "Ben")).toBe("Ben missed a Qwirkle.");
  });

  it("does not call noise luck, nor a turn within the noise a mistake", () => {
    expect(level(noise(40), "tiles")).toBe(0);
    expect(tale([turn(0, 0, [FOUND])], verdict(noise(40)), 0, "tiles", "")).toBe("You made no clear mistake.");
    expect(mistake(turn(0, 0, [FOUND, LUCKY]))).toBeUndefined();
    expect(mistake(turn(0, 0))).toBeUndefined();
  });

  it("counts the Qwirkles of cards that were left lying", () => {
    const left: TurnNote = { code: "missed-qwirkles", facts: { made: 1, points: 3 } };
    expect(missedQwirkles([turn(0, 0, [left]), turn(1, 1, [left]), turn(2, 0, [left])], 0)).toBe(4);
  });

  it("does without a ledger when hands are unknown", () => {
    expect(tale([turn(0, 0, [KEPT])], UNKNOWN, 0, "tiles", "")).toBe("You could have played one turn better.");
  });

  it.each(["de", "fr", "it", "ro"])("is a sentence in every language: %s", async (code) => {
    await setLanguage(code, false);
    for (const name of ["", "Ana"])
      for (const luck of [12, -12, 40, -40]) {
        const said = tale([turn(0, 0, [QWIRKLE])], verdict(sure(luck)), 0, "tiles", name);
        expect(said).toMatch(/^\p{Lu}[^{}]+\.$/u);
        expect(said).not.toContain("review.");
      }
    await setLanguage("en", false);
  });
});

describe("turning points", () => {
  it("are one's own mistakes first, then what mattered most, in the order of the game", () => {
    const turns = [
      turn(0, 1, [LUCKY]),
      turn(1, 0, [KEPT], 3),
      turn(2, 1, [QWIRKLE], 30),
      turn(3, 0, [FOUND]),
      turn(4, 0, [QWIRKLE], 8),
      turn(5, 0),
    ];
    expect(turningPoints(turns, 0).map((one) => one.number)).toEqual([1, 2, 4]);
    expect(turningPoints([turn(0, 0)], 0)).toEqual([]);
  });

  it("have headlines without places", () => {
    expect(headline(turn(0, 0, [QWIRKLE]), "")).toBe("You scored 5, and 15 were there");
    expect(headline(turn(0, 0, [QWIRKLE]), "Ben")).toBe("Ben scored 5, and 15 were there");
    expect(headline(turn(0, 0, [KEPT]), "")).toBe("Something better was there");
    expect(headline(turn(0, 0, [FOUND]), "")).toBe("Well found");
  });
});

describe("a turning point", () => {
  it("that was a mistake is explained by what was better, not by luck", () => {
    expect(told(turn(0, 0, [KEPT, LUCKY]))).toEqual([KEPT]);
    expect(told(turn(0, 0, [FOUND, LUCKY]))).toEqual([FOUND, LUCKY]);
  });
});

describe("what was drawn", () => {
  const step = (event: string | null, move: string | null, hands: string[]): ReplayStep => ({
    event,
    move,
    number: move === null ? null : 0,
    seat: event === null ? null : 1,
    points: null,
    board: "",
    rows: null,
    stacks: null,
    hands,
    scores: [0, 0],
    bag: 90,
    to_move: 0,
    turn: 1,
    position: null,
  });
  const before = step(null, null, ["Rs", "RoRoGc"]);
  const made = step("2 0,0:Ro", "0,0:Ro", ["Rs", "RoGc"]);

  it("is what the hand holds more than after the move", () => {
    expect(drawnAfter([before, made, step("2 +Ro", null, ["Rs", "RoRoGc"])], 1)).toEqual(["Ro"]);
  });

  it("is nothing at the end, before another move and in hands that nobody knows", () => {
    expect(drawnAfter([before, made], 1)).toEqual([]);
    expect(drawnAfter([before, made, step("1 0,1:Rs", "0,1:Rs", ["", "RoGcYs"])], 1)).toEqual([]);
    expect(drawnAfter([before, made, step("2 +?", null, ["??", "???"])], 1)).toEqual([]);
  });
});
