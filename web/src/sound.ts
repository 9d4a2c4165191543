// Small sounds, made on the spot: wood for a tile, a soft chord for a Qwirkle. Off unless chosen in the settings.
import { settings } from "./settings";

export type Sound = "place" | "theirs" | "qwirkle" | "turn" | "end";

let audio: AudioContext | null = null;

function tone(at: number, pitch: number, length: number, loud: number, shape: OscillatorType): void {
  if (audio === null) return;
  const start = audio.currentTime + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const voice = audio.createOscillator();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, start);
  voice.connect(gain).connect(audio.destination);
  voice.start(start);
  voice.stop(start + length + 0.02);
}

/** Play a sound, if sounds are wanted and the browser allows them yet. */
export function play(sound: Sound): void {
  if (!settings().sound) return;
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch {
    return; // no audio on this device
  }
  if (sound === "place" || sound === "theirs") {
    const pitch = sound === "place" ? 310 : 240;
    tone(0, pitch, 0.06, 0.18, "triangle");
    tone(0, pitch * 2.7, 0.03, 0.06, "square");
  } else if (sound === "turn") {
    tone(0, 523, 0.18, 0.1, "sine");
    tone(0.12, 659, 0.24, 0.1, "sine");
  } else {
    const chord = sound === "qwirkle" ? [523, 659, 784, 1047] : [392, 523, 659];
    chord.forEach((pitch, step) => tone(step * 0.09, pitch, 0.5, 0.09, "sine"));
  }
}
