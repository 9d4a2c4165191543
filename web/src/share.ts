// Handing things on: text into the clipboard, files to keep, and a record from one page of ours to another.
import { whole } from "./address";
import { t } from "./i18n";
import { toast } from "./notices.svelte";
import { keep, read } from "./storage";

/** Into the clipboard where there is one (plain http has none), else shown to be copied by hand. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("share.copied"));
  } catch {
    window.prompt(t("share.byHand"), text);
  }
}

/** The whole address of an invitation, for sending it. */
export const inviteAddress = (invite: string): string => whole(`/join/${invite}`);

/** Offer a file for keeping. */
export function offer(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** What a record is called when it is kept: by its table, or by its day. */
export function recordName(what: string): string {
  return what === "" ? "game.sixfold" : `game-${what}.sixfold`;
}

/** Leave a record for the review page; without storage it has to be saved and chosen as a file. */
export function hand(record: string): void {
  keep("sixfold.record", record, "tab");
}

/** The record that was left there, if any. */
export function handed(): string {
  return read("sixfold.record", "tab") ?? "";
}
