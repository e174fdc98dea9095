// Starts the service as an installation runs it, as separate programs.
//
// They are Postgres with durable writes, a store, processes that answer requests, and workers. Workers can be killed
// with SIGKILL and started again.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "@versus/tools/servers/free-ports";
import { type FreezingProxy, startFreezingProxy } from "@versus/tools/servers/freezing-proxy";
import { type GuardedProcess, startGuarded, waitUntil } from "@versus/tools/servers/guarded-process";
import { type RunningPostgres, startPostgres } from "@versus/tools/servers/start-postgres";
import { type Settings, versus, versusProgram } from "@versus/tools/versus-program";
import type { Caller } from "./call-service.ts";
import { type ObjectListing, startCephStore, startDiskStore } from "./start-store.ts";

export interface ChaosService {
  readonly workers: number;
  /** URL of the server itself, without a proxy. */
  readonly databaseUrl: string;
  readonly postgres: RunningPostgres;
  readonly store: ObjectListing;
  /** URL of the readiness check. */
  readonly readyUrl: string;
  /** Proxies between the service and its parts, which can be frozen. Empty unless `isFreezing` is set. */
  readonly ways: { readonly database?: FreezingProxy; readonly store?: FreezingProxy };
  /** Folder for temporary files of the processes. */
  readonly temporaryFolder: string;
  /** Path of a file with the output of the processes. */
  readonly log: string;
  /** Adds an organization. Returns a key of it. */
  addOrganization(slug: string, options: { readonly isZeroDay: boolean }): Promise<Caller>;
  /** Kills a worker (kill -9) and starts another at the same index, without waiting for its start. */
  replaceWorker(place: number): Promise<void>;
  /** Does the same for a process that answers requests. Default: the first. */
  replaceApi(place?: number): Promise<void>;
  /** Process id of the shell that guards a worker, or a process that answers requests. */
  workerGuard(place: number): number | undefined;
  apiGuard(place: number): number | undefined;
  /** URL of each process that answers requests; callers use the first. */
  readonly urls: readonly string[];
  /** Kills every program and starts none again. */
  killAll(): Promise<void>;
  /** Settings of the programs. */
  readonly settings: Settings;
  stop(): Promise<void>;
}

const START_MILLISECONDS = 60_000;

export interface ChaosOptions {
  readonly isCeph: boolean;
  /** Number of workers. */
  readonly workers: number;
  /** Number of processes that answer requests. Default: 1. */
  readonly apis?: number;
  /** True if the connections to Postgres and the store can be frozen. */
  readonly isFreezing?: boolean;
  readonly settings?: Settings;
  /** Environment variables for Postgres. */
  readonly postgresEnvironment?: Settings;
  /** Number of documents that each worker processes at the same time. */
  readonly children?: number;
}

