import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CardTurn } from "../src/cards/turn.svelte";
import { setLanguage } from "../src/i18n";
import type { Helped, Judged } from "../src/games";
import type { Session } from "../src/session.svelte";
import type { CardsView, Fits, JudgedLane, Now, WayWanted } from "../src/wire.gen";

type Asked = Record<string, unknown>;

/** A table that answers as it is told to, and notes what it was asked. */
class Desk {
  fitting: boolean[] = [];
  table = "t";
  link = "open";
  seats: readonly number[] = [0];
  sent: Asked[] = [];
  lanes: JudgedLane[] = [];
  legal = false;
  view: CardsView;

  constructor(now: Partial<Now> = {}, rows: string[] = ["BoBsBx", "RsGsBs"]) {
    this.view = {
      game: "cards",
      rows,
      stacks: [[], []],
      sheet: [],
      now: {
        phase: "playing",
        to_move: 0,
        seat: 0,
        scores: [0, 0],
        hand_sizes: [4, 9],
        bag: 40,
        hand: "RdGdBdBt",
        ...now,
      },
    };
  }

  get now(): Now {
    return this.view.now;
  }

  get cards(): CardsView {
    return this.view;
  }

  get way(): WayWanted | null {
    return this.now.waiting?.what === "way" ? this.now.waiting : null;
  }

  get sheet(): CardsView["sheet"] {
    return this.view.sheet;
  }

  async checkRows(seat: number, rows: string[], taken: string[]): Promise<Judged<"cards">> {
    this.sent.push({ do: "check", seat, rows, taken });
    return { game: "cards", legal: this.legal, refusal: null, lanes: this.lanes, played: "", qwirkles: 0 };
  }

  async fits(seat: number, rows: string[], cards: string): Promise<Fits> {
    this.sent.push({ do: "fits", seat, rows, cards });
    return { t: "fits", id: "1", fits: this.fitting };
  }

  async command(asked: Asked): Promise<null> {
    this.sent.push(asked);
    return null;
  }

  async hint(_: "cards", __: number, step: number): Promise<Helped<"cards">> {
    const first = { game: "cards" as const, step, none: false, count: 4 };
    if (step === 1) return first;
    if (step === 2) return { ...first, pieces: "RdBt" };
    return { ...first, move: { game: "cards", rows: ["BoBsBtBx", "RsGsBs", "RdGdBd"], taken: [] } };
  }
}

const sit = (desk: Desk, seat: number | null = 0): CardTurn => new CardTurn(desk as unknown as Session, seat);
const lane = (turn: CardTurn, at: number) => {
  const found = turn.draft.now.lanes[at];
  if (found === undefined) throw new Error(`no lane ${at}`);
  return found;
};
const id = (turn: CardTurn, piece: string): number =>
  turn.draft.now.hand.find((card) => card.piece === piece)?.id ?? -1;
const answered = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

beforeAll(() => setLanguage("en", false));
beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
});

