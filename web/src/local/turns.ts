// A turn of cards between its two forms: rows and Qwirkles as the wire has them, one text as logs have it.

export interface Rows {
  readonly rows: string[];
  readonly taken: string[];
}

const words = (text: string): string[] => text.split(" ").filter(Boolean);

/** Empty lanes do not count. */
export function turnText(rows: readonly string[], taken: readonly string[] = []): string {
  const [left, away] = [rows.filter(Boolean).join(" "), taken.filter(Boolean).join(" ")];
  return left !== "" && away === "" ? left : `${left} / ${away}`.trim();
}

export function turnOf(move: string): Rows {
  const [rows = "", taken = ""] = move.split("/");
  return { rows: words(rows), taken: words(taken) };
}
