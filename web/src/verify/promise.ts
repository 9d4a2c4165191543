// What this device was promised: the commitment it saw before it confirmed a seat, and the randomness it added itself.
// Kept so that the check after the game does not have to take the server's word for either.
import { keepAmong, readJson } from "../storage";

const PREFIX = "sixfold.promise.";
const MOST = 60;

export interface Promised {
  readonly commitment: string;
  /** By seat: what this device added. */
  readonly added: Readonly<Record<string, string>>;
}

export function promised(table: string): Promised | null {
  const kept = readJson(`${PREFIX}${table}`) as Promised | null;
  return typeof kept?.commitment === "string" ? { commitment: kept.commitment, added: kept.added ?? {} } : null;
}

/** Note the commitment as first seen; a later one never replaces it. */
export function notePromise(table: string, commitment: string): void {
  if (promised(table) === null) store(table, { commitment, added: {} });
}

export function noteAdded(table: string, seat: number, entropy: string): void {
  const kept = promised(table);
  if (kept !== null) store(table, { ...kept, added: { ...kept.added, [seat]: entropy } });
}

/** Without storage there is no memory of promises: the check then uses the record alone. */
function store(table: string, kept: Promised): void {
  keepAmong(PREFIX, MOST, table, kept);
}
