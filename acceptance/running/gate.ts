// Opens a proxy in front of a server. While it is shut, the server seems to be unavailable.

import { connect, createServer, type Server, type Socket } from "node:net";

export interface Gate {
  readonly port: number;
  /** Cuts every connection and accepts no new one. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function openGate(server: { readonly host: string; readonly port: number }): Promise<Gate> {
  const sockets = new Set<Socket>();
  let gate: Server | undefined;
  const listen = async (port: number): Promise<number> => {
    const listening = createServer((incoming) => {
      const outgoing = connect(server);
      for (const [socket, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    await new Promise<void>((resolve, reject) => {
      listening.once("error", reject);
      listening.listen(port, "127.0.0.1", resolve);
    });
    // The open server must not keep the process alive.
    listening.unref();
    gate = listening;
    const address = listening.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  const port = await listen(0);
  return {
    port,
    async shut() {
      const closed = new Promise<void>((resolve) => gate?.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async open() {
      await listen(port);
    },
  };
}
