// What one person has chosen on this device: seeing, hearing, help. Kept in the browser, applied to the page as
// attributes and custom properties of <html>; nothing of it is sent anywhere.
import { createSubscriber } from "svelte/reactivity";
import {
  custom,
  MARKS,
  PALETTE_NAMES,
  PALETTES,
  properties,
  type Marks,
  type Palette,
  type PaletteName,
} from "./palettes";
import type { GameName } from "./games";
import { AT_TABLE } from "./games/table";
import { keepJson, readJson } from "./storage";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "less";
/** How long others' turns are looked at, each. */
export type PaceName = "slow" | "even" | "none";
export type Assist = "off" | "places" | "points" | "best";

/** The levels of help that each game knows. */
export const LEVELS: Readonly<Record<GameName, readonly Assist[]>> = {
  tiles: ["off", "places", "points", "best"],
  cards: ["off", "places"],
};

/** What a level comes to in a game: at the card table all help is where a card fits. */
export function levelIn(game: GameName, level: Assist): Assist {
  return LEVELS[game].includes(level) ? level : "places";
}

/** The key of a level's words. */
export function levelKey(game: GameName, level: Assist): string {
  return level === "places" ? AT_TABLE[game].places : `assist.${level}`;
}

export interface Settings {
  readonly theme: Theme;
  readonly palette: PaletteName;
  readonly colors: readonly string[];
  readonly marks: Marks;
  readonly motion: Motion;
  readonly pace: PaceName;
  readonly sound: boolean;
  readonly vibration: boolean;
  /** At a child's table, pieces and sentences are spoken aloud. */
  readonly voice: boolean;
  readonly notify: boolean;
  readonly assist: Assist;
  /** The gentle bots play as well as who plays against them. */
  readonly adapt: boolean;
  /** Where games run that need no other device. */
  readonly place: "device" | "server";
  readonly tips: boolean;
  /** The colour check of the first run was done or skipped. */
  readonly checked: boolean;
  /** The lesson was offered and taken or not, or a game was played: it is not offered again. */
  readonly offered: boolean;
  readonly name: string;
}

export const DEFAULTS: Settings = {
  theme: "auto",
  palette: "clear",
  colors: PALETTES.clear.colors,
  marks: "none",
  motion: "auto",
  pace: "even",
  sound: false,
  vibration: true,
  voice: true,
  notify: false,
  assist: "places",
  adapt: true,
  place: "device",
  tips: true,
  checked: false,
  offered: false,
  name: "",
};

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  theme: ["auto", "light", "dark"],
  palette: PALETTE_NAMES,
  marks: MARKS,
  motion: ["auto", "less"],
  pace: ["slow", "even", "none"],
  assist: ["off", "places", "points", "best"],
  place: ["device", "server"],
};

let current: Settings = DEFAULTS;
let announce = (): void => {};
const subscribe = createSubscriber((update) => {
  announce = update;
  return () => {
    announce = () => {};
  };
});

/** Settings from whatever was stored: unknown fields and values are dropped, missing ones take their default. */
export function sane(stored: unknown): Settings {
  if (typeof stored !== "object" || stored === null) return DEFAULTS;
  const given = stored as Record<string, unknown>;
  const made: Record<string, unknown> = { ...DEFAULTS };
  for (const [key, usual] of Object.entries(DEFAULTS)) {
    const value = given[key];
    const choices = CHOICES[key];
    if (key === "colors") {
      if (Array.isArray(value)) made[key] = custom(value.map(String)).colors;
    } else if (choices !== undefined) {
      if (typeof value === "string" && choices.includes(value)) made[key] = value;
    } else if (typeof value === typeof usual) {
      made[key] = typeof value === "string" ? value.slice(0, 40) : value;
    }
  }
  return made as unknown as Settings;
}

/** The settings now; read inside an effect, it follows their changes. */
export function settings(): Settings {
  subscribe();
  return current;
}

/** The palette in use. */
export function palette(of: Settings = settings()): Palette {
  return of.palette === "custom" ? custom(of.colors) : PALETTES[of.palette];
}

/** The marks in use: one's own choice, or those the palette cannot do without. */
export function marks(of: Settings = settings()): Marks {
  return of.marks === "none" ? palette(of).marks : of.marks;
}

/** Whether things may move: neither the system nor the settings ask for less. */
export function mayMove(): boolean {
  if (settings().motion === "less") return false;
  return !(globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false);
}

/** Change some settings, apply them and keep them. */
export function change(changes: Partial<Settings>): void {
  current = { ...current, ...changes };
  apply(current);
  keepJson("sixfold.settings", current);
  announce();
}

/** At the start of the page, before anything is drawn. */
export function startSettings(): void {
  current = sane(readJson("sixfold.settings"));
  apply(current);
  announce();
}

function apply(chosen: Settings): void {
  if (typeof document === "undefined") return;
  const root = document.documentElement;
  root.dataset.theme = chosen.theme;
  root.dataset.palette = chosen.palette;
  root.dataset.marks = marks(chosen);
  root.dataset.motion = chosen.motion;
  for (const [name, value] of Object.entries(properties(palette(chosen)))) root.style.setProperty(name, value);
}
