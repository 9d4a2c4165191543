import { describe, expect, test } from "vitest";
import { LANGUAGES, setLanguage } from "../src/i18n";
import { because } from "../src/study/reasons";
import type { ReasonReply, ReviewedTurn, TurnReason } from "../src/wire.gen";

const REPLY: ReasonReply = {
  seat: 1,
  often: 0.4,
  points: 8.7,
  instead: 5.2,
  line: "Y",
  cells: ["0,0", "1,0"],
  opened: false,
  taken: true,
};
const told = (reason: TurnReason | null): string[] => because({ reason } as ReviewedTurn, ["Ana", "Magnus"]);

describe("the reason of a mistake", () => {
  test("says who then has how many points at which line, and what is left for oneself", async () => {
    await setLanguage("en", false);
    const [reply, later] = told({ reply: REPLY, later: { points: 6.6, instead: 9.4 } });
    expect(reply).toBe(
      "After the move that was played, Magnus often makes 9 points at the yellow line; the better move takes it first.",
    );
    expect(later).toBe("After the move that was played, the player’s next turn brings about 7 points instead of 9.");
    expect(
      told({ reply: { ...REPLY, opened: true, taken: false, line: "t", often: 0.95, points: 1.2 }, later: null }),
    ).toEqual(["The move that was played opens the line of stars: Magnus then almost always makes 1 point there."]);
    const cards = { ...REPLY, line: null, cells: [], taken: false, often: 0.1, points: 1.26, instead: 0.5 };
    expect(told({ reply: cards, later: null })).toEqual([
      "After the move that was played, Magnus can sometimes take Qwirkles: 1.3 on average, instead of 0.5.",
    ]);
    expect([told(null), because({} as ReviewedTurn, [])]).toEqual([[], []]);
  });

  test.each(LANGUAGES)("is a sentence without a cell in %s", async (language) => {
    await setLanguage(language, false);
    for (const line of "ROYGBPosdtcx")
      for (const often of [0.1, 0.3, 0.6, 1])
        for (const kind of ["opened", "taken", "left"]) {
          const reply = { ...REPLY, line, often, opened: kind === "opened", taken: kind === "taken" };
          const [sentence = ""] = told({ reply, later: null });
          expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
          expect(sentence).toContain("Magnus");
          expect(sentence).not.toMatch(/review\.|\{|\d,\d/);
        }
  });
});
