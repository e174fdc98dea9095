// Tests every kind of job in the processes that deploy/compose.yaml and deploy/kubernetes start.
//
// Each role runs in a process of its own, with the settings of those files. A kind or a role that is added fails here
// until it is tried.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOld } from "./comparisons/testing/old-comparison.ts";
import { makePdf } from "./convert/pdf/testing/make-pdf.ts";
import { recurringQueue } from "./jobs/boss.ts";
import { documentOf } from "./jobs/testing/documents.ts";
import { jobKindsOf, recurringKinds, slices } from "./register-slices.ts";
import { readMasterKeys } from "./storage/data-keys.ts";
import { openDiskStore } from "./storage/disk-store.ts";
import { processRoles } from "./storage/heartbeat.ts";
import { organizationOf } from "./storage/organization-key.ts";
import { composeRoles, type DeployedRole, kubernetesRoles } from "./testing/deployed-roles.ts";
import { freePort, makeServiceBench, type ServiceBench } from "./testing/running-service.ts";
import { startTestReceiver, type TestReceiver } from "./webhooks/testing/test-receiver.ts";

const program = join(import.meta.dirname, "../../clients/cli/src/main.ts");
/** Maximum duration of one job from its first assignment; the documents are small. */
const jobSeconds = 60;
const stopSeconds = 10;

/** Asks until the value is enough, for at most the time of two jobs in sequence. */
async function until<Value>(ask: () => Promise<Value>, isEnough: (value: Value) => boolean): Promise<Value> {
  const end = performance.now() + 2 * jobSeconds * 1000;
  for (;;) {
    const value = await ask();
    if (isEnough(value) || performance.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Settings that a test cannot take over: addresses and secrets of the installation. The others are as in the file. */
const ofInstallation =
  /^(?:DATABASE_|AWS_|VERSUS_(?:DATABASE_|STORE|MASTER_KEY|SIGNING_KEYS|BASE_URL_|INSTRUCTION_|PRIVATE_|TRUSTED_))/;

const deployments: readonly { readonly name: string; readonly roles: readonly DeployedRole[] }[] = [
  { name: "deploy/compose.yaml", roles: composeRoles({}) },
  ...["restricted", "bubblewrap"].map((folder) => ({
    name: `deploy/kubernetes/${folder}`,
    roles: kubernetesRoles(folder),
  })),
];

interface Running {
  readonly name: string;
  readonly process: ChildProcess;
  readonly log: () => string;
}

/** Starts the role. Returns when the process takes work. */
async function start({ name, words, settings }: DeployedRole, own: Record<string, string>): Promise<Running> {
  const kept = Object.entries(settings).filter(([setting]) => !ofInstallation.test(setting));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH, HOME, ...Object.fromEntries(kept), ...own },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  }
  const running = { name, process: child, log: () => log };
  await expect.poll(running.log, { timeout: 60_000, interval: 50 }).toContain('"started"');
  return running;
}

/** Returns the seconds from SIGTERM to the end of the process, and its exit code. */
async function stop({ process: child }: Running): Promise<{ readonly code: unknown; readonly seconds: number }> {
  const before = performance.now();
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const [code] = await ended;
  return { code, seconds: (performance.now() - before) / 1000 };
}

test.each(deployments)("$name has a process for every role", ({ roles }) => {
  expect(roles.map(({ words }) => words.at(-1)).sort()).toEqual([...processRoles].sort());
});

describe.each(deployments)("$name", ({ roles }) => {
  let bench: ServiceBench;
  let receiver: TestReceiver;
  let own: Record<string, string>;
  let call: ReturnType<typeof caller>;
  const running: Running[] = [];

  beforeAll(async () => {
    bench = await makeServiceBench();
    receiver = await startTestReceiver();
    await bench.operator.createOrganization({ slug: "acme", name: "Acme", zeroDay: false, retentionDays: null });
    const wanted = { organization: "acme", name: "test", scopes: ["read", "write"] as const, expiresAt: null };
    const key = (await bench.operator.createKey(wanted)).text;
    const port = await freePort();
    own = { ...settingsOf(bench, port), VERSUS_WEBHOOK_CA_FILE: receiver.certificateFile };
    call = caller(`http://127.0.0.1:${port}`, key);
  });
  afterAll(async () => {
    for (const { process: child } of running) child.kill("SIGKILL");
    receiver.close();
    await bench.close();
  });

  const rowsOfJobs = async () =>
    (
      await bench.database.pool.query<{ kind: string; state: string; seconds: number }>(
        "select kind, state, extract(epoch from coalesce(finished_at, now()) - started_at)::float as seconds from jobs",
      )
    ).rows;

  test("[SRV-25] every kind of job ends within its limit, each role alone in its process", async () => {
    const [api, ...workers] = [...roles].sort((one) => (one.words.includes("api") ? -1 : 1));
    running.push(await start(api!, own));
    // Only the API runs, so the jobs wait for the other roles, and an edit becomes a job too.
    const asked = await askForEverything(call, `https://127.0.0.1:${receiver.port}/hook`);
    for (const role of workers) running.push(await start(role, own));
    await askForTheRest(call, asked, () => makeOldComparison(asked.comparison, bench));
    await until(rowsOfJobs, (jobs) => {
      const isOver = jobs.every(({ state }) => state === "done" || state === "failed");
      return isOver || jobs.some(({ seconds }) => seconds > jobSeconds);
    });
    const jobs = await rowsOfJobs();
    expect(jobs.filter(({ state }) => state !== "done")).toEqual([]);
    expect(jobs.filter(({ seconds }) => seconds > jobSeconds)).toEqual([]);
    // A delivery job leaves no row in our table.
    const { rows } = await bench.database.pool.query<{ name: string }>(
      "select distinct name from pgboss.job where state = 'completed'",
    );
    const wanted = [...jobKindsOf(slices), ...recurringKinds.map(recurringQueue)];
    expect(rows.map(({ name }) => name).sort()).toEqual(wanted.sort());
  });

  test("[SRV-25] SIGTERM ends each role", async () => {
    for (const role of running.splice(0)) {
      const { code, seconds } = await stop(role);
      expect({ role: role.name, code }).toEqual({ role: role.name, code: 0 });
      expect(seconds, role.name).toBeLessThan(stopSeconds);
    }
  });
});

function settingsOf({ database, storeFolder, masterKey }: ServiceBench, port: number): Record<string, string> {
  return {
    VERSUS_ENVIRONMENT: "development",
    DATABASE_URL: database.url,
    VERSUS_STORE: `disk:${storeFolder}`,
    VERSUS_MASTER_KEY: masterKey,
    VERSUS_PORT: String(port),
    VERSUS_PRIVATE_PORT: "0",
    VERSUS_WEBHOOKS: "on",
    VERSUS_WEBHOOK_ALLOW: "127.0.0.1",
    NODE_COMPILE_CACHE: join(import.meta.dirname, "../../node_modules/.cache/versus-tests"),
  };
}

type Sent = Readonly<Record<string, string | readonly [bytes: Uint8Array, name: string][]>>;

function caller(base: string, key: string) {
  const ask = async (method: string, path: string, body?: FormData | object) => {
    const isForm = body instanceof FormData;
    const type = body === undefined || isForm ? {} : { "content-type": "application/json" };
    const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const headers = { authorization: `Bearer ${key}`, ...type };
    const reply = await fetch(`${base}${path}`, { method, headers, ...content });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, string>>;
  };
  const send = (path: string, sent: Sent) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(sent)) {
      if (typeof value === "string") form.append(field, value);
      else for (const [bytes, name] of value) form.append(field, new Blob([new Uint8Array(bytes)]), name);
    }
    return ask("POST", path, form);
  };
  return { ask, send };
}

