// Starts a proxy to a server that can be frozen.
//
// While it is frozen, connections stay open and nothing passes in either direction, as when a firewall forgets them or
// a machine stops. Neither side is notified.
//
// `node tools/servers/freezing-proxy.ts <port>` prints its own port. It reads the lines `freeze`, `thaw` and `forget`,
// answers each with itself, and ends with its input.

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

export interface FreezingProxy {
  readonly port: number;
  /** Blocks all connections, including new ones. */
  freeze(): void;
  /** Unblocks all connections and passes on what was held back. */
  thaw(): void;
  /** Blocks the open connections for ever; new connections pass. */
  forget(): void;
  stop(): Promise<void>;
}

interface Way {
  readonly ends: readonly [Socket, Socket];
}

export async function startFreezingProxy(serverPort: number): Promise<FreezingProxy> {
  const ways = new Set<Way>();
  let isFrozen = false;
  const hold = ({ ends }: Way): void => {
    for (const end of ends) end.unpipe().pause();
  };
  const release = ({ ends: [here, there] }: Way): void => {
    here.pipe(there);
    there.pipe(here);
  };
  const server = createServer((here) => {
    const there = connect(serverPort, "127.0.0.1");
    const way: Way = { ends: [here, there] };
    ways.add(way);
    for (const end of way.ends) {
      end.on("error", () => {});
      end.on("close", () => {
        // The end of a connection is data like any other: while frozen, it does not pass.
        if (isFrozen || !ways.delete(way)) return;
        for (const each of way.ends) each.destroy();
      });
    }
    if (isFrozen) hold(way);
    else release(way);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
      for (const way of ways) hold(way);
    },
    thaw: () => {
      isFrozen = false;
      for (const way of ways) {
        if (way.ends.some(({ destroyed }) => destroyed)) for (const end of way.ends) end.destroy();
        else release(way);
      }
    },
    forget: () => {
      isFrozen = false;
      for (const way of ways) hold(way);
      ways.clear();
    },
    stop: async () => {
      server.close();
      for (const { ends } of ways) for (const end of ends) end.destroy();
    },
  };
}

if (import.meta.main) {
  const proxy = await startFreezingProxy(Number(process.argv[2]));
  console.log(proxy.port);
  for await (const line of createInterface(process.stdin)) {
    if (line === "freeze" || line === "thaw" || line === "forget") proxy[line]();
    console.log(line);
  }
  process.exit();
}
