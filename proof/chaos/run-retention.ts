// Checks that deleted content is gone while workers and the API die and the store is unavailable.
//
// An owner that was never created leaves nothing, and a worker on a database that does not belong to the store deletes
// nothing.

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { waitUntil } from "@versus/tools/servers/guarded-process";
import { Client } from "pg";
import { type Caller, pathOf, readJob, statusOf } from "./call-service.ts";
import { failedCalls } from "./failed-calls.ts";
import { Findings } from "./findings.ts";
import { refuseForeignDatabases } from "./foreign-databases.ts";
import { lookForRemains, type Remains, unsettled } from "./look-for-remains.ts";
import { makePair } from "./make-pair.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";

export const retentionUsage = "retention [--count N] [--ceph]";

const WORKERS = 3;
/** A word in every text, name and author. */
const MARK = "retained";
const AWAY_MILLISECONDS = 20_000;
const MOST_ROUNDS = 60;
const READY_ROUNDS = 40;

/** Returns undefined for unknown arguments. */
export async function runRetention(words: readonly string[]): Promise<Findings | undefined> {
  const options = { count: { type: "string", default: "24" }, ceph: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const count = Number(values.count);
  if (positionals.length > 0 || !(count > 0)) return undefined;
  const service = await startChaosService({ isCeph: values.ceph, workers: WORKERS });
  const database = new Client(service.databaseUrl);
  try {
    await database.connect();
    const findings = new Findings();
    const remains = { ...service, database };
    await deleteWhileKilling(remains, { service, count, findings });
    await failedCalls(service, findings);
    await refuseForeignDatabases(service, findings);
    return findings;
  } finally {
    await database.end().catch(() => {});
    await service.stop();
  }
}

const tell = (line: string) => console.error(`chaos: ${line}`);

interface Deleting {
  readonly service: ChaosService;
  readonly count: number;
  readonly findings: Findings;
}

/**
 * Deletes comparisons, uploads, creations and edits in equal numbers. The calls that make them have an Idempotency-Key,
 * which keeps their replies.
 */
async function deleteWhileKilling(remains: Remains, { service, count, findings }: Deleting): Promise<void> {
  const caller = await service.addOrganization("retaining", { isZeroDay: false });
  const killing = new Killing(service);
  const made: string[][] = [];
  for (let first = 0; first < count; first += 4) {
    const burst = [0, 1, 2, 3].map(async (kind) => void made.push(await create(caller, first + kind)));
    await Promise.all([...burst, killing.killOne()]);
  }
  const ids = made.flat();
  await untilReady(caller, ids, killing);
  // The store is unavailable while deletions are requested, and workers continue to die.
  await service.store.gateway?.stop();
  const accepted = await Promise.all(made.map(([id = ""]) => statusOf(caller, "DELETE", pathOf(id))));
  findings.check(
    "deletions are accepted while the store is away",
    accepted.every((status) => status === 202),
    String,
  );
  const began = performance.now();
  while (performance.now() - began < AWAY_MILLISECONDS) await killing.killOne();
  const gone = await Promise.all(made.map(([id = ""]) => statusOf(caller, "GET", pathOf(id))));
  findings.check(
    "reads answer 410 at once",
    gone.every((status) => status === 410),
    () => gone.join(" "),
  );
  const waiting = await unsettled(remains, ids);
  if (service.store.gateway !== undefined) {
    findings.check("nothing counts as deleted while the store is away", waiting.length > 0, () => `${waiting.length}`);
  }
  await service.store.gateway?.start();
  const back = performance.now();
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    if ((await unsettled(remains, ids)).length === 0) break;
    await killing.killOne();
  }
  const seconds = Math.round((performance.now() - back) / 1000);
  const left = await unsettled(remains, ids);
  tell(`${ids.length} deleted, ${killing.kills} workers killed, done ${seconds} s after the store came back`);
  findings.check("every deletion is carried out", left.length === 0, () => left.join(" "));
  findings.check("workers died meanwhile", killing.kills >= 5, () => `${killing.kills}`);
  await lookForRemains(remains, { ids, mark: MARK }, findings);
}

/** Creates an owner. Returns the ids of everything it made, the one to delete first. */
async function create(caller: Caller, number: number): Promise<string[]> {
  const mark = `${MARK}-${number}`;
  const pair = makePair(number, mark);
  const name = `${mark}.docx`;
  const file = (bytes: Uint8Array<ArrayBuffer>) => ({ bytes, name });
  if (number % 4 === 0) {
    const fields = { original: file(pair.before), modified: file(pair.after), author: `Author ${mark}` };
    return [idIn(await post(caller, "/v1/compare", fields), "comparison_id")];
  }
  if (number % 4 === 1) return [idIn(await post(caller, "/v1/files", { document: file(pair.before) }), "file_id")];
  if (number % 4 === 2) {
    const paragraphs = JSON.stringify([{ style_id: "Normal", text: `It says ${mark}.` }]);
    return [idIn(await post(caller, "/v1/create", { name, paragraphs }), "creation_id")];
  }
  const source = idIn(await post(caller, "/v1/files", { document: file(pair.before) }), "file_id");
  const edits = JSON.stringify([{ type: "insert", paragraphs: { index: 0 }, at: "start", content: `${mark} ` }]);
  const reply = await post(caller, "/v1/edit", { file_id: source, schema_version: "1", edits });
  const [editId, fileId] = [idIn(reply, "edit_id"), idIn(reply, "file_id")];
  // The source is deleted by its own call.
  await statusOf(caller, "DELETE", pathOf(source));
  return [editId, fileId, source];
}

const START_MILLISECONDS = 20_000;
const WORK_MILLISECONDS = 2000;

/**
 * Kills workers in turn, each when the previous one is back at work. While the store is unavailable, none comes back.
 */
class Killing {
  readonly #service: ChaosService;
  kills = 0;

  constructor(service: ChaosService) {
    this.#service = service;
  }

  async killOne(): Promise<void> {
    const started = () => readFileSync(this.#service.log, "utf8").split('"msg":"started"').length;
    const before = started();
    await this.#service.replaceWorker(this.kills % WORKERS);
    this.kills += 1;
    await waitUntil(() => started() > before, { pause: 200, patience: START_MILLISECONDS });
    await sleep(WORK_MILLISECONDS);
  }
}

type Field = string | { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string };

let calls = 0;

async function post({ url, key }: Caller, path: string, fields: Readonly<Record<string, Field>>): Promise<unknown> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === "string") form.set(field, value);
    else form.set(field, new Blob([value.bytes]), value.name);
  }
  calls += 1;
  const headers = { authorization: `Bearer ${key}`, "idempotency-key": `call-${calls}` };
  const reply = await fetch(`${url}${path}`, { method: "POST", headers, body: form });
  if (!reply.ok) throw new Error(`POST ${path} answered ${reply.status} ${await reply.text()}`);
  return reply.json();
}

function idIn(reply: unknown, name: string): string {
  const id = (reply as Readonly<Record<string, unknown>>)[name];
  if (typeof id !== "string") throw new Error(`the reply has no ${name}`);
  return id;
}

async function untilReady(caller: Caller, ids: readonly string[], killing: Killing): Promise<void> {
  for (let rounds = 0; rounds < READY_ROUNDS; rounds += 1) {
    const states = await Promise.all(ids.map((id) => readJob(caller, id).catch(() => ({ status: "gone" }))));
    if (states.every(({ status }) => status !== "processing")) return;
    await killing.killOne();
  }
}
