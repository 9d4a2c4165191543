import { beforeAll, describe, expect, it } from "vitest";
import {
  figure,
  has,
  language,
  languageName,
  LANGUAGES,
  list,
  pieceName,
  preferred,
  setLanguage,
  t,
  use,
} from "../src/i18n";
import { COLORS, SHAPES } from "../src/pieces";
import same from "./messages.same.json";

type Messages = Record<string, string>;
const files = import.meta.glob<Messages>("../messages/*.json", { eager: true, import: "default" });
const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" });
const python = import.meta.glob<string>(["../../src/sixfold/{messages.py,terminal/**/*.py,server/**/*.py}"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const messages: Record<string, Messages> = Object.fromEntries(
  Object.entries(files).map(([path, found]) => [path.replace(/^.*\/|\.json$/g, ""), found]),
);
const english = messages.en ?? {};
const base = (key: string): string => key.split("#")[0] ?? key;
const bases = new Set(Object.values(messages).flatMap((one) => Object.keys(one).map(base)));
const isPlural = (key: string): boolean => Object.keys(english).includes(`${key}#other`);
const blanks = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe("the five files", () => {
  it("are there", () => {
    expect(LANGUAGES).toEqual(expect.arrayContaining(["de", "en", "fr", "it", "ro"]));
  });

  it.each(LANGUAGES)("miss nothing and have nothing too much: %s", (code) => {
    const own = messages[code] ?? {};
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories.filter((name) => name !== "many");
    const wanted = [...bases].flatMap((key) => (isPlural(key) ? categories.map((one) => `${key}#${one}`) : [key]));
    expect(Object.keys(own).filter((key) => !wanted.includes(key))).toEqual([]);
    expect(wanted.filter((key) => !own[key])).toEqual([]);
  });

  it.each(LANGUAGES.filter((code) => code !== "en"))("differ from English unless listed: %s", (code) => {
    const own = messages[code] ?? {};
    const listed = (same as Record<string, string[]>)[code] ?? [];
    const equal = Object.keys(own).filter(
      (key) => own[key] === english[key] && /\p{L}/u.test((own[key] ?? "").replace(/\{\w+\}/g, "")),
    );
    const covers = (entry: string, key: string): boolean =>
      entry.endsWith("*") ? key.startsWith(entry.slice(0, -1)) : base(key) === entry;
    expect(equal.filter((key) => !listed.some((entry) => covers(entry, key)))).toEqual([]);
    expect(listed.filter((entry) => !equal.some((key) => covers(entry, key)))).toEqual([]);
  });

  it.each(LANGUAGES)("have the same blanks to fill: %s", (code) => {
    for (const [key, text] of Object.entries(messages[code] ?? {})) {
      const model = english[key] ?? english[`${base(key)}#other`] ?? "";
      const expected = blanks(model).filter((blank) => blank !== "{n}");
      expect([key, blanks(text).filter((blank) => blank !== "{n}")]).toEqual([key, expected]);
    }
  });

  it.each(LANGUAGES)("are clean: %s", (code) => {
    for (const [key, text] of Object.entries(messages[code] ?? {})) {
      expect([key, text.trim()]).toEqual([key, text]);
      expect([key, /  |\.\.\.|[ŞşŢţ]|\w'\w/.test(text)]).toEqual([key, false]);
      // French sets a space before high punctuation, at which a line must not break.
      if (code === "fr") expect([key, / [:;?!»]|« /.test(text)]).toEqual([key, false]);
    }
  });

  it.each(LANGUAGES)("have a mark of its own for each colour: %s", (code) => {
    expect(new Set(COLORS.map((color) => messages[code]?.[`mark.${color}`])).size).toBe(6);
  });
});

describe("the pages, the terminal and the server", () => {
  it("only use keys that exist, and every key is used", () => {
    const text = [...Object.values(sources), ...Object.values(python)].join("\n");
    const used = [...text.matchAll(/\b(?:t|has|say)\(\s*"([^"]+)"/g)].map((found) => found[1] ?? "");
    expect(used.filter((key) => !bases.has(key))).toEqual([]);
    // Keys built from parts, as `piece.${piece}`, are used when the part before the first blank is.
    const stems = [...text.matchAll(/(?:`|f["'])([\w.]+[._])\$?\{/g)].map((found) => found[1] ?? "");
    const stemmed = (key: string): boolean => text.includes(`"${key.slice(0, key.lastIndexOf("."))}"`);
    const unused = [...bases].filter(
      (key) =>
        !text.includes(`"${key}"`) &&
        !text.includes(`'${key}'`) &&
        !stems.some((stem) => key.startsWith(stem)) &&
        !stemmed(key),
    );
    expect(unused).toEqual([]);
  });
});

describe("speaking", () => {
  beforeAll(() => {
    use("ro", { "left#one": "o carte", "left#few": "{n} cărți", "left#other": "{n} de cărți", hi: "Salut, {name}!" });
  });

  it("chooses plural forms and fills blanks", () => {
    expect([1, 2, 19, 20, 101].map((n) => t("left", { n }))).toEqual([
      "o carte",
      "2 cărți",
      "19 cărți",
      "20 de cărți",
      "101 cărți",
    ]);
    expect(t("hi", { name: "{n} Ana" })).toBe("Salut, {n} Ana!");
    expect([has("left"), has("hi"), has("no")]).toEqual([true, true, false]);
    expect(t("no.such.key")).toBe("no.such.key");
  });

  it("writes a minus, not a hyphen", () => {
    expect(figure(-9.5)).toBe("−9,5");
    expect(t("left", { n: -2 })).toBe("−2 cărți");
  });

  it("takes the browser's first language that is known", () => {
    expect(preferred(["nl-BE", "fr-CA", "de"], ["de", "en", "fr"])).toBe("fr");
    expect(preferred(["ja"], ["de", "en"])).toBe("en");
    expect(languageName("fr")).toBe("Français");
  });

  it("names pieces and joins lists as each language does", async () => {
    const said: Record<string, string> = {};
    for (const code of LANGUAGES) {
      await setLanguage(code, false);
      expect(language()).toBe(code);
      said[code] = list([pieceName("Rt"), pieceName("Bs"), pieceName("?")]);
      for (const color of COLORS) for (const shape of SHAPES) expect(has(`piece.${color}${shape}`)).toBe(true);
    }
    expect(said).toMatchObject({
      en: "red star, blue square, and unknown piece",
      fr: "étoile rouge, carré bleu et pièce inconnue",
      de: "roter Stern, blaues Quadrat und etwas Unbekanntes",
      it: "stella rossa, quadrato blu e pezzo sconosciuto",
      ro: "stea roșie, pătrat albastru și piesă necunoscută",
    });
  });
});
