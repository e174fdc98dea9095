// Serves readiness and metrics on a port that callers cannot reach.
//
// An answer costs a question to the database and one to the store, so callers must not be able to ask. An answer is
// kept for two seconds, and at most one probe runs. The parts are therefore asked at most once in two seconds, however
// many ask (SRV-82).

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReadinessResponse } from "../contract/schemas.ts";
import { heldAnswer } from "../storage/held-answer.ts";

/** A part that takes longer counts as unavailable. */
const checkMilliseconds = 3000;
const holdsMilliseconds = 2000;

/** Maps the name of a part to its check. */
export type Checks = Readonly<Record<string, Check>>;

/**
 * A check throws if its part is unavailable. With `isTold` the failure is reported and readiness stays: without that
 * part the service does less, but works.
 */
export type Check = (() => Promise<void>) & { readonly isTold?: true };

/** Returns the check of a part whose absence does not affect readiness. */
export function reportOnly(check: () => Promise<void>): Check {
  return Object.assign(() => check(), { isTold: true as const });
}

export interface PrivateServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface PrivatePlace {
  readonly host: string;
  readonly port: number;
  /** Returns the text of /metrics. Rejects while the database is unavailable. */
  readonly metrics?: () => Promise<string>;
}

/** Port 0 lets the system choose a port. */
export async function openPrivateServer(checks: Checks, { host, port, metrics }: PrivatePlace): Promise<PrivateServer> {
  const ask = readiness(checks);
  const server = createServer((request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && request.url === "/health/ready") return void ask().then((answer) => reply(response, answer));
    if (isRead && request.url === "/metrics" && metrics !== undefined) {
      return void metrics().then(
        (text) => send(response, 200, { type: "text/plain; version=0.0.4; charset=utf-8", text }),
        () => send(response, 503, { type: "text/plain; charset=utf-8", text: "The database is unavailable.\n" }),
      );
    }
    response.writeHead(404, { "content-length": 0 }).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ host, port }, resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${chosen}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, answer: ReadinessResponse): void {
  const status = answer.status === "ready" ? 200 : 503;
  send(response, status, { type: "application/json; charset=utf-8", text: JSON.stringify(answer) });
}

function send(
  response: ServerResponse,
  status: number,
  { type, text }: { readonly type: string; readonly text: string },
): void {
  const headers = { "content-type": type, "cache-control": "no-store", "content-length": Buffer.byteLength(text) };
  response.writeHead(status, headers).end(text);
}

/** Returns the function that asks the parts, or returns the answer that is still kept. */
export function readiness(checks: Checks, now?: () => number): () => Promise<ReadinessResponse> {
  return heldAnswer(() => askAll(checks), { milliseconds: holdsMilliseconds, now });
}

async function askAll(checks: Checks): Promise<ReadinessResponse> {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await askOne(check)] as const),
  );
  const isReady = entries.every(([name, answer]) => answer === "ok" || checks[name]?.isTold === true);
  return { status: isReady ? "ready" : "unavailable", checks: Object.fromEntries(entries) };
}

async function askOne(check: () => Promise<void>): Promise<"ok" | "unavailable"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), checkMilliseconds);
  });
  try {
    await Promise.race([check(), late]);
    return "ok";
  } catch {
    return "unavailable";
  } finally {
    clearTimeout(timer);
  }
}
