// Starts the service as programs for a measurement.
//
// It has Postgres, a store, one process that answers requests and two workers.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

export interface RunningService {
  readonly url: string;
  readonly key: string;
  readonly databaseUrl: string;
  readonly storeFolder: string;
  /** Id of the process that all others descend from. */
  readonly processId: number;
  stop(): Promise<void>;
}

const ownCheckout = join(import.meta.dirname, "../..");

/** `checkout` is a folder with another commit and its packages. Default: this checkout. */
export async function startService(checkout: string = ownCheckout): Promise<RunningService> {
  // Commits before November 2026 have the program in tools/.
  const program = ["proof", "tools"]
    .map((folder) => join(checkout, folder, "chaos/service-session.ts"))
    .find((path) => existsSync(path));
  if (program === undefined) throw new Error("The checkout has no service to start.");
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"], cwd: checkout });
  const ended = once(child, "exit");
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  if (typeof line !== "string" || child.pid === undefined) throw new Error("The service did not start.");
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { ...(JSON.parse(line) as Omit<RunningService, "processId" | "stop">), processId: child.pid, stop };
}

export interface Documents {
  readonly before: Uint8Array<ArrayBuffer>;
  readonly after: Uint8Array<ArrayBuffer>;
}

/** Posts a comparison and returns its id. */
export async function post({ url, key }: RunningService, { before, after }: Documents): Promise<string> {
  const body = new FormData();
  body.set("original", new Blob([before]), "contract.docx");
  body.set("modified", new Blob([after]), "contract-revised.docx");
  const reply = await fetch(`${url}/v1/compare`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body });
  if (reply.status !== 202) throw new Error(`POST /v1/compare answered ${reply.status}`);
  return ((await reply.json()) as { readonly comparison_id: string }).comparison_id;
}

/** Reads every `pause` milliseconds until the comparison is ready. Throws an error if it fails. */
export async function untilReady({ url, key }: RunningService, id: string, pause = 200): Promise<void> {
  for (;;) {
    const reply = await fetch(`${url}/v1/compare/${id}`, { headers: { authorization: `Bearer ${key}` } });
    const { status, error } = (await reply.json()) as { readonly status: string; readonly error?: unknown };
    if (status === "ready") return;
    if (status !== "processing") throw new Error(`The comparison is ${status}: ${JSON.stringify(error)}`);
    await sleep(pause);
  }
}

/** Makes this many comparisons, submitted four at a time, and waits until all are ready. Returns their ids. */
export async function compareMany(service: RunningService, documents: Documents, count: number): Promise<string[]> {
  const ids: string[] = [];
  const send = async () => {
    while (ids.length < count) {
      const place = ids.push("") - 1;
      ids[place] = await post(service, documents);
    }
  };
  await Promise.all(Array.from({ length: 4 }, send));
  for (const id of ids.toReversed()) await untilReady(service, id);
  return ids;
}
