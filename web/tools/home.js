// Makes a built page one that any static host can serve, in any folder: the manifest's addresses become relative, too.
//
//   node tools/home.js FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const manifest = join(process.argv[2], "manifest.webmanifest");
writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll('"/', '"./'));