export async function startChaosService(options: ChaosOptions): Promise<ChaosService> {
  const folder = mkdtempSync(join(tmpdir(), "versus-chaos-"));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await start(folder, { ...options, closers, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Starting extends ChaosOptions {
  readonly closers: (() => unknown)[];
  readonly stop: () => Promise<void>;
}

async function start(
  folder: string,
  { isCeph, workers, apis = 1, children = 1, closers, stop, ...options }: Starting,
): Promise<ChaosService> {
  // Always a separate server, because its content is searched for remains.
  const postgres = await startPostgres(
    { ...process.env, DATABASE_URL: undefined },
    undefined,
    options.postgresEnvironment,
  );
  closers.push(() => postgres.stop());
  const ways: { database?: FreezingProxy; store?: FreezingProxy } = {};
  const wayTo = (part: keyof typeof ways) => async (to: number) => {
    if (options.isFreezing !== true) return to;
    const way = await startFreezingProxy(to);
    ways[part] = way;
    closers.push(() => way.stop());
    return way.port;
  };
  const store = isCeph ? await startCephStore(wayTo("store")) : startDiskStore(join(folder, "store"));
  closers.push(() => store.stop());
  const databaseUrl = new URL(postgres.url);
  databaseUrl.port = String(await wayTo("database")(Number(databaseUrl.port)));
  const temporaryFolder = join(folder, "temporary");
  mkdirSync(temporaryFolder);
  const [privatePort = 0, port = 0, ...otherPorts] = await freePorts(1 + apis);
  const usual = settingsFor({ databaseUrl: databaseUrl.href, port, temporaryFolder, store, children });
  const settings = { ...usual, ...options.settings };
  await versus(["migrate"], settings);
  const others = otherPorts.map((other) => ({ VERSUS_PORT: String(other) }));
  const programs = new Programs(folder, settings, [{ VERSUS_PRIVATE_PORT: String(privatePort) }, ...others]);
  closers.push(() => programs.stop());
  for (let place = 0; place < apis; place += 1) programs.start("api", place);
  for (let place = 0; place < workers; place += 1) programs.start("worker", place);
  await programs.untilStarted(apis + workers);
  const [url = "", ...otherUrls] = [port, ...otherPorts].map((one) => `http://127.0.0.1:${one}`);
  return {
    databaseUrl: postgres.url,
    postgres,
    store,
    ways,
    readyUrl: `http://127.0.0.1:${privatePort}/health/ready`,
    temporaryFolder,
    workers,
    log: programs.output,
    addOrganization: async (slug, { isZeroDay }) => {
      await versus(["organizations", "create", slug, "--zero-day", isZeroDay ? "on" : "off"], settings);
      return { url, key: (await versus(["keys", "create", slug, "--name", "chaos"], settings)).trim() };
    },
    replaceWorker: (place) => programs.replace("worker", place),
    replaceApi: (place = 0) => programs.replace("api", place),
    workerGuard: (place) => programs.guardOf("worker", place),
    apiGuard: (place) => programs.guardOf("api", place),
    urls: [url, ...otherUrls],
    killAll: () => programs.stop(),
    settings,
    stop,
  };
}

/** Starts processes that answer requests, one for each port, and workers, on existing parts. */
export async function startPrograms(
  folder: string,
  settings: Settings,
  { ports, workers }: { readonly ports: readonly number[]; readonly workers: number },
): Promise<{ readonly output: string; stop(): Promise<void> }> {
  mkdirSync(folder);
  const apis = ports.map((port) => ({ VERSUS_PORT: String(port) }));
  const programs = new Programs(folder, settings, apis);
  for (const place of ports.keys()) programs.start("api", place);
  for (let place = 0; place < workers; place += 1) programs.start("worker", place);
  await programs.untilStarted(ports.length + workers);
  return programs;
}

interface Places {
  readonly databaseUrl: string;
  readonly port: number;
  readonly temporaryFolder: string;
  readonly store: ObjectListing;
  readonly children: number;
}

function settingsFor({ databaseUrl, port, temporaryFolder, store, children }: Places): Settings {
  return {
    VERSUS_ENVIRONMENT: "development",
    DATABASE_URL: databaseUrl,
    VERSUS_PORT: String(port),
    VERSUS_CHILDREN: String(children),
    VERSUS_SANDBOX: "bubblewrap",
    VERSUS_LOG_LEVEL: "info",
    VERSUS_REQUESTS_PER_KEY: "0",
    VERSUS_CREATES_PER_KEY: "0",
    VERSUS_REQUESTS_PER_ADDRESS: "0",
    VERSUS_UPLOADS_PER_ORGANIZATION: "0",
    VERSUS_UPLOADS_PER_PROCESS: "0",
    TMPDIR: temporaryFolder,
    ...store.settings,
  };
}

class Programs {
  readonly #folder: string;
  readonly #settings: Settings;
  /** Settings of the API processes, indexed by process. */
  readonly #apiSettings: readonly Settings[];
  readonly #running = new Map<string, GuardedProcess>();
  /** Path of the output file. */
  readonly output: string;
  #started = 0;

  constructor(folder: string, settings: Settings, apiSettings: readonly Settings[]) {
    this.#folder = folder;
    this.#settings = settings;
    this.#apiSettings = apiSettings;
    this.output = join(folder, "log");
    writeFileSync(this.output, "");
  }

  start(role: "api" | "worker", place = 0): void {
    this.#started += 1;
    const folder = join(this.#folder, `program-${this.#started}`);
    mkdirSync(folder);
    const words = [versusProgram, "serve", "--role", role];
    const { execPath: command } = process;
    const environment = { ...this.#settings, ...(role === "api" ? this.#apiSettings[place] : {}) };
    const server = { command, words, folder, output: this.output, environment } as const;
    this.#running.set(`${role}${place}`, startGuarded({ ...server, signal: "KILL" }));
  }

  async untilStarted(count: number): Promise<void> {
    const started = () => readFileSync(this.output, "utf8").split('"msg":"started"').length - 1;
    if (await waitUntil(() => started() >= count, { pause: 100, patience: START_MILLISECONDS })) return;
    throw new Error(`The service did not start. ${readFileSync(this.output, "utf8").slice(-2000)}`);
  }

  async replace(role: "api" | "worker", place = 0): Promise<void> {
    await this.#running.get(`${role}${place}`)?.stop();
    this.start(role, place);
  }

  guardOf(role: "api" | "worker", place: number): number | undefined {
    return this.#running.get(`${role}${place}`)?.pid;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map((program) => program.stop()));
  }
}
