// Makes the page installable and gives it something to show without a network. Games are never kept here: they live on
// the server. Assets have their content in their name, so a stored one is never stale.
const SHELL = "shell-1";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(["/", "/icon.svg", "/manifest.webmanifest"])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    event.respondWith(
      fetch(request)
        .then((answer) => {
          if (answer.ok && url.pathname === "/") {
            const copy = answer.clone();
            caches.open(SHELL).then((cache) => cache.put("/", copy));
          }
          return answer;
        })
        .catch(() => caches.match("/").then((kept) => kept ?? Response.error())),
    );
    return;
  }
  if (!url.pathname.startsWith("/assets/")) return;
  event.respondWith(
    caches.match(request).then(
      (kept) =>
        kept ??
        fetch(request).then((answer) => {
          if (answer.ok) {
            const copy = answer.clone();
            caches.open(SHELL).then((cache) => cache.put(request, copy));
          }
          return answer;
        }),
    ),
  );
});
