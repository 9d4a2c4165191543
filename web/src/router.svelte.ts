// Addresses of the page: which page is shown, going elsewhere without loading anew, and a step back that closes a dialog.
import { inward, written } from "./address";
import { served } from "./served";

interface Place {
  readonly path: string;
  readonly query: string;
  /** A part of the page: what follows `#`. */
  readonly part: string;
}

function read(inside: string): Place {
  const [, path = "/", query = "", part = ""] = /^([^?#]*)(\?[^#]*)?#?(.*)$/s.exec(inside) ?? [];
  return { path, query, part };
}

const shown = (): Place => read(inward(location) ?? "/");

/** A step of the history that a dialog has put there: the same page once more. */
const isHeld = (): boolean => (history.state as { held?: boolean } | null)?.held === true;

class Route {
  path = $state(shown().path);
  query = $state(shown().query);
  /** Another page than the one that was loaded has been shown. */
  moved = false;
  /** What a step back closes, the topmost last. */
  #open: (() => void)[] = [];
  #held = isHeld();

  constructor() {
    window.addEventListener("popstate", () => this.#stepped());
    document.addEventListener("click", (event) => this.#click(event));
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
    const { path, query } = shown();
    const left = this.#held && !isHeld() && path === this.path && query === this.query;
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
    const { path, query } = shown();
    this.moved ||= path !== this.path;
    this.path = path;
    this.query = query;
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
    if (link === null || link.target !== "" || link.hasAttribute("download")) return;
    const to = inward(link);
    if (to === undefined || to.startsWith("/api/")) return;
    const { path, part } = read(to);
    if (served && part !== "" && path === this.path) return;
    event.preventDefault();
    this.go(to);
  }

  /** Show another page; `replace` leaves no step in the history. */
  go(to: string, replace = false): void {
    // A dialog's step is not worth coming back to.
    if (replace || this.#held) history.replaceState(null, "", written(to));
    else history.pushState(null, "", written(to));
    this.#held = false;
    this.#read();
    const part = document.getElementById(read(to).part);
    if (part === null) window.scrollTo(0, 0);
    else part.scrollIntoView();
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
