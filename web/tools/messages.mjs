// Add or change messages in all languages at once, safely when several people do it:
//   node tools/messages.mjs <<< '{"start.play": {"en": "Play", "fr": "Jouer", "de": "Spielen", "it": "Gioca", "ro": "Joacă"}}'
//   node tools/messages.mjs --remove start.play [key...]
//   node tools/messages.mjs --check        (says what is missing; exit code 1)
// Every key needs all languages; plural keys (`key#one`) need the categories of each language, so a value may be null
// where a language has no such category. The files are read, merged, sorted and replaced under a lock.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "messages");
const lock = join(folder, ".lock");
const languages = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5))
  .sort();

function read(language) {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8"));
}

function write(language, messages) {
  const sorted = Object.fromEntries(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  const next = join(folder, `.${language}.${process.pid}`);
  writeFileSync(next, `${JSON.stringify(sorted, null, 2)}\n`);
  renameSync(next, join(folder, `${language}.json`));
}

async function locked(work) {
  for (let tries = 0; ; tries += 1) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST" || tries > 200) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  try {
    return work();
  } finally {
    rmdirSync(lock);
  }
}

/** The faults of the five files as sentences; an empty list when they agree. */
export function faults(files) {
  const found = [];
  const bases = (messages) => new Set(Object.keys(messages).map((key) => key.split("#")[0]));
  const all = new Set(Object.values(files).flatMap((messages) => [...bases(messages)]));
  for (const [language, messages] of Object.entries(files)) {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((name) => name !== "many");
    for (const base of all) {
      const isPlural = Object.values(files).some((other) => other[`${base}#other`] !== undefined);
      const keys = isPlural ? wanted.map((category) => `${base}#${category}`) : [base];
      for (const key of keys) {
        if (typeof messages[key] !== "string" || messages[key] === "") found.push(`${language}: ${key} is missing`);
      }
    }
  }
  return found;
}

async function main(args) {
  if (args[0] === "--check") {
    const found = faults(Object.fromEntries(languages.map((language) => [language, read(language)])));
    for (const fault of found) console.error(fault);
    process.exitCode = found.length === 0 ? 0 : 1;
    return;
  }
  if (args[0] === "--remove") {
    await locked(() => {
      for (const language of languages) {
        const messages = read(language);
        for (const key of args.slice(1)) delete messages[key];
        write(language, messages);
      }
    });
    return;
  }
  const added = JSON.parse(readFileSync(0, "utf8"));
  for (const [key, texts] of Object.entries(added)) {
    for (const language of languages) {
      if (texts[language] === undefined) throw new Error(`${key}: no text for ${language}`);
    }
  }
  await locked(() => {
    for (const language of languages) {
      const messages = read(language);
      for (const [key, texts] of Object.entries(added)) {
        if (texts[language] !== null) messages[key] = texts[language];
      }
      write(language, messages);
    }
  });
  console.error(`${Object.keys(added).length} keys in ${languages.length} languages`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
