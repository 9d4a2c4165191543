// How each language is written, as far as a rule is certain: quotes, spaces, plurals, names of any gender, the words it uses.
import { describe, expect, it } from "vitest";
import { COLORS } from "../src/pieces";

type Messages = Record<string, string>;
const files = import.meta.glob<Messages>("../messages/*.json", { eager: true, import: "default" });
const messages: Record<string, Messages> = Object.fromEntries(
  Object.entries(files).map(([path, found]) => [path.replace(/^.*\/|\.json$/g, ""), found]),
);
const english = messages.en ?? {};
const languages = Object.keys(messages);

/** The sentences of a language that a pattern finds, with their keys. */
function found(code: string, pattern: RegExp, allowed: readonly string[] = []): string[] {
  return Object.entries(messages[code] ?? {})
    .filter(([key, text]) => pattern.test(text) && !allowed.includes(key))
    .map(([key, text]) => `${key}: ${text}`);
}

const QUOTES: Record<string, string> = { de: "„“", en: "“”’", fr: "«»’", it: "«»’", ro: "„”" };

describe("signs", () => {
  it.each(Object.keys(QUOTES))("are the quotes of the language, and no others: %s", (code) => {
    const foreign = [..."\"'`´„“”‚‘’«»‹›"].filter((sign) => !QUOTES[code]?.includes(sign)).join("");
    expect(found(code, new RegExp(`[${foreign}]`))).toEqual([]);
    const [open = "", close = ""] = QUOTES[code] ?? "";
    const odd = Object.entries(messages[code] ?? {}).filter(
      ([, text]) => text.split(open).length !== text.split(close).length,
    );
    expect(odd).toEqual([]);
  });

  it.each(languages)("have no hyphen for a minus: %s", (code) => {
    expect(found(code, /(^|[\s(])-[\d{]/)).toEqual([]);
  });

  it.each(languages.filter((code) => code !== "fr"))("stand at the word before them: %s", (code) => {
    expect(found(code, /\s[,.;:!?]/)).toEqual([]);
  });
});

describe("numbers", () => {
  it.each(languages)("stay in the sentence, except where a word says one: %s", (code) => {
    for (const [key, text] of Object.entries(messages[code] ?? {})) {
      const model = english[key] ?? english[key.replace(/#.*/, "#other")] ?? "";
      if (!key.endsWith("#one")) expect([key, text.includes("{n}")]).toEqual([key, model.includes("{n}")]);
    }
  });

  it("are written with the value where one form serves several, as French says “0 point”", () => {
    for (const code of languages.filter((name) => new Intl.PluralRules(name).select(0) === "one")) {
      const bare = Object.entries(messages[code] ?? {}).filter(
        ([key, text]) => key.endsWith("#one") && /\b1\b/.test(text),
      );
      expect(bare).toEqual([]);
    }
  });

  it("are followed by “de” from twenty on in Romanian", () => {
    const own = messages.ro ?? {};
    for (const [key, few] of Object.entries(own).filter(([name]) => name.endsWith("#few"))) {
      const other = key.replace("#few", "#other");
      expect([other, own[other]]).toEqual([other, few.replace(/\{n\} (?=\p{L})/gu, "{n} de ")]);
    }
    const counted = /\{\w+\} (puncte|piese|cărți|ture|linii|locuri|minute|secunde|jucători|Qwirkle)/;
    // A hand holds six at most, so that sentence never counts to twenty.
    expect(found("ro", counted, ["refusal.T4.too-few"]).filter((line) => !/^\S+#(few|one):/.test(line))).toEqual([]);
  });
});

describe("people", () => {
  it("are addressed as friends", () => {
    // Two sentences speak to several players at once.
    expect(
      found("fr", /\b(vous|votre|vos)\b|\b(?!assez|chez)\p{L}+ez\b/iu, ["age.oldestText", "age.youngestText"]),
    ).toEqual([]);
    expect(found("de", /[\p{Ll},] (Sie|Ihnen|Ihr|Ihre[mnrs]?)\b/u)).toEqual([]);
  });

  it("may have any name: no article, gender or elision before it", () => {
    expect(found("ro", /\b(lui|al|ai|ale) \{names?\}/)).toEqual([]);
    expect(found("fr", /\b(de|du|le|la|que|si|ne) \{names?\}|’\{names?\}/i)).toEqual([]);
    expect(found("de", /\b(der|die|das|dem|den|des) \{names?\}|\{names?\}s\b/i)).toEqual([]);
    expect(found("it", /\b(il|la|lo|del|della) \{names?\}|\{names?\} è \p{L}+[oa]\b/iu)).toEqual([]);
    expect(found("fr", /\{names?\} est \p{L}+[ée]s?\b|\{names?\} est parti/u)).toEqual([]);
  });

  it("hear of pieces of either gender in words that fit both", () => {
    expect(found("fr", /\{piece\},? (posée?|choisie?)\b/)).toEqual([]);
    expect(found("it", /\{piece\},? (posat[oa]|scelt[oa])\b/)).toEqual([]);
    expect(found("ro", /\{piece\},? (așezat|aleas|pus)/)).toEqual([]);
  });
});

describe("words", () => {
  /** One word for one thing: what a language does not call it. */
  const GIVEN_UP: Record<string, RegExp> = {
    de: /Qwirkles|Aufzeichnung|\bSchirm|\bPerson(en)?\b|gepasst|(ein|kein)en Weg\b|\bTeil\b/,
    fr: /Qwirkle Cards|enregistrement|partie notée|feuille de (marque|score\b)|adresse \{|parmi elles/i,
    it: /registrazione d|mescola|deporre|\btavola\b|il proprio caso|supporto/i,
    ro: /înregistrarea|judec|spun\w? pas|amestecul\b|șiruri/i,
  };

  it.each(Object.keys(GIVEN_UP))("are the ones of the rule books: %s", (code) => {
    expect(found(code, GIVEN_UP[code] as RegExp)).toEqual([]);
  });

  it.each(languages)("hold the plain letter that marks their colour: %s", (code) => {
    for (const color of COLORS) {
      const mark = messages[code]?.[`mark.${color}`] ?? "";
      expect([color, mark.normalize("NFD")]).toEqual([color, expect.stringMatching(/^\p{Lu}$/u)]);
      expect(messages[code]?.[`color.${color}`]?.toUpperCase()).toContain(mark);
    }
  });
});
