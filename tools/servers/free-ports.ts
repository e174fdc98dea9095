// Finds ports that nobody listens on. Another program may take one before we use it, but rarely.

import { createServer, type Server } from "node:net";

/** Returns this number of different free ports of the loopback address. */
export async function freePorts(count: number): Promise<number[]> {
  // All are held at the same time, so that none is returned twice.
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("a listening socket has a port");
    return address.port;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}
