// Telling a player who looks elsewhere that it is their turn: the title, a vibration, and a notification where allowed.
import { hosted } from "./address";
import { settings } from "./settings";
import { play } from "./sound";

let blinking = 0;
let shown: Notification | null = null;

/** It is this person's turn. */
export function tell(text: string): void {
  play("turn");
  const { vibration, notify } = settings();
  if (vibration && document.visibilityState !== "visible" && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.([80, 60, 80]);
  if (document.visibilityState === "visible" && document.hasFocus()) return;
  window.clearInterval(blinking);
  const plain = document.title;
  blinking = window.setInterval(() => {
    if (document.hasFocus()) untell();
    else document.title = document.title.startsWith("● ") ? plain : `● ${text}`;
  }, 1000);
  if (notify && "Notification" in window && Notification.permission === "granted") {
    try {
      shown = new Notification("Sixfold", { body: text, icon: hosted("/icon-192.png"), tag: "turn" });
      shown.addEventListener("click", () => window.focus());
    } catch {
      // some phones allow notifications from workers only: title and vibration have to do
    }
  }
}

export function untell(): void {
  window.clearInterval(blinking);
  shown?.close();
  shown = null;
  if (document.title.startsWith("● ")) document.title = document.title.slice(2);
}
