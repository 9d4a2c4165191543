// Addresses of the page: which page is shown, going elsewhere without loading anew, and a step back that closes a dialog.
import { served } from "./served";

/** The address that is shown. A static host has one file for all pages, so there it is what follows `#`. */
function shown(): URL {
  const inside = location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
  return new URL(served ? location.href : inside, location.origin);
}

/** How an address of ours is written in this home. */
export const written = (to: string): string => (served ? to : `#${to}`);

/** The whole address, for sending it to somebody. */
export const whole = (to: string): string => new URL(written(to), location.href).href;

/** A step of the history that a dialog has put there: the same page once more. */
const isHeld = (): boolean => (history.state as { held?: boolean } | null)?.held === true;

/** A link as this home writes it, before somebody opens it in another tab or copies it. */
function respell(event: Event): void {
  const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
  link?.setAttribute("href", written(link.getAttribute("href") ?? "/"));
}

class Route {
  path = $state(shown().pathname);
  query = $state(shown().search);
  /** Another page than the one that was loaded has been shown. */
  moved = false;
  /** What a step back closes, the topmost last. */
  #open: (() => void)[] = [];
  #held = isHeld();

  constructor() {
    window.addEventListener("popstate", () => this.#stepped());
    document.addEventListener("click", (event) => this.#click(event));
    if (!served) for (const type of ["pointerdown", "focusin"]) document.addEventListener(type, respell);
  }

  /** Let a step back call `close` and stay on this page, until the function that this returns is called. */
  hold(close: () => void): () => void {
    this.#open = [...this.#open, close];
    this.#hold();
    return () => {
      this.#open = this.#open.filter((other) => other !== close);
    };
  }

  #hold(): void {
    if (!isHeld()) history.pushState({ held: true }, "");
    this.#held = true;
  }

  #stepped(): void {
    const { pathname, search } = shown();
    const left = this.#held && !isHeld() && pathname === this.path && search === this.query;
    this.#held = isHeld();
    const close = this.#open.at(-1);
    if (!left) this.#read();
    // The step of a dialog that was closed by hand: whoever goes back wants to leave the page.
    else if (close === undefined) history.back();
    else {
      close();
      if (this.#open.length > 1) this.#hold();
    }
  }

  #read(): void {
    const { pathname, search } = shown();
    this.moved ||= pathname !== this.path;
    this.path = pathname;
    this.query = search;
  }

  #click(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (link === null || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.hash !== "" && link.pathname === this.path) return;
    event.preventDefault();
    this.go(link.hash.startsWith("#/") ? link.hash.slice(1) : link.pathname + link.search + link.hash);
  }

  /** Show another page; `replace` leaves no step in the history. */
  go(to: string, replace = false): void {
    // A dialog's step is not worth coming back to.
    if (replace || this.#held) history.replaceState(null, "", written(to));
    else history.pushState(null, "", written(to));
    this.#held = false;
    this.#read();
    window.scrollTo(0, 0);
  }

  /** The parts of the path: ["t", "abc"]. */
  get parts(): string[] {
    return this.path
      .split("/")
      .filter((part) => part !== "")
      .map(decode);
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = new Route();
export const go = (to: string, replace = false): void => route.go(to, replace);
