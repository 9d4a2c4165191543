// Those one plays with: a word to the host, keeping apart, and whose words are not shown.
import { json } from "../http";
import { t } from "../i18n";
import { toast } from "../notices.svelte";
import type { Session } from "../session.svelte";
import { keep, read } from "../storage";
import type { BlockInfo, MyBlocks, ReportBody, Reported } from "../wire.gen";

export const REASONS = ["words", "name", "stalling", "cheating", "other"] as const;

export const report = (table: string, seat: number, body: ReportBody): Promise<Reported> =>
  json("POST", `/api/tables/${table}/seats/${seat}/report`, body);
export const block = (table: string, seat: number): Promise<BlockInfo> =>
  json("PUT", `/api/tables/${table}/seats/${seat}/block`);
export const blocks = async (table = ""): Promise<readonly BlockInfo[]> =>
  (await json<MyBlocks>("GET", `/api/blocks?table=${table}`)).blocks;
export const unblock = async (id: string): Promise<readonly BlockInfo[]> =>
  (await json<MyBlocks>("DELETE", `/api/blocks/${id}`)).blocks;

let quiet = $state.raw<{ readonly table: string; readonly seats: readonly number[] }>({ table: "", seats: [] });

/** The seats whose words are not shown at this table. */
export const muted = (table: string): readonly number[] => (quiet.table === table ? quiet.seats : []);

export function mute(table: string, seats: readonly number[]): void {
  quiet = { table, seats };
  keep(`sixfold.muted.${table}`, seats.join(" "), "tab");
}

/** What this tab has hidden, and the seats of those whom I keep apart from. */
export async function know({ table, seats }: Session): Promise<void> {
  if (quiet.table === table || seats.length === 0) return;
  const kept = (read(`sixfold.muted.${table}`, "tab") ?? "").split(" ").filter(Boolean).map(Number);
  const apart = await blocks(table).catch(() => []);
  mute(table, [...new Set([...kept, ...apart.flatMap(({ seat }) => seat ?? [])])]);
}

/** A word was said at the table. */
export async function hear(session: Session, { seat, word }: { seat: number; word: string }): Promise<void> {
  await know(session);
  if (!muted(session.table).includes(seat))
    toast(t("said.word", { name: session.name(seat), word: t(`word.say.${word}`) }));
}
