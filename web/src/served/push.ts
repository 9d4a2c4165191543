// This browser's subscription to its own push service. Plain http, and browsers without a service worker, have none.

export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window;
}

async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The address of this browser's subscription, if it has one. */
export async function browserWay(): Promise<string | null> {
  return (await subscription())?.endpoint ?? null;
}

const text = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** Ask the browser, which asks the reader. */
export async function subscribe(serverKey: string): Promise<{ address: string; keys: string }> {
  const registration = await navigator.serviceWorker.ready;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
  return { address: made.endpoint, keys: `${text(made.getKey("p256dh"))}.${text(made.getKey("auth"))}` };
}

export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
}
