import { describe, expect, it } from "vitest";
import vectors from "../../spec/dealer/vectors.json";
import { combine, commitment, Dealer, numbers } from "../src/verify/dealer";
import { DuplicateDealer } from "../src/verify/duplicate";
import { verify } from "../src/verify/record";
import { hex, sha256, unhex } from "../src/verify/sha256";

const bytes = (text: string): Uint8Array => unhex(text) ?? new Uint8Array();

describe("SHA-256", () => {
  it("agrees with the standard's examples and at every length around a block", async () => {
    const utf8 = new TextEncoder();
    expect(hex(sha256(utf8.encode("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(hex(sha256(new Uint8Array()))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (let length = 50; length < 135; length += 1) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
      const expected = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
      expect(hex(sha256(message))).toBe(hex(expected));
    }
  });

  it("reads and writes hex digits, and nothing else", () => {
    expect(hex(bytes("00ff10"))).toBe("00ff10");
    expect([unhex("0"), unhex("xy"), unhex("")]).toEqual([null, null, new Uint8Array()]);
  });
});

describe("the fair shuffle dealt again", () => {
  it.each(vectors.streams)("gives the numbers of seed $seed", ({ seed, numbers: expected }) => {
    const stream = numbers(bytes(seed));
    expect(expected.map(() => stream.next().value)).toEqual(expected);
  });

  it.each(vectors.bags)("mixes the box of seed $seed", ({ seed, bag, used }) => {
    const dealer = new Dealer(bytes(seed));
    dealer.fresh(3);
    expect([dealer.bag.join(""), dealer.used]).toEqual([bag, used]);
  });

  it.each(vectors.deals)("deals as the vectors say for seed $seed", ({ seed, steps }) => {
    const dealer = new Dealer(bytes(seed));
    for (const step of steps) {
      if (step.fresh) dealer.fresh(3);
      expect(dealer.draw(step.count, step.back, step.end === "top" ? "top" : "bottom")).toBe(step.drawn);
    }
  });

  it.each(vectors.commitments)(
    "commits to $seed for $game, $ruleset, shuffle $shuffle",
    ({ seed, game, ruleset, shuffle, commitment: expected }) => {
      expect(commitment(bytes(seed), game, ruleset, shuffle)).toBe(expected);
    },
  );

  it.each(vectors.mixings)(
    "mixes the bag of seed $seed after a take-back at number $from",
    ({ seed, drawn, from, bag, used }) => {
      const dealer = new Dealer(bytes(seed));
      dealer.fresh(3);
      dealer.draw(drawn);
      const mixed = dealer.mixed(from);
      expect([mixed.bag.join(""), mixed.used]).toEqual([bag, used]);
    },
  );

  it.each(vectors.duplicates)(
    "deals duplicate bags of $seats seats for seed $seed",
    ({ seed, seats, steps, orders, used }) => {
      let dealer = new DuplicateDealer(bytes(seed), seats);
      for (const step of steps) {
        if (step.mix) {
          dealer = dealer.mixed(dealer.used);
          continue;
        }
        if (step.fresh) dealer.fresh(3);
        expect(dealer.drawFor(step.seat ?? 0, step.count ?? 0, step.back ?? "")).toBe(step.drawn);
      }
      expect([dealer.orders, dealer.used]).toEqual([orders, used]);
    },
  );

  it.each(vectors.combined)(
    "mixes in what the seats added to $seed",
    ({ seed, game, ruleset, added, dealing_seed }) => {
      expect(hex(combine(bytes(seed), game, ruleset, added.map(bytes)))).toBe(dealing_seed);
    },
  );
});

const records = import.meta.glob<string>("./proofs/*.txt", { eager: true, query: "?raw", import: "default" });

describe("a record", () => {
  it.each(Object.entries(records))("agrees with its shuffle: %s", (_, text) => {
    const verdict = verify(text);
    expect(verdict).toMatchObject({ kept: true, fault: null });
    // Hands that were dealt anew are draws as well.
    const anew =
      /^anew: (.*)$/m
        .exec(text)?.[1]
        ?.split(" ")
        .filter((hand) => hand !== "-").length ?? 0;
    const draws = text.split("\n").filter((line) => line.startsWith("draw ")).length + anew;
    expect(typeof verdict === "string" ? 0 : verdict.draws).toBe(draws);
  });

  it.each(Object.entries(records))("is caught when anything was changed: %s", (_, text) => {
    const lines = text.split("\n");
    const late = lines.length - 1 - [...lines].reverse().findIndex((line) => /^draw \d: .{4}/.test(line));
    const other = (_: string, piece: string): string => `: ${piece === "Ro" ? "Rs" : "Ro"}`;
    const swapped = lines.map((line, at) => (at === late ? line.replace(/: (..)/, other) : line));
    expect(verify(swapped.join("\n"))).toMatchObject({ kept: true, fault: { draw: expect.any(Number) } });
    expect(verify(text.replace(/^seed: ../m, "seed: 00"))).toMatchObject({ kept: false });
    // To a duplicate bag nobody adds anything; its name is what all its tables have in common.
    const renamed = text.includes("\nbag: ")
      ? text.replace(/^bag: /m, "bag: x")
      : text.replace(/^added 0: ../m, "added 0: 00");
    // What was added when a game was taken over counts from there on.
    expect(verify(renamed)).toMatchObject({ fault: { draw: text.includes("\nanew: ") ? expect.any(Number) : 1 } });
  });

  it.each(Object.entries(records).filter(([name]) => name.includes("taken-over")))(
    "is held to both promises of a game that was taken over: %s",
    (_, text) => {
      expect(verify(text.replace(/^first-seed: ../m, "first-seed: 00"))).toMatchObject({ kept: false });
      expect(verify(text.replace(/^first-added 0: ../m, "first-added 0: 00"))).toMatchObject({ fault: { draw: 1 } });
      const other = (_: string, kept: string, piece: string): string => `${kept}${piece === "Ro" ? "Rs" : "Ro"}`;
      expect(verify(text.replace(/^(anew: - )(..)/m, other))).toMatchObject({ fault: { seat: 1 } });
      expect(verify(text.replace("shuffle: 4", "shuffle: 2"))).toBe("proof");
      expect(verify(text.replace(/^anew: .*\n/m, ""))).toBe("proof");
    },
  );

  it("without a proof, or none at all, is told apart", () => {
    expect(verify("hello")).toBe("record");
    expect(verify("")).toBe("record");
    expect(verify("sixfold record 1\nruleset: tiles/1\nseat 0: A\nseat 1: B\n\n")).toBe("proof");
    expect(verify("sixfold record 1\nseed: zz\ncommitment: 1\ntable: x\n")).toBe("proof");
  });
});
