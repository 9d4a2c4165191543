// Where a table is: on this device or at a server. Its name tells; no name that a server gives begins like this.

export const ID = "~";

export const isLocal = (table: string): boolean => table.startsWith(ID);
