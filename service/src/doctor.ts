// Examines every configured part by using it, and says what to do about problems.
//
// A finding contains only the code of an error, because messages of drivers contain addresses and passwords.

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type Config, ConfigInvalid, requireSafeTransport, settings } from "./config.ts";
import { findOffice } from "./convert/office/office-command.ts";
import { probeOffice } from "./convert/office/probe-office.ts";
import { findScanPrograms, scanProgramsMend, scanReader } from "./convert/scans/scan-reader.ts";
import { databaseProblem } from "./database-problems.ts";
import { examineWalls, listed } from "./examine-walls.ts";
import { openBossQueue } from "./jobs/boss-queue.ts";
import type { SandboxMode } from "./jobs/confine/confine.ts";
import { Sandbox } from "./jobs/sandbox.ts";
import { databaseConfig, openConfigured, openConfiguredStore, openJournalPlace } from "./open-parts.ts";
import { jobKindsOf, slices } from "./register-slices.ts";
import { pendingMigrations } from "./storage/applied-migrations.ts";
import { unwrapKey } from "./storage/data-keys.ts";
import type { Database } from "./storage/database.ts";
import { openDatabaseClock } from "./storage/database-clock.ts";
import { countPlain } from "./storage/encrypt-plain.ts";
import { heardProcesses, processesWithoutJournal } from "./storage/heartbeat.ts";
import { InstallationMismatch, requireInstallation } from "./storage/installation.ts";
import { requireJournal } from "./storage/journal.ts";
import { StoreUnfit } from "./storage/object-store.ts";
import { isBucket } from "./storage/open-store.ts";
import { inPieces } from "./storage/store-artifacts.ts";

export interface Finding {
  readonly part: string;
  /** `lacking`: the service runs without the part, with fewer functions. */
  readonly state: "ok" | "lacking" | "failed";
  /** One line: the result. */
  readonly found: string;
  /** One line: what to do about it. */
  readonly mend?: string;
}

const oldestPostgres = 15;
/** One empty page. The file has no cross-reference table; PDF readers repair that. */
const blankPdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);
const mostSkewSeconds = 5;

/**
 * Yields one finding for each part when it is ready. Parts that depend on a failed one are left out. Leaves nothing
 * behind in any part.
 */
export async function* diagnose(config: Config): AsyncGenerator<Finding> {
  const { database, close } = openConfigured(config);
  try {
    const connection = await examine("database", () => examineDatabase(database), databaseMend(config));
    yield connection;
    if (connection.state === "ok") {
      yield await examine(
        "clock",
        () => examineClock(database),
        "Synchronise the clocks of all machines, for example with NTP.",
      );
      const schema = await examine("migrations", () => examineMigrations(database), databaseMend(config));
      yield schema;
      if (schema.state === "ok") {
        yield await examine("queue", () => examineQueue(config, database), queueMend);
        yield await examine("installation", () => examineInstallation(config, database), storeMend);
        yield await examineJournal(config, database);
        yield await examine("objects", () => examineObjects(config, database), storeMend);
        yield await examine("content keys", () => examineKeys(config, database), keysMend);
        yield await examineProcesses(database);
      }
    }
  } finally {
    await close();
  }
  yield await examine("store", () => examineStore(config), storeMend);
  const { mode, ...walls } = await examineWalls(config);
  yield { part: "sandbox", ...walls };
  if (walls.state !== "failed") yield await examine("child processes", () => examineSandbox(config, mode), childMend);
  yield await examineConverter(config, mode);
  yield await examineScans(config, mode);
  yield examineTransport(config);
}

/** Returns the finding for a working part. Throws a Wanting for one that does not work. */
type Examination = () => Promise<string>;

class Wanting extends Error {
  readonly mend: string;

  constructor(found: string, mend: string) {
    super(found);
    this.mend = mend;
  }
}

