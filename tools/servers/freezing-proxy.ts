// A way to a server that can be frozen: connections stay open and nothing passes any more, in neither direction, as when
// a firewall forgets them or a machine stops. Neither side is told.
//
//   node tools/servers/freezing-proxy.ts <port>     prints its own port; reads `freeze`, `thaw` and `forget`, a line each,
//                                                   answers each with itself, and ends with its input

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

export interface FreezingProxy {
  readonly port: number;
  /** Nothing passes on any connection, also of those that are made from now on. */
  freeze(): void;
  /** All goes on, what was held back too. */
  thaw(): void;
  /** Open connections stay frozen for ever; connections made from now on pass. */
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
        // The end of one is news like any other: frozen, it does not pass.
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
