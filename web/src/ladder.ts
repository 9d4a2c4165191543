// The six levels as this page knows them by itself, for when no server can be asked: names and measured figures.
import { wins } from "../../src/sixfold/bots/measured.json";
import names from "../../src/sixfold/bots/names.json";
import { LADDER } from "./bots";
import type { BotInfo } from "./wire.gen";

const NAMES: Readonly<Record<string, readonly string[]>> = names;
const WINS: Readonly<Record<BotInfo["game"], Readonly<Record<string, number>>>> = wins;

export const ladder = (game: BotInfo["game"]): readonly BotInfo[] =>
  LADDER.map((name, level) => ({
    name,
    game,
    level,
    title: NAMES[name]?.[0] ?? "",
    wins: WINS[game][name] ?? null,
  }));
