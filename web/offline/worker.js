// The service worker: keeps the whole home on the device, so that it opens without a network, in any language. tools/
// offline.js writes the list of files into it. A version is whole or not there: every file is checked by its hash, and a
// new version waits until nobody uses the old one, or until the page says so.
const FILES = /* FILES */ {};
const VERSION = /* VERSION */ "";

const HOME = new URL("./", self.registration.scope);
// Other homes and other people's pages may live at this host: what they keep is theirs.
const OURS = `home ${HOME.pathname} `;
const NAME = OURS + VERSION;
// What earlier versions called theirs.
const EARLIER = /^(shell-1|home-[0-9a-f]{16})$/;
const isOld = (name) => name !== NAME && (name.startsWith(OURS) || EARLIER.test(name));
const at = (path) => new URL(path, HOME).href;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const hashOf = async (answer) => hex(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()));

/** A file as the list has it: one that lies here already, else from the network, past any stale copy on the way. */
async function fetched(path, hash) {
  const kept = await caches.match(at(path));
  if (kept !== undefined && (await hashOf(kept)) === hash) return kept;
  const answer = await fetch(at(path), { cache: "no-cache" });
  if (!answer.ok || (await hashOf(answer)) !== hash) throw new Error(`${path} is not what this version is made of`);
  return answer;
}

/** A few at a time: the page that is being read comes first. */
async function keepAll() {
  const cache = await caches.open(NAME);
  const waiting = Object.entries(FILES);
  const one = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [path, hash] = next;
      await cache.put(at(path), await fetched(path, hash));
    }
  };
  await Promise.all([one(), one(), one(), one()]);
}

async function clear() {
  const names = await caches.keys();
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("message", (event) => {
  if (event.data === "use") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== HOME.origin || !url.pathname.startsWith(HOME.pathname)) return;
  const path = url.pathname.slice(HOME.pathname.length);
  if (path.startsWith("api/")) return;
  // Every page of the application is the one file.
  const page = request.mode === "navigate" && !Object.hasOwn(FILES, path);
  if (!page && !Object.hasOwn(FILES, path)) return;
  event.respondWith(caches.match(page ? at("") : at(path), { cacheName: NAME }).then((kept) => kept ?? fetch(request)));
});
