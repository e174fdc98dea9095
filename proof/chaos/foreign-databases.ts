// Starts workers on databases that do not belong to their store, and checks that they refuse.
//
// The databases are one without tables, a new one, and one of another installation. A worker must end at once, report
// the reason, and delete nothing.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Settings, versus, versusProgram } from "@versus/tools/versus-program";
import { Client } from "pg";
import { postUpload } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import { makePair } from "./make-pair.ts";
import type { ChaosService } from "./start-service.ts";

const PATIENCE_MILLISECONDS = 60_000;
const UPLOADS = 4;
const tell = (line: string) => console.error(`chaos: ${line}`);

export async function refuseForeignDatabases(service: ChaosService, findings: Findings): Promise<void> {
  const caller = await service.addOrganization("kept", { isZeroDay: false });
  for (let number = 0; number < UPLOADS; number += 1) await postUpload(caller, makePair(number, "kept").before, "kept");
  const before = (await service.store.list()).sort();
  findings.check("the store holds documents", before.length > UPLOADS, () => `${before.length}`);
  const folder = mkdtempSync(join(tmpdir(), "versus-chaos-foreign-"));
  const settingsOf = (name: string): Settings => ({
    ...service.settings,
    DATABASE_URL: named(service.databaseUrl, name),
  });
  try {
    for (const name of ["without_tables", "new_one", "of_another"]) await createDatabase(service.databaseUrl, name);
    const refused = await versus(["migrate"], settingsOf("new_one")).catch(String);
    findings.check(
      "migrating a new database for a store of another is refused",
      refused.includes("belongs to"),
      () => refused,
    );
    await versus(["migrate"], { ...settingsOf("of_another"), VERSUS_STORE: `disk:${join(folder, "own")}` });
    const reasons = {
      without_tables: "Run `versus migrate` first",
      new_one: "the database belongs to none",
      of_another: "The database belongs to installation",
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const { code, said } = await startWorker(settingsOf(name));
      tell(
        `a worker on the database ${name}: ${said.split("\n").find((line) => line.includes("versus: The")) ?? said}`,
      );
      findings.check("a worker on another database ends at once", code === 1, () => `${name}: ${code}`);
      findings.check("and says why", said.includes(reason), () => `${name}: ${said}`);
    }
    const after = (await service.store.list()).sort();
    findings.check(
      "and deletes nothing",
      before.every((name) => after.includes(name)),
      () => `${before.length} to ${after.length}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the URL of another database of the same server. */
export function named(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function createDatabase(databaseUrl: string, name: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
}

/** Starts a worker that must end at once. Returns its exit code and its output. */
export async function startWorker(settings: Settings): Promise<{ readonly code: number; readonly said: string }> {
  const words = [versusProgram, "serve", "--role", "worker"];
  const options = { env: { ...process.env, ...settings }, timeout: PATIENCE_MILLISECONDS };
  try {
    await promisify(execFile)(process.execPath, words, options);
    return { code: 0, said: "" };
  } catch (error) {
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
    return { code: typeof code === "number" ? code : -1, said: String(stderr) };
  }
}
