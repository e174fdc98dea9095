// Starts the whole service on this machine with something to try it on.
//
// It has its own store, its own database unless DATABASE_URL names one, an organization with a key, and a contract with
// two revised copies. The tables, the organization and the key are made with the `versus` program, as an operator makes
// them. Everything is removed when the demo ends.

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
  /** Called again if another program takes the port before the service does. Throws an error if no port can be used. */
  readonly choosePort: () => Promise<number>;
  /** Called with each line of progress. */
  readonly tell: (line: string) => void;
}

export interface Demo {
  readonly url: string;
  readonly key: string;
  /** The folder with the store, the settings, the log and the contracts. */
  readonly folder: string;
  /** Resolves when the service ends by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const START_MILLISECONDS = 60_000;

/**
 * Maximum number of starts. Two demos that start at the same moment choose the same port: one gets it, and the other
 * starts again.
 */
const MOST_STARTS = 3;

export async function startDemo({ choosePort, tell }: DemoOptions): Promise<Demo> {
  for (let starts = 1; ; starts++) {
    const port = await choosePort();
    const undo = new Undo();
    try {
      return await start(undo, { port, tell });
    } catch (error) {
      await undo.all();
      if (!(error instanceof PortTaken) || starts === MOST_STARTS) throw error;
      tell(`${error.message} Starting again.`);
    }
  }
}

class PortTaken extends Error {
  constructor(port: number) {
    super(`Another program took port ${port} first.`);
  }
}

/** Functions that undo the start, run in reverse order. */
class Undo {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  async all(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) await step();
  }
}

interface StartOptions extends Pick<DemoOptions, "tell"> {
  readonly port: number;
}

async function start(undo: Undo, { port, tell }: StartOptions): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), "versus-dev-"));
  undo.add(() => rmSync(folder, { recursive: true, force: true }));
  tell(process.env.DATABASE_URL ? "using the Postgres of DATABASE_URL" : "starting Postgres");
  const postgres = await startPostgres();
  undo.add(() => postgres.stop());
  const settings = { ...settingsFor({ databaseUrl: postgres.url, folder, port }), ...writeCertificate(folder) };
  await prepareDatabase(settings);
  const { key, slug } = await makeOrganization(settings);
  // In an existing database, the organization is deleted again.
  if (process.env.DATABASE_URL) undo.add(() => versus(["organizations", "delete", slug, "--confirm", slug], settings));
  writeContracts(folder);
  writeSettings(folder, { ...settings, ORGANIZATION: slug });
  tell("starting the service");
  const service = await startService(settings, { folder, port, tell });
  undo.add(() => service.stop());
  const url = `http://127.0.0.1:${port}`;
  return { url, key, folder, ended: service.ended, stop: () => undo.all() };
}

interface Places {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly port: number;
}

/**
 * Returns the settings. The secrets are the publicly known defaults of development, so that a database that stays can
 * be used again.
 */
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

/**
 * Writes a certificate for a webhook receiver on this machine. Returns no setting if the openssl program is missing.
 */
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

/** Writes the settings for the `versus` program in another terminal: `set -a && . settings.env && set +a`. */
function writeSettings(folder: string, settings: Settings): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(join(folder, "settings.env"), lines.join(""));
}

interface Service {
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service under a guard, so that the service and its folder disappear however this process ends. */
async function startService(
  settings: Settings,
  { folder, port, tell }: StartOptions & { readonly folder: string },
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
  let isTaken = false;
  const log = followFile(output, (line) => {
    if (line.includes('"msg":"started"')) isStarted = true;
    // The service prints this and ends.
    if (!isStarted && line.includes("(EADDRINUSE)")) isTaken = true;
    const words = isTaken ? undefined : logWords(line);
    if (words !== undefined) tell(words);
  });
  await waitUntil(() => isStarted || !process_.isRunning(), { pause: 50, patience: START_MILLISECONDS });
  if (isStarted) return { ended: endOf(process_), stop: () => stopService(process_, log) };
  await stopService(process_, log);
  throw isTaken ? new PortTaken(port) : new Error("The service did not start.");
}

async function endOf(service: GuardedProcess): Promise<void> {
  await waitUntil(() => !service.isRunning(), { pause: 500, patience: Number.POSITIVE_INFINITY });
}

async function stopService(service: GuardedProcess, log: FollowedFile): Promise<void> {
  await service.stop();
  log.end();
}
