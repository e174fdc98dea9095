// Backs up a working cell, destroys it, and checks what the backup and the journal restore.
//
// After the backup, the cell loses documents, keys and an organization by deletion. The restored cell serves the old
// redlines and nothing that was deleted. Then its secrets are replaced while callers read, download and give
// instructions.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePorts } from "@versus/tools/servers/free-ports";
import { waitUntil } from "@versus/tools/servers/guarded-process";
import { type Settings, versus, versusProgram } from "@versus/tools/versus-program";
import { Client } from "pg";
import {
  type Caller,
  download,
  pathOf,
  postComparison,
  postVersion,
  readDocument,
  readJob,
  statusOf,
} from "./call-service.ts";
import { Findings } from "./findings.ts";
import { createDatabase, named, startWorker } from "./foreign-databases.ts";
import { makePair } from "./make-pair.ts";
import { ReplacedSecrets } from "./replaced-secrets.ts";
import { type ChaosService, startChaosService, startPrograms } from "./start-service.ts";
import type { ObjectListing } from "./start-store.ts";

export const restoreUsage = "restore [--count N] [--disk]";

const WORKERS = 2;
const MARK = "restored";
const PAGES = 2;
const READY_MILLISECONDS = 240_000;
const tell = (line: string) => console.error(`chaos: ${line}`);

