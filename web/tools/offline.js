// Writes the service worker into a built page, with the list of all its files and their hashes, those of each language
// apart. Not on it: what only pages of a server need, what other programs read (the packed twins of files, notes of the
// build), and what the system keeps when somebody installs the page.
//
//   node tools/offline.js FOLDER
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { minifySync } from "vite";

const root = process.argv[2];
const source = readFileSync(new URL("../offline/worker.js", import.meta.url), "utf8");
// Half of it, as the service worker and server/http/pages.py count too.
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 32);
const files = {};
const words = Object.fromEntries(
  readdirSync(new URL("../messages", import.meta.url)).map((name) => [name.replace(".json", ""), {}]),
);
// What only pages of a server need (vite.config.ts) is of no use without a network.
const served = new Set(JSON.parse(readFileSync(join(root, "served.json"), "utf8")));
const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
for (const path of found
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
  .sort()) {
  if (/\.(gz|br|txt|map|png)$|^(worker\.js|pages\.json|served\.json)$/.test(path) || served.has(path)) continue;
  const [, language] = /^assets\/([a-z]+)-[\w-]+\.js$/.exec(path) ?? [];
  (words[language] ?? files)[path === "index.html" ? "" : path] = hash(readFileSync(join(root, path)));
}
for (const [language, parts] of Object.entries(words))
  if (Object.keys(parts).length === 0) throw new Error(`the page was built without its ${language}`);
const lists = [JSON.stringify(files), JSON.stringify(words)];
const version = hash(source + lists).slice(0, 16);
// Programs read the lists (tests/browser/test_offline.py), so they keep their lines; all else is sent short.
const head = `const FILES = ${lists[0]};\nconst WORDS = ${lists[1]};\nconst VERSION = ${JSON.stringify(version)};\n`;
const rest = source.slice(source.indexOf("\n", source.indexOf("/* VERSION */")));
const { code, errors } = minifySync("worker.js", rest, { module: false });
if (errors.length > 0) throw new Error(errors.map((error) => error.message).join("\n"));
writeFileSync(join(root, "worker.js"), head + code);
