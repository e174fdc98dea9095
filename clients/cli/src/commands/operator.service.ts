import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { documentOf } from "../../testing/documents.ts";
import { type Ended, runOperator, type Settings, startOperator } from "../../testing/run-operator.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

const folder = mkdtempSync(join(tmpdir(), "versus-operator-"));
const database = `versus_operator_${randomBytes(6).toString("hex")}`;
const port = 20_000 + (randomBytes(2).readUInt16BE() % 10_000);
let settings: Settings;

beforeAll(async () => {
  await onServer(`create database ${database}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  settings = {
    VERSUS_ENVIRONMENT: "development",
    DATABASE_URL: url.href,
    VERSUS_STORE: `disk:${folder}`,
    VERSUS_DOMAIN: "versus.test",
    VERSUS_MASTER_KEY: `1:${randomBytes(32).toString("base64")}`,
    VERSUS_SIGNING_KEYS: `a:${randomBytes(32).toString("base64")}`,
    VERSUS_CHILDREN: "1",
    VERSUS_PORT: String(port),
  };
});
afterAll(async () => {
  await onServer(`drop database if exists ${database} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Runs a command line. None of its words may contain a space. */
const versus = (line: string): Promise<Ended> => runOperator(line.split(" "), settings);

async function printed(line: string): Promise<string> {
  const { code, stdout, stderr } = await versus(line);
  expect({ line, code, stderr: code === 0 ? "" : stderr }).toEqual({ line, code: 0, stderr: "" });
  return stdout;
}

test("a database is migrated, once, and what needs its tables says so before", async () => {
  expect((await versus("organizations list")).stderr).toContain("Run `versus migrate` first");
  expect((await versus("serve")).stderr).toContain("Run `versus migrate` first");
  expect(await printed("migrate")).toMatch(/^0001_organizations\n0002_comparisons\n/);
  expect(await versus("migrate")).toEqual({ code: 0, stdout: "", stderr: "no migrations to apply\n" });
});

test("a database that is not there, and one without TLS, are told with what to do", async () => {
  const missing = { ...settings, DATABASE_URL: `${settings.DATABASE_URL}_missing` };
  expect((await runOperator(["keys", "list"], missing)).stderr).toMatch(
    /^versus: The database in DATABASE_URL does not exist/,
  );
  const open = await runOperator(["keys", "list"], { ...settings, VERSUS_DATABASE_TLS: "on" });
  expect(open.stderr).toMatch(/^versus: Postgres does not offer TLS\..* VERSUS_DATABASE_TLS=off/);
});

test("an organization is made, set and listed", async () => {
  expect(await printed("organizations create acme --name Acme --document-limit 100")).toMatch(
    /^organization acme [0-9a-f-]{36}\nservice account acme@versus\.test\n$/,
  );
  expect((await versus("organizations create acme")).stderr).toMatch(/^versus: .*slug acme\.\n$/);
  await printed(
    "organizations set acme --zero-day on --retention-days 30 --document-limit none --instruction on --ocr on",
  );
  expect(JSON.parse(await printed("organizations list --json"))).toMatchObject([
    {
      slug: "acme",
      zeroDay: true,
      retentionDays: 30,
      documentLimit: null,
      instruction: true,
      ocr: true,
      address: "acme@versus.test",
    },
  ]);
  expect(await printed("organizations list")).toMatch(
    /^SLUG +ID .*\nacme +[0-9a-f-]{36} +on +30 +- +on +on +acme@versus\.test +0 /,
  );
});

test("a key is shown once, listed without it, rotated and revoked", async () => {
  const made = await versus("keys create acme --name ci --scopes read --expires 90d");
  expect(made.stdout).toMatch(/^versus_[0-9a-z]{12}_[\w-]{43}\n$/);
  const id = made.stdout.split("_")[1]!;
  expect(made.stderr).toContain(`key ${id} of acme, until `);
  const successor = await versus(`keys rotate ${id} --overlap 1h`);
  const next = successor.stdout.split("_")[1]!;
  expect(successor.stderr).toContain(`key ${next} replaces ${id}, which works until `);
  expect(await printed(`keys revoke ${id}`)).toMatch(/was revoked at/);
  const list = await printed("keys list acme");
  expect(list).toMatch(new RegExp(`^${id} +acme +revoked +read `, "m"));
  expect(list).toMatch(new RegExp(`^${next} +acme +active +read `, "m"));
  expect(list).not.toContain(made.stdout.trim().slice(-43));
  expect((await versus("keys list nobody")).stderr).toMatch(/^versus: Unknown organization nobody\./);
});

test("the service is served, compares, and ends in order when it is asked to", async () => {
  const key = (await printed("keys create acme")).trim();
  const serving = startOperator(["serve"], settings);
  await expect.poll(serving.stdout, { timeout: 30_000 }).toContain('"started"');
  const form = new FormData();
  for (const field of ["original", "modified"]) {
    form.append(field, new Blob([new Uint8Array(documentOf(field))]), `${field}.docx`);
  }
  const headers = { authorization: `Bearer ${key}` };
  const base = `http://127.0.0.1:${port}`;
  const reply = await fetch(`${base}/v1/compare`, { method: "POST", body: form, headers });
  expect(reply.status).toBe(202);
  const { comparison_id: id } = (await reply.json()) as { comparison_id: string };
  const status = async () =>
    ((await (await fetch(`${base}/v1/compare/${id}`, { headers })).json()) as { status: string }).status;
  await expect.poll(status, { timeout: 30_000 }).toBe("ready");
  const second = await runOperator(["serve"], settings);
  expect(second.stderr).toContain("(EADDRINUSE). Set VERSUS_PORT or VERSUS_HOST");
  serving.process.kill("SIGTERM");
  const { code, stdout } = await serving.ended;
  expect(code).toBe(0);
  expect(stdout).toContain('"stopped"');
  await expect(fetch(`${base}/health`)).rejects.toThrow();
});

test("missing renderings are queued, and a format that nobody makes is refused", async () => {
  expect(await printed("regenerate --format json")).toBe("0 queued\n");
  expect((await versus("regenerate --format xlsx")).stderr).toContain("--format must be one of docx, json, md");
});

test("a doctor finds the parts well", async () => {
  const report = await printed("doctor");
  expect(report).toMatch(
    /^ok +database +Postgres \d+\nok +clock .*\nok +migrations .*\nok +queue .*\nok +installation /,
  );
  expect(report).toMatch(/\nok +objects +all encrypted\nok +content keys +those of \d+ organizations open\n/);
  expect(report).toMatch(
    /\nnote processes +heard in the last minute: 0 api, 0 worker, 0 converter\n.*until then jobs wait/,
  );
  expect(report).toMatch(/\nok +store /);
});

test("[SRV-35] a store of another installation, and one that is not mounted, are refused", {
  timeout: 180_000,
}, async () => {
  const other = mkdtempSync(join(tmpdir(), "versus-operator-"));
  const missing = join(other, "not-mounted");
  const wrong = { ...settings, VERSUS_STORE: `disk:${other}` };
  for (const line of ["serve --role worker", "organizations delete acme --confirm acme", "store sweep --confirm"]) {
    const { code, stderr } = await runOperator(line.split(" "), wrong);
    expect({ line, code }).toEqual({ line, code: 1 });
    expect(stderr).toMatch(
      /^versus: The database belongs to installation [0-9a-f-]{36}, but the store belongs to none/,
    );
  }
  expect((await runOperator(["doctor"], wrong)).stdout).toMatch(/^FAIL installation /m);
  const unmounted = { ...settings, VERSUS_STORE: `disk:${missing}` };
  for (const line of ["serve --role api", "migrate"]) {
    expect((await runOperator(line.split(" "), unmounted)).stderr).toMatch(
      /^versus: The folder of the store does not exist/,
    );
  }
  expect(existsSync(missing)).toBe(false);
  const asked = await versus("store adopt");
  expect(asked.stdout).toMatch(
    /^database {2}installation [0-9a-f-]{36}, generation \d+, (\d+) objects in its rows\nstore {5}installation [0-9a-f-]{36}, generation \d+, \1 objects, 0 of them without a row\n$/,
  );
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("--confirm") });
  expect(await printed("store adopt --confirm")).toContain("both now belong to installation ");
  expect(await printed("store sweep")).toBe("0 objects have no row\n");
  expect(await printed("store encrypt")).toBe("nothing to do: a store on disk has no plain objects\n");
  rmSync(other, { recursive: true });
});

test("the account is detached and attached", async () => {
  expect(await printed("organizations detach-account acme")).toBe("acme@versus.test is detached\n");
  expect(await printed("organizations list")).toContain(" detached ");
  expect(await printed("organizations attach-account acme")).toBe("acme@versus.test is attached\n");
});

test("an organization is deleted with what it has, and the counts prove it", async () => {
  const report = await printed("organizations delete acme --confirm acme");
  expect(report).toMatch(/^organization acme [0-9a-f-]{36} was deleted\n/);
  const rows = [...report.matchAll(/^(\w[\w ]*?) {2,}(\d+) +(\d+)$/gm)].map(([, place, deleted, left]) => [
    place,
    Number(deleted),
    Number(left),
  ]);
  const counts = new Map(rows.map(([place, deleted]) => [place, deleted]));
  expect(counts.get("comparisons")).toBe(1);
  expect(counts.get("objects in store")).toBeGreaterThanOrEqual(5);
  expect(counts.get("organizations")).toBe(1);
  expect(rows.every(([, , left]) => left === 0)).toBe(true);
  expect(await printed("organizations list --json")).toBe("[]\n");
});
