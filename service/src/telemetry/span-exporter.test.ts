// Tests sending and dropping spans (TEL-6).

import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openTracing } from "./span-exporter.ts";

async function traceTo(url: string, spans: number): Promise<number[]> {
  const dropped: number[] = [];
  const resource = { "service.name": "versus" };
  const { tracing, close } = openTracing({
    url,
    resource,
    random: randomBytes,
    onDropped: (count) => dropped.push(count),
  });
  for (let count = 0; count < spans; count += 1) tracing.begin({ name: "one", kind: "internal" }).end({});
  await close();
  return dropped;
}

test("[TEL-6] what a collector does not take is dropped, and counted", async () => {
  const dropped = await traceTo("http://127.0.0.1:1/v1/traces", 20_000);
  expect(dropped).toEqual([20_000]);
});

test("[TEL-6] what waits when the process stops is sent", async () => {
  let received = 0;
  const server = createServer(async (request, reply) => {
    const { resourceSpans } = (await json(request)) as { resourceSpans: { scopeSpans: { spans: unknown[] }[] }[] };
    received += resourceSpans[0]!.scopeSpans[0]!.spans.length;
    reply.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const dropped = await traceTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, 3);
  server.close();
  expect([received, dropped]).toEqual([3, []]);
});
