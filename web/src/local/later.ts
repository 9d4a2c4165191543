// The socket of a table on this device, before the code for it is loaded: whoever plays at a server never loads it.
import type { Answered, Asked, Socket, SocketEvents } from "../socket";
import type { Hello } from "../wire.gen";

export class LaterSocket implements Socket {
  readonly #there: Promise<Socket>;

  constructor(table: string, hello: Omit<Hello, "do" | "since" | "version">, events: SocketEvents) {
    this.#there = import("./home").then(({ LocalSocket }) => new LocalSocket(table, hello, events));
    this.#there.catch(() => events.link("lost"));
  }

  async send(asked: Asked): Promise<Answered> {
    return (await this.#there).send(asked);
  }

  close(): void {
    void this.#there.then((socket) => socket.close());
  }

  restart(): void {
    void this.#there.then((socket) => socket.restart());
  }
}
