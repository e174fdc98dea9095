// Runs the service for half an hour under mixed load, and checks that nothing grows.
//
// Comparisons, uploads, edits and PDFs are made, read and deleted, while a worker is killed every twenty seconds and a
// process of the API every minute. One worker and one process of the API live for the whole run. Their memory and files
// must not grow. Neither may connections, nor rows beyond the requested work.
//
// After the last call everything ends, is deleted, and is gone from the store.

import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { waitUntil } from "@versus/tools/servers/guarded-process";
import { Client } from "pg";
import { type Caller, pathOf, postComparison, postEdit, postUpload, readJob, statusOf } from "./call-service.ts";
import { Findings } from "./findings.ts";
import { judgeSoak } from "./judge-soak.ts";
import { unfinishedJobs } from "./look-for-remains.ts";
import { makePair } from "./make-pair.ts";
import { tell } from "./rounds-of-jobs.ts";
import { type Done, type Sample, takeSample } from "./soak-samples.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";

export const soakUsage = "soak [--minutes M] [--ceph]";
const WORKERS = 3;
const APIS = 2;
const KILL_WORKER_MILLISECONDS = 20_000;
const KILL_API_MILLISECONDS = 60_000;
const SAMPLE_MILLISECONDS = 5000;
/** Share of a run until code is compiled, pools are open and caches are full. */
const WARM_UP_SHARE = 0.2;
/** Number of concurrent clients. Each submits one document after another, with a pause between. */
const CLIENTS = 4;
const CLIENT_REST_MILLISECONDS = 400;
const PAGES = 3;
/** One comparison out of this many is requested as a PDF, which LibreOffice makes. */
const PDF_SHARE = 10;
const READY_MILLISECONDS = 300_000;
/** The service detects after a minute that an API died during an upload, and it sweeps every minute. */
const SETTLE_MILLISECONDS = 5 * 60_000;

export async function runSoak(words: readonly string[]): Promise<Findings | undefined> {
  const options = { minutes: { type: "string", default: "30" }, ceph: { type: "boolean", default: false } } as const;
  const { values } = parseArgs({ args: [...words], options });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) return undefined;
  const service = await startChaosService({ isCeph: values.ceph, workers: WORKERS, apis: APIS });
  const database = new Client(service.databaseUrl);
  try {
    await database.connect();
    return await soak(service, database, minutes);
  } finally {
    await database.end();
    await service.stop();
  }
}

async function soak(service: ChaosService, database: Client, minutes: number): Promise<Findings> {
  const findings = new Findings();
  const { key } = await service.addOrganization("soaking", { isZeroDay: true });
  const callers = service.urls.map((url) => ({ url, key }));
  const load = new Load(callers, findings);
  const over = new AbortController();
  const end = performance.now() + minutes * 60_000;
  const clients = Array.from({ length: CLIENTS }, (_, client) => load.run(client, end));
  const killers = [killWorkers(service, over.signal), killApis(service, over.signal)];
  const samples = await sampleUntil(end, minutes, () => takeSample(service, database, load.done));
  over.abort();
  const [workers = 0, apis = 0] = await Promise.all(killers);
  await Promise.all(clients);
  const { work, calls } = load.done;
  tell(`${work} documents, ${calls} calls, ${workers} workers and ${apis} processes of the API killed`);
  findings.check("workers and processes of the API were killed", workers > 0 && apis > 0);
  await checkRest(service, database, findings);
  for (const line of judgeSoak(samples, findings)) console.log(line);
  return findings;
}

/** Makes documents in every way, reads them when they are ready, and deletes them. */
class Load {
  readonly #callers: readonly Caller[];
  readonly #findings: Findings;
  #work = 0;
  #calls = 0;

  constructor(callers: readonly Caller[], findings: Findings) {
    this.#callers = callers;
    this.#findings = findings;
  }

  get done(): Done {
    return { work: this.#work, calls: this.#calls };
  }

  async run(client: number, end: number): Promise<void> {
    for (let number = client; performance.now() < end; number += CLIENTS) {
      const caller = this.#callers[number % this.#callers.length]!;
      const told = await this.#one(caller, number).then(
        () => undefined,
        (problem: unknown) => String(problem),
      );
      this.#findings.check("a document is made, read and deleted", told === undefined, () => told ?? "");
      await sleep(CLIENT_REST_MILLISECONDS);
    }
  }

