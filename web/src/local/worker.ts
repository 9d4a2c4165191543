// The local table's worker: the kernel, the house, and a door of its own for each page's table. Apart from the page, so
// that a bot's thinking never holds up a finger.
import weightsFile from "../kernel/weights.bin?url";
import kernelFile from "../../../src/sixfold/kernel/kernel.wasm?url";
import cardPuzzles from "../../../src/sixfold/review/mined/cards.json?url";
import tilePuzzles from "../../../src/sixfold/review/mined/tiles.json?url";
import { ask } from "../http";
import { Kernel } from "../kernel";
import { randomHex } from "../random";
import { daily } from "./daily";
import { Device, refusalOf } from "./device";
import { gamesOf } from "./games";
import { House, type World } from "./house";
import type { Judging } from "./judging";
import { mindOf } from "./mind";
import type { GameName } from "../games";
import { answered, drafted, shown } from "./games/positions";
import type { Answer, Asking, Greeting } from "./protocol";
import { judged, question, readMined, type Mined } from "./puzzles";
import { NO_STORE, openStore, type Store } from "./store";
import { ID } from "./where";

const PAUSE_MS = 400;
const rest = (ms = 0): Promise<void> => new Promise((done) => setTimeout(done, ms));

const fetched = async (url: string): Promise<Uint8Array> => new Uint8Array(await (await ask("GET", url)).arrayBuffer());

async function storage(): Promise<Store> {
  try {
    return await openStore(indexedDB);
  } catch {
    return NO_STORE; // a private window may forbid it: the first table says so
  }
}

const tell = (answer: Answer): void => postMessage(answer);

async function load(): Promise<Kernel> {
  const [code, weights] = await Promise.all([fetched(kernelFile), fetched(weightsFile)]);
  return Kernel.load(code, weights);
}

async function open(): Promise<House> {
  const [one, store] = await Promise.all([kernel, storage()]);
  const others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("sixfold.tables");
  const world: World = {
    now: () => Date.now(),
    pause: () => rest(PAUSE_MS),
    token: () => `${ID}${randomHex(11)}`,
    seed: () => randomHex(64),
    worry: (worry) => tell({ worry }),
    spread: (table) => others?.postMessage(table),
  };
  const house = new House(gamesOf(one), store, mindOf(one), world);
  if (others !== null) others.onmessage = ({ data }: MessageEvent<string>) => void house.heard(data);
  return house;
}

const PUZZLES: Readonly<Record<GameName, string>> = { tiles: tilePuzzles, cards: cardPuzzles };
/** The puzzles of a game: loaded when somebody wants one. */
const puzzles = async (game: GameName): Promise<Mined> =>
  readMined(new TextDecoder().decode(await fetched(PUZZLES[game])));

const kernel = load();
const opened = open();
/** What judges records: loaded when somebody looks back. */
let judging: Promise<Judging> | null = null;
const judge = (house: House): Promise<Judging> =>
  (judging ??= import("./judging").then(({ Judging }) => new Judging(house.games)));
opened.then(
  () => tell({ ready: true }),
  (error: unknown) => tell({ failed: error instanceof Error && "code" in error ? String(error.code) : String(error) }),
);

async function sit(house: House, table: string, port: MessagePort): Promise<void> {
  const greet = (greeting: Greeting): void => port.postMessage(greeting);
  const room = await house.room(table);
  if (room === null) {
    greet({ gone: true });
    return;
  }
  const { moved, outcome } = room.table;
  if (moved !== "" && outcome === null) {
    greet({ gone: true, moved });
    return;
  }
  const device = new Device(house, room, (frame) => port.postMessage(frame));
  port.onmessage = ({ data }) => (data === null ? device.close() : void device.read(data));
  greet({ gone: false });
}

async function answer(house: House, asking: Asking): Promise<unknown> {
  switch (asking.ask) {
    case "make":
      return house.make(asking.body, asking.table, asking.seed);
    case "daily":
      return daily(house, asking.game, asking.day, asking.name, asking.assist);
    case "tables":
      return house.tables();
    case "played":
      return house.played();
    case "record":
      return house.record(asking.table);
    case "question":
      return answered(await kernel, asking.question);
    case "position":
      return shown(await kernel, asking.text);
    case "draft":
      return drafted(await kernel, asking.draft);
    case "turns":
    case "turn":
    case "other":
    case "together":
      return (await judge(house)).answer(asking);
    case "puzzle":
      return question(await puzzles(asking.game), asking.game, asking.which);
    case "solve":
      return judged(await kernel, await puzzles(asking.game), asking.which, asking.move);
    case "replay":
      return (await import("./replay")).replayOf(house.games, asking.record);
    case "echo":
      return (await import("./echo")).learn(house, await kernel, asking.game, asking.known, rest);
    case "brings":
      return house.brings(asking.table);
    case "moved":
      return house.moved(asking.table, asking.to);
    case "saved":
      return house.markSaved(asking.table);
    case "remove":
      return house.remove(asking.table);
  }
}

onmessage = ({ data, ports }: MessageEvent<Asking | { readonly sit: string }>) => {
  const [port] = ports;
  if ("sit" in data) {
    opened.then((house) => (port === undefined ? undefined : sit(house, data.sit, port)), () => {}); // prettier-ignore
    return;
  }
  const reply = async (house: House): Promise<void> => {
    try {
      tell({ id: data.id, value: await answer(house, data) });
    } catch (error) {
      tell({ id: data.id, refusal: refusalOf(error) });
    }
  };
  opened.then(reply, () => {}); // that it did not open is told already, to everybody
};
