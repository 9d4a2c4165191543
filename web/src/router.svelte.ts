// Addresses of the page: which page is shown, and going elsewhere without loading anew.

class Route {
  path = $state(location.pathname);
  query = $state(location.search);

  constructor() {
    window.addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#click(event));
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (link === null || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.hash !== "" && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }

  /** Show another page; `replace` leaves no step in the history. */
  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.#read();
    window.scrollTo(0, 0);
  }

  /** The parts of the path: ["t", "abc"]. */
  get parts(): string[] {
    return this.path.split("/").filter((part) => part !== "").map(decode);
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
