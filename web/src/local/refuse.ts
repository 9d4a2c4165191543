// A no of the table, in the one shape that the wire has for it.
import { Denied } from "../http";

/** Say no, for a reason that is the table's. */
export function refuse(code: string, message: string, facts: Readonly<Record<string, unknown>> = {}): never {
  throw new Denied({ code: `table/${code}`, message, facts });
}