async function examine(part: string, examination: Examination, mend: string): Promise<Finding> {
  try {
    return { part, state: "ok", found: await examination() };
  } catch (problem) {
    if (problem instanceof Wanting) return { part, state: "failed", found: problem.message, mend: problem.mend };
    const known = databaseProblem(problem);
    return { part, state: "failed", found: `cannot be used (${codeOf(problem)})`, mend: known ?? mend };
  }
}

function databaseMend({ databaseTls }: Config): string {
  const { databaseUrl, databaseTls: tls, databaseCertificates } = settings;
  const secure =
    databaseTls === "on" ? ` The connection uses TLS: check ${tls.name} and ${databaseCertificates.name}.` : "";
  return `Check that Postgres is running and that ${databaseUrl.name} has the right host, database and user.${secure}`;
}

async function examineDatabase(database: Database): Promise<string> {
  const { rows } = await sql<{ number: string }>`select current_setting('server_version_num') as number`.execute(
    database,
  );
  const major = Math.floor(Number(rows[0]?.number) / 10_000);
  if (major >= oldestPostgres) return `Postgres ${major}`;
  throw new Wanting(`Postgres ${major}`, `Install Postgres ${oldestPostgres} or later.`);
}

async function examineClock(database: Database): Promise<string> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
  const between = (before + Date.now()) / 2;
  const seconds = Math.abs((rows[0]?.now.getTime() ?? 0) - between) / 1000;
  if (seconds <= mostSkewSeconds) return "same time as the database";
  throw new Wanting(
    `${Math.round(seconds)} seconds apart from the database`,
    "Synchronise the clocks of all machines, for example with NTP: keys, download addresses and deadlines depend on them.",
  );
}

async function examineMigrations(database: Database): Promise<string> {
  const pending = await pendingMigrations(database);
  if (pending.length === 0) return "all applied";
  throw new Wanting(`${pending.length} missing (${pending.join(", ")})`, "Run `versus migrate`.");
}

const queueMend = `Run \`versus migrate\`. Check that the user in ${settings.databaseUrl.name} may use the schema pgboss, and that the connection does not go through a pooler.`;

async function examineQueue(config: Config, database: Database): Promise<string> {
  const clock = await openDatabaseClock(database);
  const queue = await openBossQueue({
    connection: databaseConfig(config),
    database,
    clock: clock.now,
    kinds: jobKindsOf(slices),
    report: () => {},
  });
  try {
    await queue.check();
  } finally {
    await clock.close();
    await queue.stop();
  }
  const { rows } = await sql<{ unfinished: number }>`
    select count(*)::int as unfinished from jobs where state in ('waiting', 'queued', 'running')`.execute(database);
  return `${rows[0]?.unfinished ?? 0} unfinished jobs`;
}

async function examineInstallation(config: Config, database: Database): Promise<string> {
  const mark = await belonging("store", requireInstallation({ database, store: openConfiguredStore(config) }));
  return `${mark.installationId}, generation ${mark.generation}`;
}

/** Returns the result, unless the other part does not belong to the database. */
async function belonging<Value>(other: "store" | "journal", asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (problem) {
    if (!(problem instanceof InstallationMismatch)) throw problem;
    throw new Wanting(`the database and the ${other} do not belong together`, problem.message);
  }
}

/** A service without a journal runs, but cannot be backed up. */
async function examineJournal(config: Config, database: Database): Promise<Finding> {
  const place = openJournalPlace(config);
  const finding = await examine(
    "journal",
    async () => (await belonging("journal", requireJournal({ database, place }))) ?? "none is kept",
    `Check ${settings.journal.name}. While the journal is unavailable, nothing can be deleted.`,
  );
  if (finding.state === "ok" && place !== undefined) return (await examineWriters(database)) ?? finding;
  if (finding.state !== "ok") return finding;
  const mend = `Set ${settings.journal.name} and run \`versus migrate\`: without a journal \`versus backup\` is refused.`;
  return { ...finding, state: "lacking", mend };
}

/**
 * Finds processes that were started before the journal was begun. They delete nothing, and end at the first deletion.
 */
