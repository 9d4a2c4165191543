// The browser's own voice. Where there is none, or nobody wants it, nothing is said.
import { language } from "../i18n";
import { settings } from "../settings";

/** Slower than grown-ups speak. */
const RATE = 0.9;

export const canSpeak = (): boolean =>
  typeof speechSynthesis !== "undefined" && typeof SpeechSynthesisUtterance !== "undefined";

/** Say it after what is being said, or `over` it. */
export function speak(text: string, over = false): void {
  if (!canSpeak() || !settings().voice) return;
  if (over) hush();
  const sentence = new SpeechSynthesisUtterance(text);
  sentence.lang = language();
  sentence.rate = RATE;
  speechSynthesis.speak(sentence);
}

export function hush(): void {
  if (canSpeak()) speechSynthesis.cancel();
}
