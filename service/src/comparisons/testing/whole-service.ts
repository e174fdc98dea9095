// Starts the whole service in one process for tests.
//
// Server, database, queue, disk store and child processes are real. The test controls the clock, and no job runs before
// the test calls `work`.

import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ComparisonJob, ComparisonJob as ComparisonJobShape } from "../../contract/schemas.ts";
import { RouteList } from "../../http/route-list.ts";
import { makeKeyOf, startTestServer, TestClock, type TestKey } from "../../http/testing/test-server.ts";
import type { InstructionParts } from "../../instructions/build-edits.ts";
import type { Provider } from "../../instructions/provider.ts";
import { openBossQueue } from "../../jobs/boss-queue.ts";
import { type DocumentJob, type DocumentParts, runDocumentJob } from "../../jobs/document-job.ts";
import type { Effect, Job } from "../../jobs/job-queue.ts";
import { Lanes } from "../../jobs/lanes.ts";
import { migrateQueue } from "../../jobs/queue-migration.ts";
import { Sandbox, type SandboxOptions } from "../../jobs/sandbox.ts";
import { documentOf } from "../../jobs/testing/documents.ts";
import {
  jobKindsOf,
  type RegisteredSlice,
  type SliceParts,
  sliceDownloads,
  sliceRoutes,
  slices,
  workOnConversions,
  workOnSlices,
  workParts,
} from "../../register-slices.ts";
import { workOnDeletions } from "../../retention/delete-content.ts";
import { AnnouncedUploads } from "../../storage/announced-uploads.ts";
import { openDiskStore } from "../../storage/disk-store.ts";
import { setUpInstallation } from "../../storage/installation.ts";
import { type Journal, noJournal } from "../../storage/journal.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import type { OwnedRow } from "../../storage/owned-rows.ts";
import { OwnerWatch } from "../../storage/owner-watch.ts";
import { makeTestDatabase, type TestDatabase } from "../../storage/testing/test-database.ts";
import {
  makeTestOrganization,
  type TestOrganization,
  testMasterKeys,
} from "../../storage/testing/test-organization.ts";
import { startDeliveries } from "../../webhooks/deliver.ts";
import type { ReceiverParts } from "../../webhooks/receiver.ts";

export interface WholeOptions {
  readonly sandbox?: Partial<SandboxOptions>;
  readonly renderers?: SliceParts["renderers"];
  /** The default is the slices of the service. */
  readonly slices?: readonly RegisteredSlice[];
  /** Creates the tables of additional slices. */
  readonly prepare?: (database: TestDatabase["database"]) => Promise<unknown>;
  readonly mostUnfinishedJobs?: number;
  /** The language model provider that builds edits from instructions. */
  readonly provider?: Provider;
  /** Admits instructions within their budget; undefined means no limit. */
  readonly admit?: InstructionParts["admit"];
  readonly office?: SliceParts["converters"]["office"];
  readonly scans?: SliceParts["converters"]["scans"];
  /** Looks up and reaches the receivers of webhooks. Without it webhooks are disabled. */
  readonly receiver?: ReceiverParts;
  /** Records deletions, erasures and key revocations. Without it the service keeps no journal. */
  readonly journal?: Journal;
  readonly wrapStore?: (store: ObjectStore) => ObjectStore;
}

