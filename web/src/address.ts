// Where the page lives: at the root of its host or in a folder of it (`sixfold serve --base /qwirkle/`, a static host).
// Everything else speaks of addresses inside, "/t/abc", and asks here how they are written. Not by <base>: with one, some
// browsers have looked for drawings that a page refers to (`#shape-s`) in another document.
import { served } from "./served";

// All scripts lie in one folder of the home. A test has no home.
const script = import.meta.url;
const home = typeof location === "undefined" ? "/" : new URL("../", script).pathname;

/** A file or a call, as the host knows it: "/api/me" is "/qwirkle/api/me". What is whole already stays. */
export const hosted = (path: string): string => (path.startsWith("/") ? home + path.slice(1) : path);

/** How the address of a page is written in this home. A static host has one file for all pages: it is what follows `#`. */
export const written = (to: string): string => (served ? hosted(to) : `#${to}`);

/** The same whole: to be copied, sent or shown as a QR code. */
export const whole = (to: string): string => new URL(written(to), location.href).href;

/** What an address says inside; nothing where somebody else lives there. */
export function inward({ origin, pathname, search, hash }: Location | HTMLAnchorElement): string | undefined {
  if (origin !== location.origin) return undefined;
  if (!served) return hash.startsWith("#/") ? hash.slice(1) : undefined;
  return pathname.startsWith(home) ? pathname.slice(home.length - 1) + search + hash : undefined;
}
