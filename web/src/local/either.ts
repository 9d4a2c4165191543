// A question that a server answers, or this device where there is no server or it does not answer.
import { Denied, UNREACHABLE } from "../http";
import { served } from "../served";

type Home = typeof import("./home");

let begun = false;

/** The table of this device. Loaded when it is needed: most of it is a worker of its own. */
export const home = (): Promise<Home> => {
  begun = true;
  return import("./home");
};

/** Whether it was needed yet. */
export const isBegun = (): boolean => begun;

const isUnreachable = (error: unknown): error is Denied =>
  error instanceof Denied && error.refusal.code === UNREACHABLE.code;

export async function either<T>(there: () => Promise<T>, here: (home: Home) => Promise<T>): Promise<T> {
  const locally = async (): Promise<T> => here(await home());
  if (!served) return locally();
  try {
    return await there();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return await locally().catch(() => Promise.reject(error));
  }
}
