// Builds the page into the package's static folder. No other host is ever asked: fonts, icons and scripts are all here.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { isServed, listed, partOf } from "./tools/parts";
import { smallKernel } from "./tools/small-kernel";
import { smallPuzzles } from "./tools/small-puzzles";

// A language comes in parts (tools/parts.ts); `?later` and `?served` behind the name of its file ask for the others.
const wordsInParts: Plugin = {
  name: "words-in-parts",
  enforce: "pre",
  transform(code, id) {
    const [path, query = "first"] = id.split("?");
    if (!/\/messages\/\w+\.json$/.test(path ?? "")) return null;
    const kept = Object.entries(JSON.parse(code) as Record<string, string>).filter(([key]) => partOf(key) === query);
    const words = JSON.stringify(Object.fromEntries(kept));
    // With a question behind its name a file is no JSON any more, but a script.
    return { code: query === "first" ? words : `export default ${words}`, map: null };
  },
};

// The server asks which addresses are pages of ours (server/http/pages.py): the list of pages.ts, as JSON.
const listOfPages: Plugin = {
  name: "list-of-pages",
  apply: "build",
  generateBundle() {
    const pages = Object.fromEntries(listed.map(({ name, file }) => [name, file]));
    this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(pages) });
  },
};

// What only pages of a server reach, for tools/offline.js: no device keeps it for use without a network.
const listOfServed: Plugin = {
  name: "list-of-served",
  apply: "build",
  generateBundle(_, bundle) {
    const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === "chunk" ? [[one.fileName, one]] : [])));
    const reached = new Set(Array.from(chunks.values()).flatMap((one) => (one.isEntry ? [one.fileName] : [])));
    const isAsked = (file: string): boolean => {
      const chunk = chunks.get(file);
      return chunk !== undefined && !isServed(chunk.facadeModuleId ?? "");
    };
    // A set is walked to its end, also over what joins it meanwhile.
    for (const file of reached)
      [...(chunks.get(file)?.imports ?? []), ...(chunks.get(file)?.dynamicImports ?? []).filter(isAsked)].forEach(
        (to) => reached.add(to),
      );
    const served = [...chunks.keys()].filter((file) => !reached.has(file));
    this.emitFile({ type: "asset", fileName: "served.json", source: JSON.stringify(served) });
  },
};

// The server has one file for pages of any depth: what that needs is named from the root, or from the folder that the
// server is told of (server/http/pages.py).
const fromTheRoot: Plugin = {
  name: "from-the-root",
  apply: "build",
  transformIndexHtml: { order: "post", handler: (html) => html.replaceAll(/ (src|href)="\.\//g, ' $1="/') },
};

// A copy for a static host: no server behind it, in whatever folder it lies.
const withoutServer: Plugin = {
  name: "without-server",
  transformIndexHtml: () => [{ tag: "meta", attrs: { name: "sixfold-static", content: "" }, injectTo: "head-prepend" }],
};

export default defineConfig(({ mode }) => ({
  // Scripts name each other from where they lie: where the page will live is not known yet (src/address.ts).
  base: "./",
  plugins: [
    svelte(),
    wordsInParts,
    listOfServed,
    ...(mode === "static" ? [withoutServer] : [listOfPages, fromTheRoot]),
  ],
  worker: { format: "es", plugins: () => [smallKernel(), smallPuzzles()] },
  build: {
    outDir: "../src/sixfold/server/static",
    emptyOutDir: true,
    target: "es2022",
    // A strict Content-Security-Policy has no data: scripts, and small assets are better cached than inlined.
    assetsInlineLimit: 0,
    // One file of styles: apart they are twice the bytes for the device that keeps all of them.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        // What every page needs comes as one file: a dozen small ones cost a slow phone more than their bytes. So does a
        // table of tiles, and so do all pages beside the games: a packer finds in one file what is alike in its parts,
        // and no name is handed from file to file (8 kB of the whole home, apart).
        codeSplitting: {
          groups: [
            {
              name: "core",
              test: /node_modules\/(svelte|esm-env|clsx)|pictures\/look\.json|src\/(i18n|address|api|bots|color|focus|http|notices\.svelte|palettes|pieces|random|refusals|router\.svelte|served|settings|share|storage|strength|tables|wire\.gen)\.ts|src\/verify\/promise\.ts|src\/study\/(api|days|words)\.ts|src\/board\/plays\.ts|src\/local\/(where|either|home|store)\.ts|src\/games\/(index|table)\.ts|src\/kid\/kid\.ts|src\/board\/piece\.ts|src\/parts\/(Back|ChooseFile|Clock|Dialog|Face|Icon|Notices|Oops|Piece)\.svelte/,
            },
            {
              name: "table",
              test: /src\/(tiles\/|board\/|pages\/Table|session|games\/tips|cards\/draft|parts\/ScoreSheet)/,
            },
            { name: "colors", test: /src\/parts\/ColorCheck/ },
            { name: "kid", test: /src\/kid\// },
            { name: "cards", test: /src\/cards\// },
            {
              name: "aside",
              test: /src\/(study\/|daily\/|mine\/|games\/figures|parts\/(Aftermath|DayResult|Result|SaveRecord)|learn\/|pad\/|verify\/|pages\/(Daily|Games|Pad|Position|Puzzle|Review|Rules|Settings|Tutorial|Verify))/,
            },
          ],
        },
      },
    },
  },
  server: {
    // Shapes and palettes lie in the Python package.
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: "http://127.0.0.1:8000", ws: true },
    },
  },
}));