  async #one(caller: Caller, number: number): Promise<void> {
    const ids = await this.#make(caller, number);
    for (const id of ids) {
      await this.#untilReady(caller, id);
      this.#calls += 1;
      const status = await statusOf(caller, "DELETE", pathOf(id));
      // For an edit, its files are deleted.
      if (status !== 202 && status !== 410) throw new Error(`DELETE ${pathOf(id).slice(0, 12)} answered ${status}`);
    }
  }

  /** Makes one owner. Returns the ids to delete. */
  async #make(caller: Caller, number: number): Promise<string[]> {
    const pair = makePair(number, `soak-${number}`, PAGES);
    this.#work += 1;
    this.#calls += 1;
    if (number % 3 === 0) return [await postUpload(caller, pair.before, `soak-${number}`)];
    if (number % 3 === 1) {
      const id = await postComparison(caller, pair, `soak-${number}`);
      if (number % PDF_SHARE === 0) await this.#untilPdf(caller, id);
      return [id];
    }
    const fileId = await postUpload(caller, pair.before, `soak-${number}`);
    await this.#untilReady(caller, fileId);
    this.#calls += 1;
    const edited = await postEdit(caller, fileId, `soaked ${number}`);
    return [edited.editId, fileId];
  }

  async #untilReady(caller: Caller, id: string): Promise<void> {
    const isReady = async () => {
      this.#calls += 1;
      const { status, error } = await readJob(caller, id);
      if (status === "failed") throw new Error(`${id} failed: ${error?.code ?? ""}`);
      return status === "ready";
    };
    if (!(await waitUntil(isReady, { pause: 300, patience: READY_MILLISECONDS })))
      throw new Error(`${id} is not ready`);
  }

  async #untilPdf(caller: Caller, id: string): Promise<void> {
    await this.#untilReady(caller, id);
    const isThere = async () => {
      this.#calls += 1;
      return (await statusOf(caller, "GET", `${pathOf(id)}?format=pdf`)) === 200;
    };
    await waitUntil(isThere, { pause: 1000, patience: READY_MILLISECONDS });
  }
}

/** Kills all workers except the first, in turn. Returns the number of kills. */
async function killWorkers(service: ChaosService, signal: AbortSignal): Promise<number> {
  return everySo(KILL_WORKER_MILLISECONDS, signal, (kills) => service.replaceWorker(1 + (kills % (WORKERS - 1))));
}

async function killApis(service: ChaosService, signal: AbortSignal): Promise<number> {
  return everySo(KILL_API_MILLISECONDS, signal, (kills) => service.replaceApi(1 + (kills % (APIS - 1))));
}

/** Calls `act` at intervals. Returns the number of calls. */
async function everySo(
  milliseconds: number,
  signal: AbortSignal,
  act: (times: number) => Promise<void>,
): Promise<number> {
  for (let times = 0; ; times += 1) {
    await sleep(milliseconds, undefined, { signal }).catch(() => {});
    if (signal.aborted) return times;
    await act(times);
  }
}

async function sampleUntil(end: number, minutes: number, take: () => Promise<Sample>): Promise<Sample[]> {
  await sleep(minutes * 60_000 * WARM_UP_SHARE);
  const samples: Sample[] = [];
  while (performance.now() < end) {
    samples.push(await take());
    await sleep(SAMPLE_MILLISECONDS);
  }
  return samples;
}

/** Checks the service after the last call. */
async function checkRest(service: ChaosService, database: Client, findings: Findings): Promise<void> {
  const remains = { ...service, database };
  const unfinished = () => unfinishedJobs(remains);
  await waitUntil(async () => (await unfinished()).length === 0, { pause: 1000, patience: SETTLE_MILLISECONDS });
  const stuck = await unfinished();
  findings.check("no job is left", stuck.length === 0, () => stuck.slice(0, 5).join(", "));
  // The store contains one small file of its own, which identifies its installation.
  const lying = async () => (await service.store.list()).filter((name) => !name.includes("installation"));
  await waitUntil(async () => (await lying()).length === 0, { pause: 1000, patience: SETTLE_MILLISECONDS });
  const left = await lying();
  findings.check("the store is empty", left.length === 0, () => `${left.length} objects, such as ${left[0]}`);
  const { rows } = await database.query<{ open: number; objects: number; idle: number }>(`
    select (select count(*)::int from uploads where removed_at is null) as open,
      (select count(*)::int from objects) as objects,
      (select count(*)::int from pg_stat_activity where state = 'idle in transaction'
        and state_change < now() - interval '1 minute') as idle`);
  const { open, objects, idle } = rows[0]!;
  findings.check("no upload is left open", open === 0, () => `${open} rows`);
  findings.check("no object has a row", objects === 0, () => `${objects} rows`);
  findings.check("no transaction is left open", idle === 0, () => `${idle} connections`);
}
