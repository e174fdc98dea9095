// The whole service on this machine, with something to try it on: a database and a store of its own, an organization
// with a key, and two contracts. Everything is made the way an operator makes it, with the `versus` program, and
// everything is gone when it ends.

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GuardedProcess, startGuarded, waitUntil } from "../servers/guarded-process.ts";
import { startPostgres } from "../servers/start-postgres.ts";
import { type FollowedFile, followFile } from "./follow-file.ts";
import { logWords } from "./log-words.ts";
import { makeSampleContracts } from "./sample-contracts.ts";
import { type Settings, versus, versusProgram } from "./versus-program.ts";

export interface DemoOptions {
  readonly port: number;
  /** Told what happens, a line at a time. */
  readonly tell: (line: string) => void;
}

export interface Demo {
  readonly url: string;
  readonly key: string;
  /** Has everything in it, the two contracts too. */
  readonly folder: string;
  /** Resolves when the service ends by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const START_MILLISECONDS = 60_000;

export async function startDemo(options: DemoOptions): Promise<Demo> {
  const undo = new Undo();
  try {
    return await start(undo, options);
  } catch (error) {
    await undo.all();
    throw error;
  }
}

/** What has to be undone, in the opposite order. */
class Undo {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  async all(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) await step();
  }
}

async function start(undo: Undo, { port, tell }: DemoOptions): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), "versus-dev-"));
  undo.add(() => rmSync(folder, { recursive: true, force: true }));
  tell(process.env.DATABASE_URL ? "using the Postgres of DATABASE_URL" : "starting Postgres");
  const postgres = await startPostgres();
  undo.add(() => postgres.stop());
  const settings = { ...settingsFor({ databaseUrl: postgres.url, folder, port }), ...writeCertificate(folder) };
  await prepareDatabase(settings);
  const { key, slug } = await makeOrganization(settings);
  // A database of somebody else's is left as it was found.
  if (process.env.DATABASE_URL) undo.add(() => versus(["organizations", "delete", slug, "--confirm", slug], settings));
  writeContracts(folder);
  writeSettings(folder, { ...settings, ORGANIZATION: slug });
  tell("starting the service");
  const service = await startService(settings, { folder, tell });
  undo.add(() => service.stop());
  const url = `http://127.0.0.1:${port}`;
  return { url, key, folder, ended: service.ended, stop: () => undo.all() };
}

interface Places {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly port: number;
}

/** Secrets are those that everybody knows, so that a database that stays can be used again. */
function settingsFor({ databaseUrl, folder, port }: Places): Settings {
  return {
    VERSUS_ENVIRONMENT: "development",
    DATABASE_URL: databaseUrl,
    VERSUS_STORE: `disk:${join(folder, "store")}`,
    VERSUS_PORT: String(port),
    VERSUS_WEBHOOKS: "on",
    VERSUS_WEBHOOK_ALLOW: "127.0.0.1",
  };
}

/** For a receiver of webhooks on this machine; without the openssl program there is none. */
function writeCertificate(folder: string): Settings {
  const [key, certificate] = [join(folder, "receiver-key.pem"), join(folder, "receiver.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "30"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const words = ["req", "-x509", ...curve, "-keyout", key, "-out", certificate, ...subject];
  const isMade = spawnSync("openssl", words, { stdio: "ignore" }).status === 0;
  return isMade ? { VERSUS_WEBHOOK_CA_FILE: certificate } : {};
}

async function prepareDatabase(settings: Settings): Promise<void> {
  try {
    await versus(["migrate"], settings);
  } catch (error) {
    if (!process.env.DATABASE_URL) throw error;
    const hint = "DATABASE_URL is set, so its database is used; without it, one is made for as long as this runs.";
    throw new Error(`${hint}\n${error instanceof Error ? error.message : error}`);
  }
}

async function makeOrganization(settings: Settings): Promise<{ readonly key: string; readonly slug: string }> {
  const slug = `demo-${randomBytes(4).toString("hex")}`;
  await versus(["organizations", "create", slug, "--name", "Demo"], settings);
  const key = await versus(["keys", "create", slug, "--name", "demo", "--expires", "30d"], settings);
  return { key: key.trim(), slug };
}

function writeContracts(folder: string): void {
  const { original, modified, second } = makeSampleContracts();
  writeFileSync(join(folder, "contract.docx"), original);
  writeFileSync(join(folder, "contract-revised.docx"), modified);
  writeFileSync(join(folder, "contract-supplier.docx"), second);
}

/** For the `versus` program in another terminal: `set -a && . settings.env && set +a`. */
function writeSettings(folder: string, settings: Settings): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(join(folder, "settings.env"), lines.join(""));
}

interface Service {
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Under a guard, so that it ends with us however we end, and the folder with it. */
async function startService(
  settings: Settings,
  { folder, tell }: { readonly folder: string; readonly tell: DemoOptions["tell"] },
): Promise<Service> {
  const output = join(folder, "service.log");
  writeFileSync(output, "");
  const process_ = startGuarded({
    command: process.execPath,
    words: [versusProgram, "serve"],
    signal: "INT",
    folder,
    output,
    environment: settings,
  });
  let isStarted = false;
  const log = followFile(output, (line) => {
    if (line.includes('"msg":"started"')) isStarted = true;
    const words = logWords(line);
    if (words !== undefined) tell(words);
  });
  await waitUntil(() => isStarted || !process_.isRunning(), { pause: 50, patience: START_MILLISECONDS });
  if (isStarted) return { ended: endOf(process_), stop: () => stopService(process_, log) };
  await stopService(process_, log);
  throw new Error("The service did not start.");
}

async function endOf(service: GuardedProcess): Promise<void> {
  await waitUntil(() => !service.isRunning(), { pause: 500, patience: Number.POSITIVE_INFINITY });
}

async function stopService(service: GuardedProcess, log: FollowedFile): Promise<void> {
  await service.stop();
  log.end();
}
