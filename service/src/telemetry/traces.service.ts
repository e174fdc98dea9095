// Tests the traces of requests, jobs and children with a test collector (TEL-5 to TEL-7).

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf } from "../jobs/testing/documents.ts";
import { makeServiceBench, type ServiceBench } from "../testing/running-service.ts";

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

interface Batch {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

/** A collector that accepts OTLP and keeps the batches. */
class Collector {
  readonly batches: Batch[] = [];
  /** The status of its replies; undefined if it never replies. */
  status: number | undefined = 200;
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, reply) => {
      if (this.status === undefined) return;
      if (this.status === 200) this.batches.push((await json(request)) as Batch);
      reply.writeHead(this.status, { "content-type": "application/json" }).end("{}");
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1/traces`;
  }

  get spans(): ReceivedSpan[] {
    return this.batches
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans }) => spans);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const collector = new Collector();
let bench: ServiceBench;
let url: string;
let key: string;

beforeAll(async () => {
  bench = await makeServiceBench({ VERSUS_TRACES_URL: await collector.listen() });
  url = (await bench.start("api")).url!;
  await bench.start("worker");
  await bench.operator.createOrganization({ slug: "traced", name: "Traced", zeroDay: false, retentionDays: null });
  const wanted = { organization: "traced", name: "test", scopes: ["read", "write"] as const, expiresAt: null };
  key = (await bench.operator.createKey(wanted)).text;
});
afterAll(async () => {
  collector.status = 200;
  await bench.close();
  collector.close();
});

const callerTrace = "0af7651916cd43dd8448eb211c80319c";
const callerSpan = "b7ad6b7169203331";

async function compare(mark: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const form = new FormData();
  const word = (text: string) => new Blob([new Uint8Array(documentOf(text))]);
  form.append("original", word(`The ${mark}text fee is one.`), `${mark}name.docx`);
  form.append("modified", word(`The ${mark}text fee is two.`), `${mark}name-2.docx`);
  form.append("author", `${mark}author`);
  const given = { authorization: `Bearer ${key}`, ...headers };
  const reply = await fetch(`${url}/v1/compare`, { method: "POST", headers: given, body: form });
  expect(reply.status).toBe(202);
  return ((await reply.json()) as { comparison_id: string }).comparison_id;
}

async function untilReady(id: string): Promise<void> {
  const status = async () => {
    const reply = await fetch(`${url}/v1/compare/${id}`, { headers: { authorization: `Bearer ${key}` } });
    return ((await reply.json()) as { status: string }).status;
  };
  await expect.poll(status, { timeout: 30_000, interval: 50 }).toBe("ready");
}

test("[TEL-5] [TEL-7] a comparison is one trace: the caller's span, the request, the job, the child", async () => {
  const id = await compare("quokka", {
    traceparent: `00-${callerTrace}-${callerSpan}-01`,
    "x-request-id": "quokkarequest",
    "idempotency-key": "quokkakey",
  });
  await untilReady(id);
  const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === callerTrace);
  const names = ["POST /v1/compare", "job compare", "child compare"];
  // The API and the worker each send their spans at their own time.
  await expect
    .poll(() => ofTrace().map(({ name }) => name), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(names));
  const find = (name: string) => ofTrace().find((span) => span.name === name)!;
  const [request, job, child] = [find(names[0]!), find(names[1]!), find(names[2]!)];
  expect([request.parentSpanId, job.parentSpanId, child.parentSpanId]).toEqual([
    callerSpan,
    request.spanId,
    job.spanId,
  ]);
  expect([request.kind, job.kind, child.kind]).toEqual([2, 5, 1]);
  for (const span of [request, job, child]) {
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThan(BigInt(span.startTimeUnixNano));
  }
  expect(BigInt(child.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(job.startTimeUnixNano));
  expect(job.attributes).toContainEqual({ key: "owner_id", value: { stringValue: id } });
  expect(JSON.stringify(collector.batches)).not.toMatch(/quokka/i);
});

test("[TEL-5] a caller without a trace, or with a broken one, begins a new one", async () => {
  const id = await compare("numbat", { traceparent: `00-${"0".repeat(32)}-${callerSpan}-01` });
  const ofJob = () =>
    collector.spans.find(({ name, attributes }) => name === "job compare" && JSON.stringify(attributes).includes(id));
  await expect.poll(ofJob, { timeout: 30_000 }).toBeDefined();
  expect(ofJob()!.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  const request = () => collector.spans.find(({ spanId }) => spanId === ofJob()!.parentSpanId);
  await expect.poll(() => request()?.name, { timeout: 30_000 }).toBe("POST /v1/compare");
  expect(request()!.parentSpanId).toBeUndefined();
});

test("[TEL-6] a collector that refuses, or never answers, costs nobody anything", async () => {
  for (const status of [503, undefined]) {
    collector.status = status;
    const start = performance.now();
    await untilReady(await compare("potoroo"));
    expect(performance.now() - start).toBeLessThan(10_000);
  }
});
