// The service worker by itself, in a world made of maps: what it keeps, what it refuses, what it answers with.
import { createHash, webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";

const SOURCE = readFileSync(new URL("../offline/worker.js", import.meta.url), "utf8");
const HOME = "https://home.test/sixfold/";
const SITE: Readonly<Record<string, string>> = { "": "<page>", "assets/a-1.js": "a", "assets/b-1.js": "b" };
const WORDS = { de: "assets/de-1.js", en: "assets/en-1.js", fr: "assets/fr-1.js" } as const;
const WHOLE: Readonly<Record<string, string>> = {
  ...SITE,
  ...Object.fromEntries(Object.entries(WORDS).map(([language, path]) => [path, `words of ${language}`])),
};
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

type Handler = (event: Record<string, unknown>) => void;
type Caches = Map<string, Map<string, Response>>;

/** A worker of a version, with the caches of its browser and a network of these files. */
function worker(version: string, kept: Caches, network: Readonly<Record<string, string>>) {
  const handlers = new Map<string, Handler>();
  const asked: string[] = [];
  const files = Object.fromEntries(Object.entries(SITE).map(([path, text]) => [path, sha256(text)]));
  const words = Object.fromEntries(
    Object.entries(WORDS).map(([language, path]) => [language, { [path]: sha256(WHOLE[path] ?? "") }]),
  );
  const code = SOURCE.replace("/* FILES */ {}", JSON.stringify(files))
    .replace("/* WORDS */ {}", JSON.stringify(words))
    .replace('/* VERSION */ ""', `"${version}"`);
  const find = (url: string, name?: string): Response | undefined =>
    [...kept].filter(([key]) => name === undefined || key === name).map(([, cache]) => cache.get(url)).find(Boolean); // prettier-ignore
  const caches = {
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, cache);
      return {
        put: async (url: string, answer: Response) => void cache.set(url, answer),
        match: async (url: string) => cache.get(url),
      };
    },
    match: async (url: string, { cacheName }: { cacheName?: string } = {}) => find(url, cacheName)?.clone(),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  };
  const self = {
    registration: { scope: HOME },
    clients: { claim: async () => {} },
    skipWaiting: () => {},
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
  };
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url);
    const body = network[url.slice(HOME.length)];
    return body === undefined ? new Response("", { status: 404 }) : new Response(body);
  };
  const navigator = { languages: ["rm-CH", "fr-CH", "de"] };
  runInNewContext(code, { self, caches, fetch, navigator, crypto: webcrypto, URL, Uint8Array });
  const happen = (type: string, data?: string): Promise<unknown> => {
    let done: Promise<unknown> = Promise.resolve();
    handlers.get(type)?.({ data, waitUntil: (work: Promise<unknown>) => (done = work) });
    return done;
  };
  const answer = (url: string, mode = "no-cors", method = "GET"): Promise<Response> | undefined => {
    let given: Promise<Response> | undefined;
    const respondWith = (work: Promise<Response>): void => void (given = work);
    handlers.get("fetch")?.({ request: { url, mode, method }, respondWith });
    return given;
  };
  return { happen, answer, asked };
}

describe("the service worker", () => {
  test("keeps the whole home and answers without a network", async () => {
    const kept: Caches = new Map();
    const one = worker("1", kept, WHOLE);
    await one.happen("install");
    await one.happen("activate");
    one.asked.length = 0;
    expect(await (await one.answer(`${HOME}assets/a-1.js`))?.text()).toBe("a");
    expect(await (await one.answer(`${HOME}t/~abc`, "navigate"))?.text()).toBe("<page>");
    expect(one.asked).toEqual([]);
  });

  test("counts as whole with one language at first, and brings the others when the page asks", async () => {
    const kept: Caches = new Map();
    const one = worker("1", kept, WHOLE);
    await one.happen("install");
    const paths = (): string[] =>
      [...(kept.get("home /sixfold/ 1")?.keys() ?? [])].map((url) => url.slice(HOME.length)).sort();
    expect(paths()).toEqual([...Object.keys(SITE), WORDS.fr].sort());
    one.asked.length = 0;
    await one.happen("message", "rest");
    expect(one.asked.sort()).toEqual([`${HOME}${WORDS.de}`, `${HOME}${WORDS.en}`]);
    expect(paths()).toEqual(Object.keys(WHOLE).sort());
    expect(await (await one.answer(`${HOME}${WORDS.de}`))?.text()).toBe("words of de");
  });

  test("asks for the other languages again after a visit without a network", async () => {
    const kept: Caches = new Map();
    await worker("1", kept, WHOLE).happen("install");
    await worker("1", kept, {}).happen("message", "rest");
    await worker("1", kept, WHOLE).happen("message", "rest");
    expect(kept.get("home /sixfold/ 1")?.size).toBe(Object.keys(WHOLE).length);
  });

  test("leaves alone what is the server's, another's, or a change", async () => {
    const one = worker("1", new Map(), SITE);
    expect(one.answer(`${HOME}api/tables`)).toBeUndefined();
    expect(one.answer("https://other.test/sixfold/assets/a-1.js")).toBeUndefined();
    expect(one.answer("https://home.test/elsewhere/", "navigate")).toBeUndefined();
    expect(one.answer(HOME, "navigate", "POST")).toBeUndefined();
    expect(one.answer(`${HOME}assets/unknown.js`)).toBeUndefined();
  });

  test("does not keep a version with a file that is not what it should be", async () => {
    await expect(worker("1", new Map(), { ...WHOLE, "assets/b-1.js": "bad" }).happen("install")).rejects.toThrow(
      "b-1.js",
    );
    await expect(worker("1", new Map(), { "": "<page>" }).happen("install")).rejects.toThrow("is not what");
  });

  test("a new version fetches only what is new, and clears the old one when it is used", async () => {
    const kept: Caches = new Map([
      ["home /sixfold/ 0", new Map([[`${HOME}assets/a-1.js`, new Response("a")], [HOME, new Response("<old page>")]])],
    ]); // prettier-ignore
    const one = worker("1", kept, WHOLE);
    await one.happen("install");
    const words = Object.values(WORDS).map((path) => HOME + path);
    expect(one.asked.sort()).toEqual([HOME, `${HOME}assets/b-1.js`, ...words]);
    expect([...kept.keys()]).toEqual(["home /sixfold/ 0", "home /sixfold/ 1"]);
    await one.happen("activate");
    expect([...kept.keys()]).toEqual(["home /sixfold/ 1"]);
  });

  test("leaves alone what others at this host keep, and clears what earlier versions kept", async () => {
    const others = ["home / 0", "home /sixfold/other/ 0", "a site around it"];
    const kept: Caches = new Map([...others, "shell-1", "home-0123456789abcdef"].map((name) => [name, new Map()]));
    const one = worker("1", kept, WHOLE);
    await one.happen("install");
    await one.happen("activate");
    expect([...kept.keys()]).toEqual([...others, "home /sixfold/ 1"]);
  });
});
