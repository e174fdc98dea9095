// Starts a collector of traces that keeps what the processes of a run send to it, as text.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface TraceCollector {
  readonly url: string;
  /** The received batches. */
  readonly batches: readonly string[];
  stop(): void;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const batches: string[] = [];
  const server = createServer(async (request, reply) => {
    batches.push(await text(request));
    reply.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, batches, stop };
}
