// Tests the whole service: a comparison over HTTP, metrics, logs, operator commands and the doctor.

import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigInvalid } from "./config.ts";
import { diagnose } from "./doctor.ts";
import { examineWalls } from "./examine-walls.ts";
import { documentOf } from "./jobs/testing/documents.ts";
import { serve } from "./main.ts";
import { migrateConfigured } from "./migrate-configured.ts";
import { pendingMigrations } from "./storage/applied-migrations.ts";
import { openDatabase } from "./storage/database.ts";
import { makeEmptyDatabase } from "./storage/testing/test-database.ts";
import { testMasterKeys } from "./storage/testing/test-organization.ts";
import { makeServiceBench, type ServiceBench } from "./testing/running-service.ts";

let bench: ServiceBench;
let url: string;
let privateUrl: string;
let key: string;

beforeAll(async () => {
  bench = await makeServiceBench();
  const started = await bench.start("api", "worker");
  url = started.url!;
  privateUrl = started.privateUrl;
  await bench.operator.createOrganization({ slug: "acme", name: "Acme", zeroDay: false, retentionDays: null });
  key = await makeKey("acme");
});
afterAll(() => bench.close());

async function makeKey(organization: string): Promise<string> {
  const wanted = { organization, name: "test", scopes: ["read", "write"] as const, expiresAt: null };
  return (await bench.operator.createKey(wanted)).text;
}

const word = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

function send(
  path: string,
  options: { readonly key?: string; readonly method?: string; readonly body?: FormData } = {},
) {
  const { key: own = key, ...rest } = options;
  return fetch(`${url}${path}`, { headers: { authorization: `Bearer ${own}` }, ...rest });
}

function forms(): FormData {
  const form = new FormData();
  form.append("original", word(documentOf("The fee is one hundred.")), "contract.docx");
  form.append("modified", word(documentOf("The fee is two hundred.")), "contract-2.docx");
  return form;
}

interface Job {
  readonly status: string;
  readonly downloads: readonly { readonly format: string; readonly url: string }[];
}

async function read(id: string, formats: string): Promise<Job> {
  for (let tries = 0; tries < 300; tries++) {
    const job = (await (await send(`/v1/compare/${id}?format=${formats}`)).json()) as Job;
    if (job.status !== "processing") return job;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the comparison does not end");
}

async function compare(): Promise<string> {
  const reply = await send("/v1/compare", { method: "POST", body: forms() });
  expect(reply.status).toBe(202);
  return ((await reply.json()) as { comparison_id: string }).comparison_id;
}

test("two documents become a redline over HTTP, with a key that the operator made", async () => {
  const job = await read(await compare(), "docx,md");
  expect(job.status).toBe("ready");
  expect(job.downloads.map(({ format }) => format)).toEqual(["docx", "md"]);
  const markdown = await (await fetch(job.downloads[1]!.url)).text();
  expect(markdown).toContain("<ins");
  expect(markdown).toContain("two");
  const redline = await fetch(job.downloads[0]!.url);
  expect(redline.status).toBe(200);
  expect(Buffer.from(await redline.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from("PK"));
});

test("it says that it lives and that its parts are there", async () => {
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(`${url}/health/ready`)).status).toBe(404);
  const ready = await fetch(`${privateUrl}/health/ready`);
  expect({ status: ready.status, ...((await ready.json()) as object) }).toEqual({
    status: "ready",
    checks: { storage: "ok", queue: "ok", clock: "ok", converter: "ok", renderer: "ok" },
  });
});

test("[TEL-1] [TEL-3] [TEL-4] the metrics count requests, jobs and processes, on the private port alone", async () => {
  await read(await compare(), "docx");
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const reply = await fetch(`${privateUrl}/metrics`);
  expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await reply.text();
  expect(text).toMatch(/^versus_http_requests_total\{method="POST",route="\/v1\/compare",status="202"\} \d+$/m);
  expect(text).toMatch(/^versus_jobs_total\{kind="compare",outcome="done"\} \d+$/m);
  expect(text).toMatch(/^versus_job_seconds_count\{kind="compare"\} \d+$/m);
  expect(text).toMatch(/^versus_processes\{role="worker"\} 1$/m);
  expect(text).toMatch(/^versus_deletions_overdue\{kind="comparisons"\} 0$/m);
  expect(text).not.toMatch(/cmp_|acme|contract/);
});

