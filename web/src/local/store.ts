// Where the games of this device are kept: the browser's own database, a line for each fact. The number of a line is its
// key, and a line is only ever added: when two pages write the same number, one of them is told that it came second.
import type { MyTable, PlayedGame } from "../wire.gen";
import type { Row } from "./facts";

/** What came of a finished game: `bots` by seat, the rest for the first seat of this device. */
export interface Played extends Required<Pick<PlayedGame, "bots" | "result">> {
  readonly turns: number;
  readonly best: number;
  readonly qwirkles: number;
}

/** What lists say about a table without folding it. */
export interface Summary extends MyTable {
  /** Saved as a file since it was last changed. */
  readonly saved: boolean;
  /** What lies on the table of a game that has begun: placements; rows of cards one below the other. */
  readonly lying?: string;
  /** Once it is over; games of earlier versions have to be looked at for it. */
  readonly played?: Played;
  /** The server's table to which the game has moved. */
  readonly moved?: string;
}

/** kept: it is safe. taken: another page has written these numbers. cleared: what was written before is gone. */
export type Kept = "kept" | "taken" | "cleared";

export interface Store {
  /** The lines of a table after number `after`, in order. */
  rows(table: string, after?: number): Promise<Row[]>;
  /** Add lines, which follow number `after`, and the summary as it is then; all of it or nothing. */
  append(after: number, rows: readonly Row[], summary: Summary): Promise<Kept>;
  summaries(): Promise<Summary[]>;
  note(summary: Summary): Promise<void>;
  remove(table: string): Promise<void>;
}

const [ROWS, TABLES] = ["rows", "tables"] as const;

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no answer from the storage"));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the storage did not keep it"));
  });
}

/** The browser's database. Throws where it is forbidden. */
export async function openStore(factory: IDBFactory, name = "sixfold"): Promise<Store> {
  const opening = factory.open(name, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(ROWS, { keyPath: ["table", "n"] });
    opening.result.createObjectStore(TABLES, { keyPath: "table" });
  };
  const database = await answered(opening);
  // A newer page wants to change the shape of the store: it does not have to wait for this one.
  database.onversionchange = () => database.close();
  return new Database(database);
}

class Database implements Store {
  readonly #database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.#database = database;
  }

  rows(table: string, after = 0): Promise<Row[]> {
    const range = IDBKeyRange.bound([table, after + 1], [table, Number.MAX_SAFE_INTEGER]);
    return answered(this.#database.transaction(ROWS).objectStore(ROWS).getAll(range) as IDBRequest<Row[]>);
  }

  async append(after: number, rows: readonly Row[], summary: Summary): Promise<Kept> {
    const transaction = this.#database.transaction([ROWS, TABLES], "readwrite", { durability: "strict" });
    const lines = transaction.objectStore(ROWS);
    const { table } = summary;
    if (after > 0 && (await answered(lines.count([table, after]))) === 0) return "cleared";
    if ((await answered(lines.count([table, after + 1]))) > 0) return "taken";
    for (const row of rows) lines.add(row);
    transaction.objectStore(TABLES).put(summary);
    await finished(transaction);
    return "kept";
  }

  summaries(): Promise<Summary[]> {
    return answered(this.#database.transaction(TABLES).objectStore(TABLES).getAll() as IDBRequest<Summary[]>);
  }

  async note(summary: Summary): Promise<void> {
    const transaction = this.#database.transaction(TABLES, "readwrite");
    transaction.objectStore(TABLES).put(summary);
    await finished(transaction);
  }

  async remove(table: string): Promise<void> {
    const transaction = this.#database.transaction([ROWS, TABLES], "readwrite");
    transaction.objectStore(ROWS).delete(IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]));
    transaction.objectStore(TABLES).delete(table);
    await finished(transaction);
  }
}

/** Where nothing can be kept: every question has an empty answer, and every wish to keep something fails. */
export const NO_STORE: Store = {
  rows: () => Promise.resolve([]),
  append: () => Promise.reject(new Error("there is no storage")),
  summaries: () => Promise.resolve([]),
  note: () => Promise.reject(new Error("there is no storage")),
  remove: () => Promise.resolve(),
};