describe("a turn at the card table", () => {
  it("shows where the chosen cards fit, as the server says, and nothing to whom it says nothing", async () => {
    const desk = new Desk();
    const turn = sit(desk);
    turn.toggle(id(turn, "Bt"));
    expect(turn.fitting.goals).toBe(null);
    desk.fitting = [false, true, true];
    await turn.fitting.ask();
    expect(desk.sent).toEqual([{ do: "fits", seat: 0, rows: ["RsGsBs", "BoBsBx", ""], cards: "Bt" }]);
    expect([...(turn.fitting.goals ?? [])]).toEqual([1, "new"]);
    expect(turn.fitting.words).toBe("Blue star: fits 1 row.");
    turn.toggle(id(turn, "Rd"));
    expect([turn.fitting.goals, turn.fitting.words]).toEqual([null, ""]);
    desk.fitting = [];
    await turn.fitting.ask();
    expect(turn.fitting.goals).toBe(null);
  });

  it("names the card at fault, of two the one that came in this turn", async () => {
    const desk = new Desk();
    const turn = sit(desk);
    desk.lanes = [
      { row: "BoBsBx", state: "ok" },
      { row: "RsRdGsBs", state: "mixed", facts: { pieces: "RdGs" } },
    ];
    turn.move(0, [id(turn, "Rd")]);
    await answered();
    expect(turn.odd(lane(turn, 0)).map((card) => card.piece)).toEqual(["Rd"]);
    expect([turn.words(lane(turn, 0)), turn.brief(lane(turn, 0))]).toEqual(["Does not fit: red diamond", "not alike"]);
    expect([turn.brief(lane(turn, 1)), turn.odd(lane(turn, 1))]).toEqual(["", []]);
  });

  it("asks the server about every change and believes only the newest answer", async () => {
    const desk = new Desk();
    const turn = sit(desk);
    expect([turn.role, turn.legal, desk.sent]).toEqual(["turn", false, []]);
    desk.lanes = [{ row: "BoBsBtBx", state: "ok" }];
    desk.legal = true;
    turn.move(1, [id(turn, "Bt")]);
    expect(turn.state(lane(turn, 1))).toBe("asking");
    await answered();
    expect(desk.sent).toEqual([{ do: "check", seat: 0, rows: ["RsGsBs", "BoBsBtBx"], taken: [] }]);
    expect([turn.state(lane(turn, 1)), turn.words(lane(turn, 1)), turn.legal]).toEqual(["ok", "Blue, 4 of 6", true]);
    expect(turn.said).toContain("Moved: blue star. Row B: Blue, 4 of 6.");
    await turn.commit();
    expect(desk.sent.at(-1)).toEqual({ do: "turn", seat: 0, rows: ["RsGsBs", "BoBsBtBx"], taken: [] });
  });

  it("says how a lane stands in words", async () => {
    const desk = new Desk();
    const turn = sit(desk);
    desk.lanes = [{ row: "RdGd", state: "short", facts: { count: 2, needs: 1 } }];
    turn.move("new", [id(turn, "Rd"), id(turn, "Gd")]);
    await answered();
    expect([turn.words(lane(turn, 2)), turn.broken.length, turn.legal]).toEqual(["Needs one more card", 1, false]);
    desk.lanes = [
      { row: "RdGdBd", state: "mixed" },
      { row: "BoBsBsBx", state: "duplicate", facts: { piece: "Bs" } },
    ];
    turn.move(2, [id(turn, "Bd")]);
    await answered();
    expect(turn.words(lane(turn, 2))).toBe("Neither one colour nor one shape");
    expect(turn.words(lane(turn, 0))).toBe("Squares, 3 of 6");
  });

  it("offers full lanes as Qwirkles", async () => {
    const desk = new Desk({ hand: "PdOd" }, ["RdYdGdBd"]);
    const turn = sit(desk);
    desk.lanes = [{ row: "RdOdYdGdBdPd", state: "qwirkle" }];
    desk.legal = true;
    turn.move(0, [id(turn, "Pd"), id(turn, "Od")]);
    await answered();
    expect(desk.sent.at(-1)).toEqual({ do: "check", seat: 0, rows: [], taken: ["RdOdYdGdBdPd"] });
    expect([turn.qwirkles, turn.words(lane(turn, 0))]).toEqual([1, "Diamonds, all six: a Qwirkle"]);
  });

  it("hints in steps: how many, which, and only then how", async () => {
    const turn = sit(new Desk());
    await turn.askHint();
    expect([turn.hint?.text, turn.draft.changed, turn.selected.length]).toEqual(["You could play 4 cards.", false, 0]);
    await turn.askHint();
    expect([turn.draft.changed, turn.selected.length]).toEqual([false, 2]);
    await turn.askHint();
    expect(
      turn.draft
        .rows()
        .map((one) => one.row)
        .sort(),
    ).toEqual(["BoBsBtBx", "RdGdBd", "RsGsBs"]);
    turn.undo();
    expect(turn.draft.now.hand.length).toBe(4);
  });

  it("understands typed steps, and says what it does not", () => {
    const turn = sit(new Desk());
    expect(turn.type("bt b")).toBe("");
    expect(turn.draft.rows()[1]?.row).toBe("BoBsBtBx");
    expect(turn.type("Rd Gd Bd +")).toBe("");
    expect(turn.draft.rows()[2]?.row).toBe("RdGdBd");
    expect(turn.type("Bt -")).toBe("");
    expect(turn.draft.rows()[1]?.row).toBe("BoBsBx");
    expect([turn.type("Px A"), turn.type("Bt Z"), turn.type("hello")]).toEqual([
      "That card is not there: purple cross.",
      "I cannot read “Z”.",
      "I cannot read “hello”.",
    ]);
  });

  it("does nothing for those who look on, and helps a stuck player with that player's hand", async () => {
    expect(sit(new Desk(), null).role).toBe("watch");
    const watcher = sit(new Desk({ to_move: 1 }), null);
    expect(watcher.move("new", [0])).toBe(false);
    const desk = new Desk({ to_move: 1, waiting: { what: "way", seats: [0], seat: 1, hand: "BtPx", left: null } });
    const turn = sit(desk);
    expect([turn.role, turn.hand]).toEqual(["way", "BtPx"]);
    desk.lanes = [
      { row: "BoBsBtBx", state: "ok" },
      { row: "RsGsBs", state: "ok" },
    ];
    turn.move(1, [id(turn, "Bt")]);
    await answered();
    await turn.commit();
    expect(desk.sent.at(-1)).toEqual({ do: "way", seat: 0, rows: ["RsGsBs", "BoBsBtBx"], taken: [] });
    await turn.noWay();
    expect(desk.sent.at(-1)).toEqual({ do: "no_way", seat: 0 });
  });

  it("keeps the draft over a reload, and over others' turns as a plan that cannot be played before its time", async () => {
    const desk = new Desk({ to_move: 1 });
    const turn = sit(desk);
    expect(turn.role).toBe("plan");
    turn.move("new", [id(turn, "Rd")]);
    desk.legal = true;
    await answered();
    expect([turn.planned, turn.legal, await turn.commit()]).toEqual([true, false, false]);
    expect(sit(desk).draft.changed).toBe(true);
    desk.view = { ...desk.view, rows: ["BoBsBxBt"], sheet: [{ seat: 1, move: "x", points: 0, parts: [] }] };
    const later = sit(desk);
    expect([later.draft.changed, later.planned]).toEqual([true, true]);
  });

  it("lets the draft go when it was played", async () => {
    const desk = new Desk();
    desk.legal = true;
    const turn = sit(desk);
    turn.move("new", [id(turn, "Rd")]);
    await answered();
    expect(await turn.commit()).toBe(true);
    expect(sit(desk).draft.changed).toBe(false);
  });
});
