// Writes the service worker into a built page, with the list of all its files and their hashes. What other programs read
// (the packed twins of files, notes of the build) is not on it, nor what the system keeps when somebody installs the page.
//
//   node tools/offline.js FOLDER
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const root = process.argv[2];
const source = readFileSync(new URL("../offline/worker.js", import.meta.url), "utf8");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const files = {};
const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
for (const path of found
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
  .sort()) {
  if (/\.(gz|br|txt|map|png)$|^(worker\.js|pages\.json)$/.test(path)) continue;
  files[path === "index.html" ? "" : path] = sha256(readFileSync(join(root, path)));
}
const list = JSON.stringify(files);
const version = sha256(source + list).slice(0, 16);
writeFileSync(
  join(root, "worker.js"),
  source.replace("/* FILES */ {}", list).replace('/* VERSION */ ""', JSON.stringify(version)),
);
