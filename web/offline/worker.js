// The service worker: keeps the whole home on the device, so that it opens without a network, in any language. tools/
// offline.js writes the lists of files into it. A version is whole or not there: every file is checked by its hash, and a
// new version waits until nobody uses the old one, or until the page says so. Only on a first visit it counts as whole
// with one language: the others follow when the page has come to rest.
const FILES = /* FILES */ {};
// By language: what it says. The browser's own comes first.
const WORDS = /* WORDS */ {};
const VERSION = /* VERSION */ "";

const HOME = new URL("./", self.registration.scope);
// Other homes and other people's pages may live at this host: what they keep is theirs.
const OURS = `home ${HOME.pathname} `;
const NAME = OURS + VERSION;
// What earlier versions called theirs.
const EARLIER = /^(shell-1|home-[0-9a-f]{16})$/;
const isOld = (name) => name !== NAME && (name.startsWith(OURS) || EARLIER.test(name));
const ALL = Object.assign({}, FILES, ...Object.values(WORDS));
const at = (path) => new URL(path, HOME).href;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
// Half of a SHA-256: 128 bits tell files apart as well, and the list is half as long.
const hashOf = async (answer) =>
  hex(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer())).slice(0, 32);

/** A file as the list has it: one that lies here already, else from the network, past any stale copy on the way. */
async function fetched(path) {
  const kept = await caches.match(at(path));
  if (kept !== undefined && (await hashOf(kept)) === ALL[path]) return kept;
  const answer = await fetch(at(path), { cache: "no-cache" });
  if (!answer.ok || (await hashOf(answer)) !== ALL[path])
    throw new Error(`${path} is not what this version is made of`);
  return answer;
}

/** These files, as far as they do not lie here yet. A few at a time: the page that is being read comes first. */
async function keep(paths) {
  const cache = await caches.open(NAME);
  const one = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      if ((await cache.match(at(path))) === undefined) await cache.put(at(path), await fetched(path));
    }
  };
  await Promise.all([one(), one(), one(), one()]);
}

const others = async () => (await caches.keys()).filter(isOld);

async function install() {
  const wishes = navigator.languages.map((wish) => wish.slice(0, 2).toLowerCase());
  const language = wishes.find((wish) => Object.hasOwn(WORDS, wish)) ?? "en";
  const first = (await others()).length === 0;
  await keep(Object.keys(first ? { ...FILES, ...WORDS[language] } : ALL));
}

async function clear() {
  await Promise.all((await others()).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("message", (event) => {
  if (event.data === "use") self.skipWaiting();
  // Without a network the next visit asks again.
  if (event.data === "rest") event.waitUntil(keep(Object.keys(ALL)).catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== HOME.origin || !url.pathname.startsWith(HOME.pathname)) return;
  const path = url.pathname.slice(HOME.pathname.length);
  if (path.startsWith("api/")) return;
  // Every page of the application is the one file.
  const page = request.mode === "navigate" && !Object.hasOwn(ALL, path);
  if (!page && !Object.hasOwn(ALL, path)) return;
  event.respondWith(caches.match(page ? at("") : at(path), { cacheName: NAME }).then((kept) => kept ?? fetch(request)));
});

// A notice of the server (docs/notices.md), in words already.
self.addEventListener("push", (event) => {
  const { title, text, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body: text, tag, icon: at("icon.svg"), data: url }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const open = async () => {
    const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = all.find((client) => client.url === event.notification.data);
    return there === undefined ? self.clients.openWindow(event.notification.data) : there.focus();
  };
  event.waitUntil(open());
});
