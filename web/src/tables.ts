// Tables wherever they are: on this device or at the server. Whoever plays with bots, or around one device, needs no
// server; whoever invites others does.
import * as api from "./api";
import { LADDER } from "./bots";
import { t } from "./i18n";
import type { Summary } from "./local/store";
import { ID, isLocal } from "./local/where";
import { toast } from "./notices.svelte";
import { served } from "./served";
import { settings } from "./settings";
import { offer, recordName } from "./share";
import type { Made, MyTable, NewTable } from "./wire.gen";

/** Loaded when it is needed: most of it is a worker of its own. */
const local = () => import("./local/home");

/** Whether everybody at this table is here, or a bot that this device knows. The clock is the server's. */
export function fitsHere({ seats, options }: NewTable): boolean {
  const known = seats.every(({ kind, bot }) => kind === "here" || (kind === "bot" && LADDER.includes(bot ?? "casual")));
  return known && options?.clock == null && seats.some(({ kind }) => kind === "here");
}

/** A new table: here, if it can be and nobody has chosen otherwise. */
export async function makeTable(body: NewTable): Promise<Made> {
  if (fitsHere(body) && (settings().place === "device" || !served)) {
    const { make, isUnable } = await local();
    try {
      return await make(body);
    } catch (error) {
      if (!isUnable(error) || !served) throw error;
      toast(t("local.unable"));
    }
  }
  return api.makeTable(body);
}

/** All tables one sits at, newest first: those of this device, and the server's as far as it answers. */
export async function myTables(): Promise<readonly MyTable[]> {
  const [here, there] = await Promise.all([
    localTables().catch(() => []),
    served ? api.myTables().then(({ tables }) => tables, () => []) : [],
  ]); // prettier-ignore
  return [...here, ...there].sort((a, b) => b.changed - a.changed);
}

/** The tables of this device. They are read without starting the worker, unless it runs already. */
export async function localTables(): Promise<readonly Summary[]> {
  return (await local()).tables();
}

/** Save games of this device as files, each by the name of its table. */
export async function save(tables: readonly string[]): Promise<void> {
  const { markSaved } = await local();
  for (const table of tables) {
    offer(new Blob([await record(table)], { type: "text/plain" }), recordName(table.replace(ID, "")));
    await markSaved(table);
  }
}

export async function record(table: string): Promise<string> {
  return isLocal(table) ? (await local()).record(table) : api.record(table);
}
