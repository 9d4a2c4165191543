// Words for people, in the reader's language. A language is one file, messages/<code>.json: flat keys, `{name}` for
// values, and for plurals one key per category of Intl.PluralRules (`bag.left#one`, `bag.left#few`, `bag.left#other`),
// chosen by the value `n`. Not here: any text itself, and any rule.
import { createSubscriber } from "svelte/reactivity";
import { keep, read } from "./storage";

export type Values = Readonly<Record<string, string | number>>;
type Messages = Readonly<Record<string, string>>;

const files = import.meta.glob<{ default: Messages }>("../messages/*.json");
/** What not everybody reads comes in parts of its own (tools/parts.ts), each loaded when a page that says it is coming. */
const PARTS = {
  later: import.meta.glob<{ default: Messages }>("../messages/*.json", { query: "?later" }),
  served: import.meta.glob<{ default: Messages }>("../messages/*.json", { query: "?served" }),
};
export type Part = keyof typeof PARTS;

/** The codes of all languages there are, in the order of the alphabet. */
export const LANGUAGES: readonly string[] = Object.keys(files)
  .map((path) => path.replace(/^.*\/|\.json$/g, ""))
  .sort();

let current = "en";
let messages: Messages = {};
let plural = new Intl.PluralRules("en");
let figures = new Intl.NumberFormat("en");
let announce = (): void => {};
const wanted = new Set<Part>();

// Reading a message inside a Svelte effect subscribes to changes of the language; outside it costs nothing.
const subscribe = createSubscriber((update) => {
  announce = update;
  return () => {
    announce = () => {};
  };
});

/** The language in use. */
export function language(): string {
  subscribe();
  return current;
}

/** What a language calls itself, with a capital: "Français". */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The best language for these wishes (a browser's list), English when none is known. */
export function preferred(wishes: readonly string[], known: readonly string[] = LANGUAGES): string {
  for (const wish of wishes) {
    const code = wish.toLowerCase().split("-")[0] ?? "";
    if (known.includes(code)) return code;
  }
  return "en";
}

/** Load and use a language; `remember` keeps the choice for the next visit. */
export async function setLanguage(code: string, remember = true): Promise<void> {
  const load = files[`../messages/${code}.json`];
  if (load === undefined) throw new Error(`no messages for ${code}`);
  const [{ default: loaded }, ...more] = await Promise.all([
    load(),
    // Without a network the words of a server's pages may be missing, and nobody reads them.
    ...[...wanted].map((part) => wordsOf(code, part).catch((): Messages => ({}))),
  ]);
  use(code, Object.assign({}, loaded, ...more) as Messages);
  if (typeof document !== "undefined") document.documentElement.lang = code;
  if (remember) keep("sixfold.language", code);
}

async function wordsOf(code: string, part: Part): Promise<Messages> {
  return (await PARTS[part][`../messages/${code}.json`]?.())?.default ?? {};
}

/** A page that says more is coming: its words are loaded once, and with every language from then on. */
export async function needWords(part: Part): Promise<void> {
  if (wanted.has(part)) return;
  const more = await wordsOf(current, part);
  wanted.add(part);
  use(current, { ...messages, ...more });
}

/** Use these messages; for tests and for setLanguage. */
export function use(code: string, loaded: Messages): void {
  current = code;
  messages = loaded;
  plural = new Intl.PluralRules(code);
  figures = new Intl.NumberFormat(code);
  announce();
}

/** At the start of the page: the remembered language, else the browser's, else English. */
export async function startLanguage(): Promise<void> {
  const kept = read("sixfold.language");
  const wishes = typeof navigator === "undefined" ? [] : navigator.languages;
  const own = preferred(wishes);
  const chosen = preferred(kept === null ? wishes : [kept, ...wishes]);
  // Without a network a language that was chosen a moment ago may not lie here yet; the browser's own does.
  await setLanguage(chosen, false).catch((error: unknown) =>
    chosen === own ? Promise.reject(error) : setLanguage(own, false),
  );
}

/** Whether there is a sentence for this key (plural or not). */
export function has(key: string): boolean {
  subscribe();
  return messages[key] !== undefined || messages[`${key}#other`] !== undefined;
}

/** The sentence for a key. A plural is chosen by `values.n`. A key without a sentence is shown as it is. */
export function t(key: string, values: Values = {}): string {
  subscribe();
  let text = messages[key];
  if (text === undefined && typeof values.n === "number") {
    text = messages[`${key}#${plural.select(values.n)}`];
  }
  text ??= messages[`${key}#other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? figure(value) : value;
  });
}

/** A number as the language writes it, with a real minus sign: a hyphen is easily overlooked, and screen readers skip it. */
export function figure(value: number): string {
  subscribe();
  return figures.format(value).replace("-", "−");
}

/** A day, given as 2026-11-16, in words. */
export function day(iso: string): string {
  subscribe();
  return new Intl.DateTimeFormat(current, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
}

/** "Anna, Bob and Carl" in the language. */
export function list(items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  subscribe();
  return new Intl.ListFormat(current, { type }).format(items);
}

/** A piece in words: "red square", "carré rouge". */
export function pieceName(piece: string): string {
  return piece === "?" ? t("piece.unknown") : t(`piece.${piece}`);
}