async function examineWriters(database: Database): Promise<Finding | undefined> {
  const { silent, heard } = await processesWithoutJournal(database);
  if (silent.length === 0) return undefined;
  const hosts = [...new Set(silent.map((host) => host ?? "a host that an older version does not name"))].join(", ");
  const found = `${silent.length} of ${heard} processes ${silent.length === 1 ? "does" : "do"} not write to the journal: ${hosts}`;
  const mend = `Set ${settings.journal.name} for every process and start these again. Until then callers who delete there get 503.`;
  return { part: "journal", state: "failed", found, mend };
}

async function examineObjects(config: Config, database: Database): Promise<string> {
  const installation = await database.selectFrom("installation").select("held_orphans").executeTakeFirst();
  const held = installation?.held_orphans ?? 0;
  if (held > 0) {
    const mend =
      "Check that this is the right database and that it is complete. Then run `versus store sweep --confirm`, which deletes these objects.";
    throw new Wanting(
      `${held} objects in the store have no row in the database, too many to delete automatically`,
      mend,
    );
  }
  const plain = isBucket(config.store) ? await countPlain(database) : 0;
  if (plain === 0) return "all encrypted";
  throw new Wanting(`${plain} objects are not encrypted`, "Run `versus store encrypt`.");
}

const keysMend = `Check ${settings.masterKeys.name}: every master key that organizations were made under must be in it.`;

/** Nothing of an organization can be read or stored without its content key. */
async function examineKeys({ masterKeys }: Config, database: Database): Promise<string> {
  const rows = await database
    .selectFrom("organizations")
    .select(["organization_id", "slug", "data_key"])
    .where("deleted_at", "is", null)
    .orderBy("slug")
    .execute();
  const locked = rows.filter(({ organization_id: id, data_key: key }) => !canUnwrap(key, id, masterKeys));
  if (locked.length === 0) return `those of ${rows.length} organizations open`;
  const names = locked.slice(0, 5).map(({ slug }) => slug);
  const others = locked.length > names.length ? ` and ${locked.length - names.length} others` : "";
  throw new Wanting(`the master key does not open those of ${names.join(", ")}${others}`, keysMend);
}

function canUnwrap(...given: Parameters<typeof unwrapKey>): boolean {
  try {
    unwrapKey(...given);
    return true;
  } catch {
    return false;
  }
}

async function examineProcesses(database: Database): Promise<Finding> {
  const part = "processes";
  const heard = await heardProcesses({ database });
  const found = `heard in the last minute: ${[...heard].map(([role, count]) => `${count} ${role}`).join(", ")}`;
  if (heard.get("worker") !== 0) return { part, state: "ok", found };
  return { part, state: "lacking", found, mend: "Run `versus serve --role worker`: until then jobs wait." };
}

const storeMend = `Check ${settings.store.name}. For a bucket, also check that it exists and that the credentials may put, get, list and delete objects, and list and abort multipart uploads (s3:ListBucketMultipartUploads, s3:AbortMultipartUpload).`;

/** Not a prefix of any owner's keys, so that probes are not mistaken for owned objects. */
const probePrefix = "doctor/";

async function examineStore(config: Config): Promise<string> {
  const store = openConfiguredStore(config);
  await store.check();
  await store.checkDeletion().catch((problem: unknown) => {
    throw problem instanceof StoreUnfit ? new Wanting("it would keep deleted objects", problem.message) : problem;
  });
  const organization = { organizationId: "doctor", dataKey: randomBytes(32) };
  const key = `${probePrefix}${randomBytes(8).toString("hex")}`;
  const content = randomBytes(1024);
  try {
    await store.put(key, inPieces(content), {
      organization,
      mostBytes: content.length,
    });
    const found = await store.get(key, { organization });
    const pieces: Uint8Array[] = [];
    for await (const piece of found?.content ?? []) pieces.push(piece);
    if (!Buffer.concat(pieces).equals(content))
      throw new Wanting("a test object was read back with different content", storeMend);
  } finally {
    await store.delete([key]);
  }
  if ((await store.get(key, { organization })) === undefined) return "wrote, read and deleted an object";
  throw new Wanting("a deleted object is still there", "Switch off versioning and retention for the bucket.");
}