interface SubjectIds {
  readonly comparison: string;
  readonly merge: string;
  readonly edit: string;
  readonly document: string;
  readonly file: string;
}

const docx = (text: string): [Uint8Array, string] => [documentOf(text), "contract.docx"];
const pdf = async (text: string): Promise<[Uint8Array, string]> => [
  await makePdf((page) => page.text(text)),
  "contract.pdf",
];

/**
 * Sends the calls that the API takes while no worker runs: sources of every type that a converter reads, and others.
 */
async function askForEverything({ ask, send }: ReturnType<typeof caller>, hook: string): Promise<SubjectIds> {
  await ask("POST", "/v1/webhooks", { url: hook, events: ["*"] });
  const first = "The fee is 10 euros, due in 30 days.";
  const second = "The fee is 20 euros, due in 30 days.";
  const compared = await send("/v1/compare", { original: [await pdf(first)], modified: [docx(second)] });
  const merged = await send("/v1/merge", {
    original: [await pdf(first)],
    revisions: [docx(second), docx(`${first} Yes.`)],
  });
  await send("/v1/create", { name: "minutes.docx", paragraphs: JSON.stringify([{ style_id: "Normal", text: first }]) });
  const staged = await send("/v1/edit/initiate", { document: [await pdf(first)] });
  const edits = [{ type: "replace", paragraphs: { index: 0 }, text: { match: "30" }, content: "60" }];
  const edited = await ask("POST", "/v1/edit", { schema_version: 1, file_id: staged.file_id, edits });
  const stored = await send("/v1/documents", { document: [await pdf(first)] });
  return {
    ...{ comparison: compared.comparison_id!, merge: merged.merge_id!, edit: edited.edit_id! },
    ...{ document: stored.document_id!, file: staged.file_id! },
  };
}

/** Sends the calls that need a ready result. */
async function askForTheRest(
  { ask, send }: ReturnType<typeof caller>,
  { comparison, merge, edit, document, file }: SubjectIds,
  makeOldComparison: () => Promise<void>,
) {
  const ready = (path: string) =>
    until(
      () => ask("GET", path),
      ({ status }) => status !== "processing",
    );
  await ready(`/v1/compare/${comparison}`);
  await ready(`/v1/compare/${comparison}?format=pdf`);
  for (const path of [`/v1/merge/${merge}`, `/v1/edit/${edit}`]) {
    await ready(path);
    await ready(`${path}?format=pdf`);
  }
  const { version_id: version } = await send(`/v1/documents/${document}/versions`, { document: [docx("All is new.")] });
  await ready(`/v1/documents/${document}/versions/${version}`);
  await ready(`/v1/documents/${document}/versions/${version}/redline`);
  await ready(`/v1/documents/${document}/versions/${version}/download?format=pdf`);
  await ready(`/v1/documents/${document}/history`);
  await ready(`/v1/files/${file}`);
  await makeOldComparison();
  await until(
    () => ask("GET", `/v1/compare/${comparison}/html`).catch(String),
    (answer) => !String(answer).includes("not ready yet"),
  );
  await ask("DELETE", `/v1/compare/${comparison}`);
}

/** Makes a comparison without a view, which a job makes at the first read. */
async function makeOldComparison(comparisonId: string, { database, storeFolder, masterKey }: ServiceBench) {
  const row = await database.database.selectFrom("organizations").selectAll().executeTakeFirstOrThrow();
  const organization = organizationOf(row, readMasterKeys(masterKey));
  await makeOld(comparisonId, { database: database.database, store: openDiskStore(storeFolder), organization });
}
