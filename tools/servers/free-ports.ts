// Ports nobody listens on. Another program may take one before we use it, which on a test machine is rare enough.

import { createServer, type Server } from "node:net";

/** As many different free ports of the loopback address as asked for. */
export async function freePorts(count: number): Promise<number[]> {
  // All are held at once, so that none is given twice.
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