const childMend = `Check ${settings.childMegabytes.name}, and that this user may run ${process.execPath}.`;

async function examineSandbox({ childMegabytes, childSeconds }: Config, mode: SandboxMode): Promise<string> {
  const limits = { memoryMegabytes: childMegabytes, seconds: childSeconds };
  const sandbox = new Sandbox({ ...limits, mode, children: 1, recycleAfter: 1 });
  try {
    // A working child refuses a file that is not a document.
    const result = await sandbox.run({ kind: "check", document: Uint8Array.of(0) }, new AbortController().signal);
    if (result.kind === "failed") return "one started and replied";
    throw new Wanting(`one started and ${result.kind === "killed" ? "reached its limits" : "crashed"}`, childMend);
  } finally {
    await sandbox.close();
  }
}

/** Starts LibreOffice, and lets a process behind the same wall try to get out. */
async function examineConverter(config: Config, mode: SandboxMode): Promise<Finding> {
  const part = "converter";
  const mend = `Install LibreOffice and its Python bindings (Debian: apt-get install libreoffice-writer-nogui python3-uno), or set ${settings.office.name}.`;
  const installation = findOffice(config.office);
  if (installation === undefined) {
    return { part, state: "lacking", found: "LibreOffice is not installed, so only .docx files can be used", mend };
  }
  try {
    const { officeMegabytes: memoryMegabytes, officeSeconds: seconds } = config;
    const { blocked, reached } = await probeOffice({ installation, mode }, { memoryMegabytes, seconds });
    const found = `LibreOffice starts; blocked: ${listed(blocked)}; reachable: ${listed(reached)}`;
    if (reached.length === 0) return { part, state: "ok", found };
    const wall = `Set ${settings.sandbox.name} to bubblewrap or seccomp: LibreOffice can reach what it must not.`;
    return { part, state: mode === "off" ? "lacking" : "failed", found, mend: wall };
  } catch (problem) {
    const found = `LibreOffice does not start (${codeOf(problem)}), so only .docx files can be used`;
    return { part, state: "lacking", found, mend };
  }
}

/** Recognizes a blank page behind the wall. */
async function examineScans({ officeMegabytes, officeSeconds }: Config, mode: SandboxMode): Promise<Finding> {
  const part = "scans";
  const [programs, mend] = [findScanPrograms(), scanProgramsMend];
  const so = "so scanned pages of PDFs cannot be read, also for organizations that have it switched on";
  if (programs === undefined) {
    return { part, state: "lacking", found: `tesseract or pdftoppm is not installed, ${so}`, mend };
  }
  const reader = scanReader(programs, mode, { pages: 1, seconds: officeSeconds, memoryMegabytes: officeMegabytes });
  const reading = await reader.read(blankPdf, [{ page: 0, width: 72, height: 72 }], new AbortController().signal);
  if (reading.kind === "recognized") return { part, state: "ok", found: "a page was drawn and read" };
  return { part, state: "lacking", found: `tesseract or pdftoppm does not work, ${so}`, mend };
}

function examineTransport(config: Config): Finding {
  const part = "transport";
  try {
    requireSafeTransport(config);
    if (config.tlsKey !== undefined) return { part, state: "ok", found: "the API terminates TLS" };
    return {
      part,
      state: "ok",
      found: config.trustedProxies === undefined ? "plain http, only for development" : "a proxy terminates TLS",
    };
  } catch (problem) {
    if (!(problem instanceof ConfigInvalid)) throw problem;
    return { part, state: "lacking", found: "the worker starts, but the API does not", mend: problem.message };
  }
}

/** Returns the error code of a driver or the system, or the name of the error. */
function codeOf(problem: unknown): string {
  if (!(problem instanceof Error)) return "unknown";
  return "code" in problem && typeof problem.code === "string" ? problem.code : problem.name;
}