/** Returns undefined for unknown arguments. */
export async function runRestore(words: readonly string[]): Promise<Findings | undefined> {
  const options = { count: { type: "string", default: "16" }, disk: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const count = Number(values.count);
  if (positionals.length > 0 || !(count >= 4)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "versus-chaos-restore-"));
  const secrets = await ReplacedSecrets.start(folder);
  const findings = new Findings();
  const early = await startChaosService({ isCeph: !values.disk, workers: 0, settings: secrets.settings });
  let running: { readonly stop: () => Promise<void> } = { stop: async () => {} };
  try {
    const { service, programs } = await beginJournal(early, folder);
    running = programs;
    await refuseOutsideJournal(early, service, findings);
    const cell = await liveAndDie(service, { count, folder, findings });
    await restoreCell(service, cell, { folder, findings, secrets });
    return findings;
  } finally {
    await running.stop();
    await early.stop();
    await secrets.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts processes that write to a journal. The API of `early` has none. */
async function beginJournal(early: ChaosService, folder: string) {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...early.settings, VERSUS_PORT: String(port), VERSUS_JOURNAL: `disk:${join(folder, "journal")}` };
  await versus(["migrate"], settings);
  const programs = await startPrograms(join(folder, "cell"), settings, { ports: [port], workers: WORKERS });
  const service: ChaosService = {
    ...early,
    settings,
    addOrganization: async (slug, options) => ({ ...(await early.addOrganization(slug, options)), url }),
    killAll: async () => {
      await programs.stop();
      await early.killAll();
    },
  };
  return { service, programs };
}

/** Checks that a process that was started before the journal deletes nothing, is named by the doctor, and ends. */
async function refuseOutsideJournal(early: ChaosService, service: ChaosService, findings: Findings): Promise<void> {
  const caller = await service.addOrganization("early", { isZeroDay: false });
  const outside = { ...caller, url: early.urls[0] ?? "" };
  const id = await postComparison(caller, makePair(0, MARK, PAGES), MARK);
  await untilReady(caller, id);
  const said = await doctor(service.settings);
  const line = said.split("\n").find((text) => text.includes("to the journal")) ?? said;
  tell(line.trim());
  findings.check(
    "the doctor names the host of a process without the journal",
    line.includes(`1 of ${WORKERS + 2} processes does not write to the journal: ${hostname()}`),
    () => line,
  );
  const form = { method: "DELETE", headers: { authorization: `Bearer ${outside.key}` } };
  const refused = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${outside.url}${pathOf(id)}`, form).then(({ status }) => status, String)),
  );
  findings.check(
    "a process without the journal refuses all deletions",
    refused.every((status) => status === 503 || typeof status === "string") && refused.includes(503),
    () => refused.join(" "),
  );
  tell(`20 deletions by a process without the journal: ${refused.filter((status) => status === 503).length} times 503`);
  const { status } = await readJob(caller, id);
  findings.check("and deletes nothing", status === "ready", () => status);
  const isGone = async () => (await fetch(`${outside.url}/health`).catch(() => undefined)) === undefined;
  findings.check("and ends", await waitUntil(isGone, { pause: 200, patience: 60_000 }));
}

/** Returns the output of the doctor, whatever it finds. */
async function doctor(settings: Settings): Promise<string> {
  const environment = { ...process.env, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [versusProgram, "doctor"], { env: environment }, (_, stdout) => resolve(stdout));
  });
}

/** The state of the cell when it is destroyed. */
interface Dead {
  readonly keeping: Caller;
  readonly kept: ReadonlyMap<string, Uint8Array>;
  readonly deleted: readonly string[];
  readonly document: string;
  readonly revoked: Caller;
  readonly erased: Caller;
  readonly erasedIds: readonly string[];
  readonly erasedOrganization: string;
  readonly underWay: readonly string[];
}

interface Living {
  readonly count: number;
  readonly folder: string;
  readonly findings: Findings;
}

async function liveAndDie(service: ChaosService, { count, folder, findings }: Living): Promise<Dead> {
  const keeping = await service.addOrganization("keeping", { isZeroDay: false });
  const erased = await service.addOrganization("erased", { isZeroDay: false });
  const second = await versus(["keys", "create", "keeping", "--name", "second"], service.settings);
  const revoked = { ...keeping, key: second.trim() };
  const compare = (caller: Caller, number: number) =>
    postComparison(caller, makePair(number, MARK, PAGES), `${MARK}-${number}`);
  const ids = await Promise.all(Array.from({ length: count }, (_, number) => compare(keeping, number)));
  const erasedIds = await Promise.all([0, 1, 2].map((number) => compare(erased, number)));
  const stored = await postVersion(keeping, { bytes: makePair(1, MARK, PAGES).before, mark: MARK });
  for (const id of ids) await untilReady(keeping, id);
  for (const id of erasedIds) await untilReady(erased, id);
  await waitUntil(async () => (await readDocument(keeping, stored.document_id)).versions[0]?.status === "ready", {
    pause: 500,
    patience: READY_MILLISECONDS,
  });
  const bytes = new Map(await Promise.all(ids.map(async (id) => [id, await redlineOf(keeping, id)] as const)));
  // Work continues while the backup is made.
  let isBackingUp = true;
  const underWay: string[] = [];
  const working = (async () => {
    for (let number = count; isBackingUp; number += 1) underWay.push(await compare(keeping, number));
  })();
  const printed = await versus(["backup", join(folder, "backup")], service.settings);
  isBackingUp = false;
  await working;
  tell(`${printed.trim()}; ${underWay.length} comparisons were handed in meanwhile`);
  findings.check("a backup is made while the cell works", underWay.length > 0 && printed.startsWith("backup "));
  const half = ids.slice(0, ids.length / 2);
  const deleted = [...half, ...underWay.slice(0, 1)];
  const answers = await Promise.all(deleted.map((id) => statusOf(keeping, "DELETE", pathOf(id))));
  answers.push((await statusOf(keeping, "DELETE", pathOf(stored.document_id))) === 200 ? 202 : 0);
  findings.check(
    "deletions after the backup are accepted",
    answers.every((status) => status === 202),
    () => answers.join(" "),
  );
  await versus(["keys", "revoke", keyIdOf(revoked)], service.settings);
  const deletion = await versus(
    ["organizations", "delete", "erased", "--confirm", "erased", "--json"],
    service.settings,
  );
  const { organizationId: erasedOrganization } = JSON.parse(deletion) as { readonly organizationId: string };
  await service.killAll();
  tell(`${deleted.length} comparisons, a document, a key and an organization deleted; every process killed`);
  const kept = new Map([...bytes].filter(([id]) => !half.includes(id)));
  const { document_id: document } = stored;
  return { keeping, kept, deleted, document, revoked, erased, erasedIds, erasedOrganization, underWay };
}

interface Restoring {
  readonly folder: string;
  readonly findings: Findings;
  readonly secrets: ReplacedSecrets;
}

async function restoreCell(service: ChaosService, cell: Dead, { folder, findings, secrets }: Restoring): Promise<void> {
  await createDatabase(service.databaseUrl, "restored");
  const store = await service.store.another();
  const [one = 0, other = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${one}`;
  const DATABASE_URL = named(service.databaseUrl, "restored");
  const settings: Settings = { ...service.settings, ...store.settings, DATABASE_URL, VERSUS_BASE_URL_US: url };
  const database = new Client(DATABASE_URL);
  await database.connect();
  try {
    const backup = join(folder, "backup");
    await refuseWithoutJournal(backup, settings, { database, store, folder, findings });
    const began = performance.now();
    const printed = await versus(["restore", backup], settings);
    tell(`${printed.trim().replaceAll("\n", "; ")}; ${Math.round((performance.now() - began) / 1000)} s`);
    await lookBeforeTheFirstAnswer(cell, { database, store }, findings);
    const old = await startWorker({ ...service.settings, ...store.settings });
    findings.check(
      "a worker of the old database does not start on the restored store",
      old.code === 1 && old.said.includes("before a restore"),
      () => `${old.code} ${old.said}`,
    );
    // Before any process runs, because each remembers the organization of a key for seconds.
    await versus(["organizations", "set", "keeping", "--instruction", "on"], settings);
    const programs = await startPrograms(join(folder, "programs"), settings, { ports: [one, other], workers: WORKERS });
    try {
      await askRestored(cell, url, findings);
      const urls = [url, `http://127.0.0.1:${other}`];
      const [id = ""] = cell.kept.keys();
      await secrets.replaceUnderLoad({ urls, key: cell.keeping.key, id, settings }, findings);
    } finally {
      await programs.stop();
    }
  } finally {
    await database.end();
  }
}

interface Looked {
  readonly database: Client;
  readonly store: ObjectListing;
}

async function refuseWithoutJournal(
  backup: string,
  settings: Settings,
  { database, store, folder, findings }: Looked & { readonly folder: string; readonly findings: Findings },
): Promise<void> {
  const places = { "": "VERSUS_JOURNAL is not set", [`disk:${join(folder, "empty")}`]: "there is no journal" };
  for (const [place, words] of Object.entries(places)) {
    const said = await versus(["restore", backup], { ...settings, VERSUS_JOURNAL: place }).catch(String);
    findings.check("a restore without its journal is refused", said.includes(words), () => said);
  }
  const { rows } = await database.query("select 1 from information_schema.tables where table_schema = 'public'");
  const objects = await store.list();
  findings.check("and changes nothing", rows.length === 0 && objects.length === 0, () => `${rows.length} ${objects}`);
}

/** Checks the restored database and store before any process listens. */
async function lookBeforeTheFirstAnswer(cell: Dead, { database, store }: Looked, findings: Findings): Promise<void> {
  const gone = [...cell.deleted, cell.document, ...cell.erasedIds];
  const { rows } = await database.query<{ owner_id: string }>(
    `select owner_id from objects where owner_id = any($1) or organization_id = $2
     union all select owner_id from artifacts where owner_id = any($1)
     union all select comparison_id from comparisons where comparison_id = any($1) and (deleted_at is null or original_name <> '')
     union all select document_id from documents where document_id = any($1) and deleted_at is null
     union all select version_id from versions where document_id = any($1) and deleted_at is null
     union all select key_id from keys where key_id = $3 and revoked_at is null
     union all select slug from organizations where organization_id = $2
     union all select payload from audit_entries where organization_id = $2 and payload not like '%organization.deleted%'`,
    [gone, cell.erasedOrganization, keyIdOf(cell.revoked)],
  );
  const left = rows.map((row) => row.owner_id);
  findings.check("the database has nothing of the deleted before the first answer", left.length === 0, () =>
    left.join(),
  );
  const objects = (await store.list()).filter((name) =>
    [...gone, cell.erasedOrganization].some((id) => name.includes(id)),
  );
  findings.check("nor has the store", objects.length === 0, () => objects.join(" "));
}

async function askRestored(cell: Dead, url: string, findings: Findings): Promise<void> {
  const keeping = { ...cell.keeping, url };
  for (const [id, before] of cell.kept) {
    const after = await redlineOf(keeping, id).catch((problem: unknown) => String(problem));
    const isSame = typeof after !== "string" && Buffer.compare(after, before) === 0;
    findings.check(
      "old redlines are served under fresh addresses, byte for byte",
      isSame,
      () => `${id} ${after.length}`,
    );
  }
  for (const id of [...cell.deleted, cell.document]) {
    const status = await statusOf(keeping, "GET", pathOf(id));
    // The restored cell knows neither a deleted document nor one that was submitted after the backup.
    findings.check("what was deleted answers 410 or 404", status === 410 || status === 404, () => `${id} ${status}`);
  }
  for (const caller of [cell.revoked, cell.erased]) {
    const status = await statusOf({ ...caller, url }, "GET", "/v1/usage");
    findings.check("revoked keys and those of an erased organization answer 401", status === 401, () => `${status}`);
  }
  const states = await Promise.all(
    cell.underWay.slice(1).map(async (id) => {
      const status = await statusOf(keeping, "GET", pathOf(id));
      return status === 404 ? "unknown" : untilReady(keeping, id);
    }),
  );
  findings.check(
    "comparisons that were under way come to their end, those after the backup are unknown",
    states.every((state) => state === "unknown" || state === "ready"),
    () => states.join(" "),
  );
}

async function untilReady(caller: Caller, id: string): Promise<string> {
  let status = "";
  await waitUntil(
    async () => {
      ({ status } = await readJob(caller, id));
      return status !== "processing";
    },
    { pause: 300, patience: READY_MILLISECONDS },
  );
  return status;
}

async function redlineOf(caller: Caller, id: string): Promise<Uint8Array> {
  const { downloads } = await readJob(caller, id);
  const docx = downloads.find(({ format }) => format === "docx");
  if (docx === undefined) throw new Error(`${id} has no docx`);
  const { status, bytes } = await download(docx.url);
  if (status !== 200) throw new Error(`a download answered ${status}`);
  return bytes;
}

/** Returns the key id of `<prefix>_<key id>_<secret>`. */
function keyIdOf({ key }: Caller): string {
  return key.split("_")[1] ?? "";
}
