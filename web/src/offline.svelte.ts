// The home without a network: the service worker is registered, and a new version that waits is told. Plain http on a
// home network has no such thing: all else works there.
import { hosted } from "./address";

class Versions {
  /** A new version lies ready; the one in use stays until somebody says so. */
  waiting = $state.raw<ServiceWorker | null>(null);

  async start(): Promise<void> {
    if (!("serviceWorker" in navigator)) return;
    const registration = await navigator.serviceWorker.register(hosted("/worker.js"));
    this.#look(registration);
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", () => this.#look(registration));
    });
    // The first visit brought one language; the others may follow now that this page has all it needs.
    (await navigator.serviceWorker.ready).active?.postMessage("rest");
  }

  #look({ waiting }: ServiceWorkerRegistration): void {
    if (waiting !== null && navigator.serviceWorker.controller !== null) this.waiting = waiting;
  }

  /** Go over to the new version; open games are stored, and go on after the page was loaded anew. */
  use(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.waiting?.postMessage("use");
  }
}

export const versions = new Versions();
