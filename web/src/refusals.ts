// A refusal of the server as a sentence in the reader's language. The server says which clause, which reason and which
// facts; the words are in messages/*.json under `refusal.<clause>.<reason>` or `refusal.<namespace>.<word>`.
import { Denied, UNREACHABLE } from "./http";
import { has, list, pieceName, t, type Values } from "./i18n";
import { split } from "./pieces";
import type { Refusal } from "./wire.gen";

function pieces(fact: unknown): string[] {
  if (typeof fact === "string") return split(fact);
  return Array.isArray(fact) ? fact.map(String) : [];
}

/** The values a sentence may need, from the facts' text forms. */
export function facts(given: Readonly<Record<string, unknown>>): Values {
  const named = [...new Set(pieces(given.pieces ?? given.piece))].map(pieceName);
  const amount = given.size ?? given.needs ?? given.bag ?? given.most ?? given.times ?? given.count ?? given.seconds;
  return {
    pieces: list(named),
    piece: named[0] ?? "",
    other: named[1] ?? named[0] ?? "",
    n: typeof amount === "number" ? amount : 0,
    line: typeof given.line === "number" ? given.line : 0,
    row: typeof given.row === "string" ? list(split(given.row).map(pieceName)) : "",
    axis: given.axis === "row" || given.axis === "column" ? t(`axis.${given.axis}`) : "",
    text: typeof given.text === "string" ? given.text.slice(0, 40) : "",
  };
}

/** The key of the sentence for a refusal: the most exact one there is. */
export function refusalKey(refusal: Pick<Refusal, "code" | "clause" | "reason" | "facts">): string {
  const { clause, reason, code } = refusal;
  const wishes = [
    typeof refusal.facts?.line === "number" ? "refusal.line" : "",
    clause && reason ? `refusal.${clause}.${reason}` : "",
    reason ? `refusal.any.${reason}` : "",
    `refusal.${code.replaceAll("/", ".")}`,
    `refusal.${code.split("/")[0] ?? ""}`,
  ];
  return wishes.find((key) => key !== "" && has(key)) ?? "refusal.unknown";
}

/** What happened and what to do, in words. */
export function refusalText(refusal: Refusal): string {
  const values = { ...facts(refusal.facts ?? {}), clause: refusal.clause ?? "", code: refusal.code };
  return t(refusalKey(refusal), values);
}

/** Why a call failed, in words: the server's no, or that the way there is lost. */
export function faultText(error: unknown): string {
  const isNo = error instanceof Denied && error.refusal.code !== UNREACHABLE.code;
  return isNo ? refusalText(error.refusal) : `${t("oops.lost")}. ${t("oops.lostText")}`;
}
