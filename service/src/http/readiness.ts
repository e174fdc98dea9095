// The port that callers do not reach: it tells whether the parts that the process needs are there, and its metrics. An
// answer costs a question to the database and one to the store, so a stranger must not be able to ask. An answer holds for
// two seconds, and at most one probe is in flight, so the parts are asked at most once in two seconds, however many ask.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReadinessResponse } from "../contract/schemas.ts";
import { heldAnswer } from "../storage/held-answer.ts";

/** A part that has not answered by then is away. */
const checkMilliseconds = 3000;
const holdsMilliseconds = 2000;

/** By the name of the part; each throws when it is away. */
export type Checks = Readonly<Record<string, Check>>;

/** One with `isTold` is told and makes nobody unready: without that part the service does less, but it does work. */
export type Check = (() => Promise<void>) & { readonly isTold?: true };

/** The check of a part whose absence makes nobody unready. */
export function told(check: () => Promise<void>): Check {
  return Object.assign(() => check(), { isTold: true as const });
}

export interface PrivateServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface PrivatePlace {
  readonly host: string;
  readonly port: number;
  /** The text of /metrics. Rejects while a part is away. */
  readonly metrics?: () => Promise<string>;
}

/** Port 0 is one that the system chooses. */
export async function openPrivateServer(checks: Checks, { host, port, metrics }: PrivatePlace): Promise<PrivateServer> {
  const ask = readiness(checks);
  const server = createServer((request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && request.url === "/health/ready") return void ask().then((answer) => reply(response, answer));
    if (isRead && request.url === "/metrics" && metrics !== undefined) {
      return void metrics().then(
        (text) => send(response, 200, { type: "text/plain; version=0.0.4; charset=utf-8", text }),
        () => send(response, 503, { type: "text/plain; charset=utf-8", text: "The database is away.\n" }),
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

/** Asks the parts, or gives the answer that still holds. */
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