test("[TEL-2] a job leaves one line", async () => {
  const id = await compare();
  await read(id, "docx");
  const ofJob = () =>
    bench.lines
      .join("")
      .split("\n")
      .filter((line) => line.includes('"msg":"job"') && line.includes(id));
  await expect.poll(() => ofJob().length).toBe(1);
  const { kind, outcome, milliseconds } = JSON.parse(ofJob()[0]!);
  expect([kind, outcome, typeof milliseconds]).toEqual(["compare", "done", "number"]);
});

test("what is logged is JSON and holds no document's text and no key", async () => {
  await compare();
  const log = bench.lines.join("");
  for (const line of log.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("level");
  expect(log).not.toContain("hundred");
  expect(log).not.toContain(key.split("_").slice(2).join("_"));
});

test("keys that the operator revokes or whose account is detached stop working within five seconds", async () => {
  await bench.operator.createOrganization({ slug: "movers", name: "M", zeroDay: false, retentionDays: null });
  const own = await makeKey("movers");
  const status = async () => (await send("/v1/usage", { key: own })).status;
  expect(await status()).toBe(200);
  await bench.operator.detachAccount("movers");
  await expect.poll(status, { timeout: 5000, interval: 100 }).toBe(403);
  await bench.operator.attachAccount("movers");
  await expect.poll(status, { timeout: 5000, interval: 100 }).toBe(200);
  await bench.operator.revokeKey(own.split("_")[1]!);
  await expect.poll(status, { timeout: 5000, interval: 100 }).toBe(401);
});

test("an organization is deleted while the service runs, with its comparisons, and nothing is left", async () => {
  await bench.operator.createOrganization({ slug: "leaving", name: "L", zeroDay: false, retentionDays: null });
  const own = await makeKey("leaving");
  const reply = await send("/v1/compare", { key: own, method: "POST", body: forms() });
  const { comparison_id: id } = (await reply.json()) as { comparison_id: string };
  const { deleted, left } = await bench.operator.deleteOrganization("leaving");
  expect(deleted).toMatchObject({ comparisons: 1, keys: 1, organizations: 1 });
  expect(deleted.objects_in_store).toBeGreaterThanOrEqual(2);
  expect(Object.values(left).every((count) => count === 0)).toBe(true);
  expect((await send(`/v1/compare/${id}`, { key: own })).status).toBe(401);
});

test("renderings that are lacking are queued again and made", async () => {
  const id = await compare();
  await read(id, "md");
  await bench.database.pool.query("delete from artifacts where owner_id = $1 and format = 'md'", [id]);
  expect(await bench.operator.regenerate("md")).toBe(1);
  expect((await read(id, "md")).status).toBe("ready");
  expect(await bench.operator.regenerate("md")).toBe(0);
  await expect(bench.operator.regenerate("xlsx")).rejects.toThrow("docx, json, md");
});

test("a doctor finds every part well", async () => {
  const findings = [];
  for await (const finding of diagnose(bench.config)) findings.push(finding);
  expect(findings.filter(({ state }) => state === "failed")).toEqual([]);
  expect(findings.find(({ part }) => part === "sandbox")?.found).toMatch(
    /^bubblewrap; blocked: TCP, .*UDP, .*Unix sockets, .*\/etc\/passwd, .*the store's folder; reachable: nothing$/,
  );
  expect(findings.map(({ part }) => part)).toEqual([
    "database",
    "clock",
    "migrations",
    "queue",
    "installation",
    "journal",
    "objects",
    "content keys",
    "processes",
    "store",
    "sandbox",
    "child processes",
    "converter",
    "scans",
    "transport",
  ]);
});

test("a doctor opens every organization's content key, and finds a wrong master key", async () => {
  const findings = [];
  for await (const finding of diagnose({ ...bench.config, masterKeys: testMasterKeys })) findings.push(finding);
  const { state, found, mend } = findings.find(({ part }) => part === "content keys")!;
  expect([state, found]).toEqual(["failed", expect.stringMatching(/^the master key does not open those of acme/)]);
  expect(mend).toContain("VERSUS_MASTER_KEY");
});

test.each([
  { roles: ["converter"], children: 3 },
  { roles: ["api", "worker"], children: 3 },
  { roles: ["api"], children: 0 },
] as const)("[CPU-4] the heartbeat of $roles reports the children that take its jobs", async ({ roles, children }) => {
  const own = await makeServiceBench({ VERSUS_CHILDREN: "3" });
  try {
    await own.start(...roles);
    const { rows } = await own.database.pool.query<{ children: number }>("select children from processes");
    expect(rows).toEqual([{ children }]);
  } finally {
    await own.close();
  }
});

test("a doctor names the hosts of processes that do not write to the journal", async () => {
  const own = await makeServiceBench();
  const folder = await mkdtemp(join(tmpdir(), "journal-"));
  const journal = `disk:${folder}`;
  try {
    const started = await own.start("worker");
    await migrateConfigured({ ...own.config, journal });
    const found = async () => {
      for await (const finding of diagnose({ ...own.config, journal })) if (finding.part === "journal") return finding;
      return undefined;
    };
    expect(await found()).toMatchObject({
      state: "failed",
      found: `1 of 1 processes does not write to the journal: ${hostname()}`,
      mend: expect.stringContaining("VERSUS_JOURNAL"),
    });
    await started.stop();
    const again = await serve({ ...own.config, journal }, { roles: ["worker"], write: () => {} });
    expect(await found()).toMatchObject({ state: "ok" });
    await again.stop();
  } finally {
    await own.close();
    await rm(folder, { recursive: true });
  }
});

test("a doctor tells whether deletions are journaled, and finds a journal that is not the installation's", async () => {
  const journalOf = async (journal: string | undefined) => {
    for await (const finding of diagnose({ ...bench.config, journal })) if (finding.part === "journal") return finding;
    return undefined;
  };
  expect(await journalOf(undefined)).toMatchObject({ state: "lacking", found: "none is kept" });
  const folder = await mkdtemp(join(tmpdir(), "journal-"));
  try {
    expect(await journalOf(`disk:${folder}`)).toMatchObject({
      state: "failed",
      found: "the database and the journal do not belong together",
      mend: expect.stringContaining("`versus migrate`"),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a doctor says what to do about what does not work", async () => {
  const broken = {
    ...bench.config,
    databaseUrl: "postgres://versus:a-password@127.0.0.1:1/versus",
    store: "disk:/dev/null/store",
    office: "/no/such/program",
    environment: "production" as const,
  };
  const findings = [];
  for await (const finding of diagnose(broken)) findings.push(finding);
  expect(findings.map(({ part, state }) => `${part} ${state}`)).toEqual([
    "database failed",
    "store failed",
    "sandbox ok",
    "child processes ok",
    "converter lacking",
    "scans ok",
    "transport lacking",
  ]);
  for (const { state, mend } of findings) if (state !== "ok") expect(mend).toMatch(/^[A-Z].*\.$/);
  expect(JSON.stringify(findings)).not.toContain("a-password");
});

test("a doctor says which sandbox is in force and what a child reaches", async () => {
  const found = (sandbox: "seccomp" | "off") => examineWalls({ ...bench.config, sandbox });
  expect(await found("seccomp")).toMatchObject({
    state: "ok",
    found: expect.stringMatching(/^seccomp with Landlock; .*; reachable: nothing$/),
  });
  expect(await found("off")).toMatchObject({
    state: "lacking",
    found: expect.stringMatching(/^off; blocked: \/etc\/passwd, .*; reachable: TCP, .*abstract Unix sockets/),
  });
});

test("a database without its tables is not served, and a doctor says what it lacks", async () => {
  const empty = await makeEmptyDatabase();
  const config = { ...bench.config, databaseUrl: empty.url };
  const refused = serve(config, { roles: ["worker"], write: () => {} });
  await expect(refused).rejects.toThrow(ConfigInvalid);
  await expect(refused).rejects.toThrow(/0001_organizations.*versus migrate/);
  const open = openDatabase({ url: empty.url });
  expect(await pendingMigrations(open.database)).toContain("0002_comparisons");
  await open.close();
  const findings = [];
  for await (const finding of diagnose(config)) findings.push(finding);
  expect(findings.find(({ part }) => part === "migrations")).toMatchObject({
    state: "failed",
    mend: "Run `versus migrate`.",
  });
  expect(findings.some(({ part }) => part === "queue")).toBe(false);
  await empty.drop();
});

test("[SRV-81] a database that a newer version migrated is not served, and a doctor says so", async () => {
  await bench.database.pool.query("insert into migrations (name, run_on) values ('9999_later', now())");
  try {
    await expect(serve(bench.config, { roles: ["worker"], write: () => {} })).rejects.toThrow(/newer version/);
    const findings = [];
    for await (const finding of diagnose(bench.config)) findings.push(finding);
    const { mend } = findings.find(({ part }) => part === "migrations")!;
    expect(mend).toMatch(/^The database was migrated by a newer version /);
  } finally {
    await bench.database.pool.query("delete from migrations where name = '9999_later'");
  }
});
