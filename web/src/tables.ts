// Tables wherever they are: on this device or at the server. Whoever plays with bots, or around one device, needs no
// server; whoever invites others does.
import * as api from "./api";
import { LADDER } from "./bots";
import { t } from "./i18n";
import { base, ECHO, isEcho } from "./kernel/strength";
import { home as local, isBegun } from "./local/either";
import type { Summary } from "./local/store";
import { ID, isLocal } from "./local/where";
import { toast } from "./notices.svelte";
import { rulesOf } from "./rulesets";
import { served } from "./served";
import { settings } from "./settings";
import { offer, recordName } from "./share";
import type { Made, MyTable, NewTable, Replay } from "./wire.gen";

/** A table in a list; of games on this device it is known what lies there. */
export type Listed = MyTable & Pick<Summary, "lying" | "played">;

const study = () => import("./study/api");

/** Whether everybody at this table is here, or a bot that this device knows. The clock and ratings are the server's, and
 * rules that this page has no numbers of. */
export function fitsHere({ ruleset, seats, options }: NewTable): boolean {
  if (ruleset != null && rulesOf(ruleset) === undefined) return false;
  const known = seats.every(
    ({ kind, bot }) => kind === "here" || (kind === "bot" && [...LADDER, ECHO].includes(base(bot ?? "casual"))),
  );
  return (
    known &&
    options?.clock == null &&
    options?.total == null &&
    options?.rated !== true &&
    seats.some(({ kind }) => kind === "here")
  );
}

/** A new table: here, if it can be and nobody has chosen otherwise. */
export async function makeTable(body: NewTable, place = settings().place): Promise<Made> {
  const echoes = body.seats.some(({ bot }) => isEcho(bot ?? ""));
  if (echoes) body = (await import("./echo")).withEcho(body, fitsHere(body));
  if (fitsHere(body) && (place === "device" || !served || echoes)) {
    const { make, isUnable } = await local();
    try {
      return await make(body);
    } catch (error) {
      if (!isUnable(error) || !served || echoes) throw error;
      toast(t("local.unable"));
    }
  }
  return api.makeTable(body);
}

/** All tables one sits at, newest first: those of this device, and the server's as far as it answers. */
export async function myTables(): Promise<readonly Listed[]> {
  const [here, there] = await Promise.all([
    localTables().catch(() => []),
    served ? api.myTables().then(({ tables }) => tables, () => []) : [],
  ]); // prettier-ignore
  return [...here, ...there].sort((a, b) => b.changed - a.changed);
}

/** The tables of this device. They are read without starting the worker, unless it runs already. */
export async function localTables(): Promise<readonly Summary[]> {
  if (isBegun()) return (await local()).tables();
  const { openStore } = await import("./local/store");
  return (await openStore(indexedDB)).summaries();
}

/** Games of this device that are over, with what came of them; older ones are worked out once. */
export async function playedTables(): Promise<readonly Summary[]> {
  const found = await localTables();
  const known = found.every(({ phase, played }) => phase !== "finished" || played !== undefined);
  return known ? found : (await local()).played();
}

/** Forget games of this device. */
export async function erase(tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const { remove } = await local();
  await Promise.all(tables.map(remove));
}

/** A record, event by event: by the server, or by this device where that is not there or not needed. */
export async function replay(text: string, here: boolean): Promise<Replay> {
  if (served && !here) return (await study()).replay(text);
  return (await local()).replay(text);
}

/** Save games of this device, one or many, as one file: a record after the other. */
export async function save(tables: readonly string[]): Promise<void> {
  const { markSaved } = await local();
  const records = await Promise.all(tables.map(record));
  const name = tables.length === 1 ? (tables[0] ?? "").replace(ID, "") : new Date().toISOString().slice(0, 10);
  offer(new Blob([records.join("\n")], { type: "text/plain" }), recordName(name));
  await Promise.all(tables.map(markSaved));
}

/** Games of this device that are over and were never saved as a file. */
export const unsaved = (tables: readonly MyTable[]): string[] =>
  tables.filter((table) => "saved" in table && !table.saved && table.phase === "finished").map(({ table }) => table);

export async function record(table: string): Promise<string> {
  return isLocal(table) ? (await local()).record(table) : api.record(table);
}