export interface Sources {
  readonly original?: Uint8Array | undefined;
  readonly modified?: Uint8Array | undefined;
  readonly originalName?: string;
  readonly modifiedName?: string;
  readonly author?: string;
  /** Additional fields of the form. */
  readonly options?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export type WholeService = Awaited<ReturnType<typeof startWholeService>>;

/** One organization with its key. */
export interface Tenant extends TestOrganization {
  readonly key: TestKey;
}

async function setUpStore(folder: string, database: TestDatabase["database"], clock: TestClock): Promise<ObjectStore> {
  const store = openDiskStore(folder);
  await setUpInstallation({ database, store, clock: clock.read, newId: randomUUID });
  return store;
}

/** Call it in `beforeAll`, and `close` in `afterAll`. */
export async function startWholeService(options: WholeOptions = {}) {
  const tests = await makeTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), "versus-whole-"));
  const clock = new TestClock();
  const store = (options.wrapStore ?? ((plain) => plain))(await setUpStore(folder, tests.database, clock));
  const all = options.slices ?? slices;
  await options.prepare?.(tests.database);
  const reports: unknown[] = [];
  const parts = await openParts(options, { tests, store, clock, reports, all });
  const { queue, watch, sandbox } = parts;
  const keys = new Map<string, TestKey>();
  const routes = new RouteList();
  const uploads = new AnnouncedUploads({ ...parts, report: (problem) => reports.push(problem) });
  const server = startTestServer({
    ...parts,
    store: uploads.announcing(store),
    findKey: async (keyId) => keys.get(keyId)?.record,
    findDownload: sliceDownloads(parts, all),
    routes: [(app) => app.addHook("onRoute", (route) => routes.add(route)), ...sliceRoutes(parts, all)],
    config: { rateLimits: { perKey: 0, createsPerKey: 0, perAddress: 0 } },
  });
  let listening: Promise<string> | undefined;
  return {
    ...callsOf(server.app),
    /** Returns the address at which other processes reach the service. It listens from the first call on. */
    listen: () => (listening ??= server.app.listen({ port: 0, host: "127.0.0.1" })),
    ...observationsOf(tests, store),
    clock,
    database: tests.database,
    databaseUrl: tests.url,
    folder,
    parts,
    reports,
    /** Every route of the slices. */
    routes: routes.routes,
    slices: all,
    addTenant: async (over: Parameters<typeof makeTestOrganization>[1] = {}) => {
      const tenant = await addTenant(tests, over);
      keys.set(tenant.key.record.caller.keyId, tenant.key);
      return tenant;
    },
    /** Returns the same organization with a key that can only read. */
    addReader: async (tenant: Tenant): Promise<Tenant> => {
      const key = makeReaderOf(tenant);
      keys.set(key.record.caller.keyId, key);
      return { ...tenant, key };
    },
    /** Starts to take jobs. */
    work: async () => {
      await workOnSlices(parts, all);
      await workOnConversions(parts, all);
      await workOnDeletions(queue, parts, { concurrency: 2 });
      if (options.receiver !== undefined) await startDeliveries({ ...parts, receiver: options.receiver });
    },
    close: async () => {
      await server.close();
      await watch.close();
      await queue.stop();
      await sandbox.close();
      await tests.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Opened {
  readonly tests: TestDatabase;
  readonly store: ObjectStore;
  readonly clock: TestClock;
  readonly reports: unknown[];
  readonly all: readonly RegisteredSlice[];
}

type WholeParts = ReturnType<typeof workParts>;

async function openParts(options: WholeOptions, { tests, store, clock, reports, all }: Opened): Promise<WholeParts> {
  const sandbox = new Sandbox({
    children: 1,
    mode: "bubblewrap",
    memoryMegabytes: 512,
    seconds: 30,
    recycleAfter: 100,
    ...options.sandbox,
  });
  const kinds = jobKindsOf(all);
  await migrateQueue({ url: tests.url }, { kinds });
  const queue = await openBossQueue({
    connection: { url: tests.url },
    database: tests.database,
    clock: clock.read,
    kinds,
    report: (problem) => reports.push(problem),
  });
  const watch = new OwnerWatch({ url: tests.url });
  const parts: SliceParts = {
    database: tests.database,
    journal: options.journal ?? noJournal,
    queue,
    store,
    watch,
    sandbox,
    directSandbox: () => sandbox,
    masterKeys: testMasterKeys,
    engineVersion: "0.9.0",
    renderers: options.renderers ?? [],
    receiver: options.receiver,
    mostUnfinishedJobs: options.mostUnfinishedJobs ?? 0,
    instructions: withProvider(options),
    lanes: new Lanes(2),
    documentsAtOnce: 2,
    converters: {
      office: options.office ?? noOffice,
      sandbox,
      scans: options.scans,
      report: (problem) => reports.push(problem),
    },
    conversionsAtOnce: options.office === undefined && options.renderers === undefined ? 0 : 2,
    onCrash: () => {},
    clock: clock.read,
    requireTrusted: () => {},
    random: randomBytes,
  };
  return workParts(parts, all);
}

const noOffice: SliceParts["converters"]["office"] = {
  convert: () => Promise.reject(new Error("this test has no LibreOffice")),
};

const admitAll: InstructionParts["admit"] = async () => async () => {};

function withProvider({ provider, ...options }: WholeOptions): InstructionParts {
  return {
    provider,
    mostContentBytes: 100_000,
    seconds: 10,
    random: randomBytes,
    admit: options.admit ?? admitAll,
    onFault: () => {},
  };
}

async function addTenant(
  { database }: TestDatabase,
  over: Parameters<typeof makeTestOrganization>[1],
): Promise<Tenant> {
  const organization = await makeTestOrganization(database, over);
  const key = makeKeyOf(organization, {
    instruction: over?.instruction ?? false,
    retentionDays: over?.retentionDays ?? null,
  });
  return { ...organization, key };
}

function makeReaderOf(tenant: Tenant): TestKey {
  const { authorization, record } = makeKeyOf(tenant);
  return { authorization, record: { ...record, caller: { ...record.caller, scopes: ["read"] } } };
}

type App = ReturnType<typeof startTestServer>["app"];
type Method = "GET" | "POST" | "PATCH" | "DELETE" | "HEAD";

function callsOf(app: App) {
  const call = (
    tenant: Tenant,
    method: Method,
    url: string,
    over: { payload?: string | Buffer; headers?: object } = {},
  ) => app.inject({ method, url, ...over, headers: { authorization: tenant.key.authorization, ...over.headers } });
  const sendForm = async (tenant: Tenant, url: string, form: FormData, headers: object = {}) => {
    const body = new Response(form);
    const type = { "content-type": body.headers.get("content-type") ?? "" };
    return call(tenant, "POST", url, {
      payload: Buffer.from(await body.arrayBuffer()),
      headers: { ...type, ...headers },
    });
  };
  const send = (tenant: Tenant, sources: Sources = {}) =>
    sendForm(tenant, "/v1/compare", formOf(sources), sources.headers);
  const read = async (tenant: Tenant, comparisonId: string, query = ""): Promise<ComparisonJob> => {
    const reply = await call(tenant, "GET", `/v1/compare/${comparisonId}${query}`);
    return ComparisonJobShape.strict().parse(reply.json());
  };
  return {
    call,
    sendForm,
    send,
    read,
    /** Creates a comparison and returns its id. Throws if the call is refused. */
    create: async (tenant: Tenant, sources: Sources = {}): Promise<string> => {
      const reply = await send(tenant, sources);
      if (reply.statusCode !== 202) throw new Error(reply.body);
      return reply.json().comparison_id;
    },
    /** Waits until the comparison is no longer processing. */
    untilEnded: (tenant: Tenant, comparisonId: string, query = ""): Promise<ComparisonJob> =>
      until(
        () => read(tenant, comparisonId, query),
        ({ status }) => status !== "processing",
      ),
    /** Fetches a download address without a key, as a client does. */
    download: (url: string) => app.inject(new URL(url).pathname + new URL(url).search),
  };
}

/** Returns status and code of a refusal, such as `404 NOT_FOUND`. */
export function refusal(reply: { readonly statusCode: number; readonly body: string }): string {
  return `${reply.statusCode} ${JSON.parse(reply.body).error.code}`;
}

export async function until<Value>(ask: () => Promise<Value>, isEnough: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; tries < 600; tries++) {
    const value = await ask();
    if (isEnough(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it took too long");
}

function formOf({ author, options = {}, ...sources }: Sources): FormData {
  const form = new FormData();
  const { original = documentOf("The fee is 10 euros."), originalName = "contract.docx" } = sources;
  const { modified = documentOf("The fee is 20 euros."), modifiedName = "contract-v2.docx" } = sources;
  form.append("original", new Blob([original as Uint8Array<ArrayBuffer>]), originalName);
  form.append("modified", new Blob([modified as Uint8Array<ArrayBuffer>]), modifiedName);
  if (author !== undefined) form.append("author", author);
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  return form;
}

function observationsOf({ database }: TestDatabase, store: ObjectStore) {
  return {
    row: (comparisonId: string) =>
      database
        .selectFrom("comparisons")
        .where("comparison_id", "=", comparisonId)
        .selectAll()
        .executeTakeFirstOrThrow(),
    usage: (comparisonId: string) =>
      database
        .selectFrom("usage_entries")
        .where("owner_id", "=", comparisonId)
        .select(["documents", "words", "given_back_at"])
        .executeTakeFirstOrThrow(),
    objects: (comparisonId: string) =>
      database.selectFrom("objects").where("owner_id", "=", comparisonId).selectAll().orderBy("role").execute(),
    /** Returns the keys of an organization's objects in the store. */
    stored: ({ organizationId }: { readonly organizationId: string }) => keysOf(store, `${organizationId}/`),
    count: async (
      table: "comparisons" | "merges" | "files" | "creations" | "edits" | "jobs" | "usage_entries",
      { organizationId }: Tenant,
    ): Promise<number> => {
      const rows = await database
        .selectFrom(table)
        .where("organization_id", "=", organizationId)
        .select("organization_id")
        .execute();
      return rows.length;
    },
  };
}

/** Returns a job as the queue passes it to a worker. */
export function jobFor(tenant: Tenant, comparisonId: string, payload: unknown = null): Job {
  const signal = new AbortController().signal;
  return { jobId: "job", organizationId: tenant.organizationId, ownerId: comparisonId, payload, attempt: 1, signal };
}

/**
 * Runs a job and returns the effect that settles it, or undefined if the job has nothing to do. Throws if the job asks
 * to be run later.
 */
export async function effectOf<Row extends OwnedRow, Parts extends DocumentParts>(
  descriptor: DocumentJob<Row, Parts>,
  job: Job,
  parts: Parts,
): Promise<Effect | undefined> {
  const end = await runDocumentJob(descriptor, job, parts);
  if (typeof end === "object") throw new Error(`the job comes back at ${end.startAfter.toISOString()}`);
  return end;
}

async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix)) keys.push(key);
  return keys;
}
