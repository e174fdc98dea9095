// The service as a running process: the API, the worker, or both. This is where the parts are opened and handed to each
// other, and where they are closed again, in an order that loses nothing: first no more requests are taken, then no more
// jobs, and only when those that run have ended do the parts go.

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type Logger, pino } from "pino";
import { startSealer } from "./audit/seal.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { type Config, ConfigInvalid, requireSafeTransport, settings } from "./config.ts";
import type { VersusApp } from "./contract/app.ts";
import type { Tracing } from "./contract/tracing.ts";
import { Office } from "./convert/office/office.ts";
import { findOffice } from "./convert/office/office-command.ts";
import { findScanPrograms, type ScanReader, scanProgramsMend, scanReader } from "./convert/scans/scan-reader.ts";
import { findKeyIn } from "./http/find-key.ts";
import { instructionBudget } from "./http/rate/instruction-budget.ts";
import { postgresBuckets } from "./http/rate/postgres-buckets.ts";
import { openPrivateServer, told } from "./http/readiness.ts";
import { whereItHappened } from "./http/request-log.ts";
import { buildServer } from "./http/server.ts";
import type { InstructionParts } from "./instructions/build-edits.ts";
import { openProvider } from "./instructions/open-provider.ts";
import { type JobEnd, openBossQueue } from "./jobs/boss-queue.ts";
import type { SandboxMode } from "./jobs/confine/confine.ts";
import { Sandbox } from "./jobs/sandbox.ts";
import { LogLines } from "./log-lines.ts";
import {
  currentMasterKeys,
  databaseConfig,
  engineVersion,
  openConfigured,
  openConfiguredJournal,
  serverConfig,
  version,
} from "./open-parts.ts";
import { inWords, openOwnStore } from "./operate-store.ts";
import { pendingMigrations } from "./pending-migrations.ts";
import {
  contentsOf,
  jobKindsOf,
  referenceTexts,
  renderers,
  type SliceParts,
  sliceDownloads,
  sliceRoutes,
  slices,
  sliceWork,
  workOnConversions,
} from "./register-slices.ts";
import type { Reread } from "./reread-files.ts";
import { OrphansHeld } from "./retention/sweep-orphans.ts";
import { AnnouncedUploads } from "./storage/announced-uploads.ts";
import { AuditBatch } from "./storage/audit-batch.ts";
import type { Database } from "./storage/database.ts";
import { type ProcessRole, requireConverter, startHeartbeat } from "./storage/heartbeat.ts";
import { InstallationMismatch } from "./storage/installation.ts";
import type { KeptJournal } from "./storage/journal.ts";
import { OwnerWatch } from "./storage/owner-watch.ts";
import { StoreWatch } from "./storage/store-watch.ts";
import { measureInstallation, processGauges } from "./telemetry/measure-installation.ts";
import { Metrics } from "./telemetry/metrics.ts";
import { addressGuard } from "./webhooks/address-guard.ts";
import { type ReceiverParts, resolveByDns, trusting } from "./webhooks/receiver.ts";

export type Role = ProcessRole;

export interface ServeOptions {
  readonly roles: readonly Role[];
  /** Where the lines of the log go. */
  readonly write: (line: string) => void;
  /** Reads secrets in files again, and changes the configuration in place. Without it they are read once. */
  readonly reread?: Reread;
}

export interface RunningService {
  /** Where the API listens; undefined for a worker alone. */
  readonly url: string | undefined;
  /** Where readiness is told. */
  readonly privateUrl: string;
  /** Fulfilled with the reason when the process must end: its database and store are no longer those it started with. */
  readonly outdated: Promise<string>;
  /** Takes no more work and waits for what runs; `false` when that took too long and the rest was left to others. */
  stop(): Promise<boolean>;
}

/** Runs until it is stopped. Throws ConfigInvalid where the configuration or the database do not allow it. */
export async function serve(config: Config, { roles, write, reread }: ServeOptions): Promise<RunningService> {
  if (roles.includes("api")) requireSafeTransport(config);
  const lines = new LogLines(write);
  const log = pino({ level: config.logLevel, base: { version, region: config.region } }, lines);
  const open = new OpenParts();
  try {
    const metrics = new Metrics();
    const outdated = Promise.withResolvers<string>();
    const tracing = await openTraces(config, { open, log, roles });
    const surroundings = { open, log, metrics, tracing, onOutdated: outdated.resolve };
    const rereadSecrets = reread && startRereading(reread, surroundings);
    const parts = await openParts(config, roles, surroundings);
    const url = roles.includes("api") ? await startApi(config, parts, { ...surroundings, rereadSecrets }) : undefined;
    if (roles.includes("worker")) await startWork(parts, surroundings);
    if (parts.conversionsAtOnce > 0) await workOnConversions(parts);
    await startBeating(parts, roles, surroundings);
    const privateUrl = await startPrivate(config, parts, surroundings);
    log.info({ roles, url, private_url: privateUrl }, "started");
    lines.flush();
    const stop = () => stopInTime(open, config.stopSeconds, log).finally(() => lines.flush());
    return { url, privateUrl, outdated: outdated.promise, stop };
  } catch (problem) {
    await open.close().catch(() => {});
    lines.flush();
    throw problem;
  }
}

/** The exporter of spans is loaded only where a collector is configured (TEL-5). */
async function openTraces(
  { tracesUrl: url, region }: Config,
  { open, log, roles }: Pick<Surroundings, "open" | "log"> & Pick<ServeOptions, "roles">,
): Promise<Tracing | undefined> {
  if (url === undefined) return undefined;
  const { openTracing } = await import("./telemetry/span-exporter.ts");
  const name = { "service.name": "versus", "service.version": version };
  const { tracing, close } = openTracing({
    url,
    resource: { ...name, "versus.region": region, "versus.roles": roles.join(","), "process.pid": process.pid },
    random: randomBytes,
    onDropped: (spans) => log.warn({ spans }, "the collector of traces did not take spans"),
  });
  open.add(close);
  return tracing;
}

/** What is open, closed in the opposite order. */
class OpenParts {
  readonly #closers: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}

async function openParts(config: Config, roles: readonly Role[], surroundings: Surroundings): Promise<SliceParts> {
  const { open, log, tracing } = surroundings;
  const { database, close } = openConfigured(config);
  open.add(close);
  const pending = await pendingMigrations(database);
  if (pending.length > 0) {
    throw new ConfigInvalid([`The database lacks the migrations ${pending.join(", ")}. Run \`versus migrate\` first.`]);
  }
  const onAway = (problem: unknown) => log.warn(whereItHappened(problem, "none"), "the store is away");
  const own = await openOwnStore(config, { database, isDeleting: roles.includes("worker"), onAway });
  watchRestores(own.requireOwn, surroundings);
  const journal = await openCheckedJournal(config, database, log);
  const storeWatch = new StoreWatch(own.store);
  open.add(async () => storeWatch.close());
  const store = storeWatch.watched();
  const mode = await chooseSandbox(config, (sentence) => log.warn(sentence));
  const openSandbox = (children: number): Sandbox => {
    const opened = new Sandbox({
      children,
      mode,
      memoryMegabytes: config.childMegabytes,
      seconds: config.childSeconds,
      recycleAfter: config.childTasks,
      tracing,
    });
    open.add(() => opened.close());
    return opened;
  };
  const sandbox = openSandbox(roles.includes("worker") ? config.children : 0);
  // Its own children: what a caller waits for does not wait behind jobs.
  let direct: Sandbox | undefined;
  const directSandbox = (): Sandbox => {
    direct ??= openSandbox(config.children);
    return direct;
  };
  const converting = openOffice(config, roles, { ...surroundings, mode });
  const clock = () => new Date();
  const queue = await openBossQueue({
    connection: databaseConfig(config),
    database,
    clock,
    kinds: jobKindsOf(slices),
    runnable: config.runnableJobs,
    storeWatch,
    report: (problem) => log.error({ ...whereItHappened(problem, "none"), ...reasonOf(problem) }, "queue"),
    tracing,
    onEnd: (end) => tellJob(end, surroundings),
  });
  open.add(() => queue.stop());
  const watch = new OwnerWatch(databaseConfig(config));
  open.add(() => watch.close());
  return {
    database,
    store,
    queue,
    watch,
    sandbox,
    journal,
    directSandbox,
    converters: {
      office: converting?.office ?? noOffice,
      sandbox,
      scans: converting?.scans,
      report: ({ message }) => log.error(message),
    },
    conversionsAtOnce: converting?.atOnce ?? 0,
    masterKeys: currentMasterKeys(config),
    clock,
    random: randomBytes,
    engineVersion,
    mostUnfinishedJobs: config.unfinishedJobs,
    instructions: instructionParts(config, { database, clock, log }),
    renderers,
    receiver: receiverParts(config),
    documentsAtOnce: config.children,
    onCrash: (owner_id, trace) => log.error({ owner_id, trace }, "child process"),
  };
}

/** A journal that is away may come back; one that is wrongly configured never does. */
async function openCheckedJournal(config: Config, database: Database, log: Logger): Promise<KeptJournal> {
  const journal = openConfiguredJournal(config, database);
  await inWords(journal.check()).catch((problem: unknown) => {
    if (problem instanceof ConfigInvalid) throw problem;
    log.warn(whereItHappened(problem, "none"), "the journal is away");
  });
  return journal;
}

/** One line, and what is counted (TEL-2). */
function tellJob({ jobId, kind, ownerId, milliseconds, outcome, code }: JobEnd, { log, metrics }: Surroundings): void {
  const failed = code === undefined ? {} : { code };
  log.info({ job_id: jobId, kind, owner_id: ownerId, milliseconds, outcome, ...failed }, "job");
  metrics.count("versus_jobs_total", { kind, outcome });
  metrics.measure("versus_job_seconds", { kind }, milliseconds / 1000);
  if (code !== undefined) metrics.count("versus_job_failures_total", { kind, code });
}

interface Converting {
  readonly office: Office;
  /** Undefined where the programs are missing. */
  readonly scans: ScanReader | undefined;
  readonly atOnce: number;
}

/** Undefined where the process converts nothing. Throws ConfigInvalid where it is there to convert and cannot. */
function openOffice(
  config: Config,
  roles: readonly Role[],
  { open, log, mode }: Surroundings & { readonly mode: SandboxMode },
): Converting | undefined {
  const isConverter = roles.includes("converter");
  const { officeProcesses: atOnce } = config;
  if ((!isConverter && !roles.includes("worker")) || (atOnce === 0 && !isConverter)) return undefined;
  const installation = findOffice(config.office);
  if (installation === undefined || atOnce === 0) {
    const problem =
      atOnce === 0
        ? `A converter needs ${settings.officeProcesses.name} to be 1 or more.`
        : `LibreOffice was not found, so this process does not convert files. Install it (Debian: apt-get install libreoffice-writer-nogui python3-uno), or set ${settings.office.name}.`;
    if (isConverter) throw new ConfigInvalid([problem]);
    log.warn(problem);
    return undefined;
  }
  const office = new Office({
    installation,
    mode,
    processes: atOnce,
    memoryMegabytes: config.officeMegabytes,
    seconds: config.officeSeconds,
    recycleAfter: config.officeDocuments,
  });
  open.add(() => office.close());
  const programs = findScanPrograms();
  if (programs === undefined) log.warn(`Scanned PDFs cannot be read. ${scanProgramsMend}`);
  const limits = { pages: config.ocrPages, seconds: config.ocrSeconds, memoryMegabytes: config.officeMegabytes };
  return { office, scans: programs && scanReader(programs, mode, limits), atOnce };
}

/** Of a process that takes no conversions. */
const noOffice: Pick<Office, "convert"> = {
  convert: () => Promise.reject(new Error("this process has no LibreOffice")),
};

/** Takes jobs from now on, and seals the audit. */
async function startWork(parts: SliceParts, { open, log }: Surroundings): Promise<void> {
  await sliceWork(parts);
  const sealer = startSealer({
    database: parts.database,
    report: reporter(log, "audit"),
    onHead: (head) => log.info(head, "audit sealed"),
  });
  open.add(sealer);
}

/** Says to others what the process does. A worker that takes conversions is a converter, too. */
async function startBeating(parts: SliceParts, roles: readonly Role[], { open, log }: Surroundings): Promise<void> {
  const doing = new Set<Role>(roles);
  if (parts.conversionsAtOnce > 0) doing.add("converter");
  open.add(await startHeartbeat({ ...parts, roles: [...doing], report: reporter(log, "heartbeat") }));
}

/** Logs where something happened that was lived with, in the words of `part`. */
function reporter(log: Logger, part: string): (problem: unknown) => void {
  return (problem) => log.error(whereItHappened(problem, "none"), part);
}

/** Of what stops until an operator does something, in words; they hold counts and ids. */
function reasonOf(problem: unknown): { readonly reason?: string } {
  const isTold = problem instanceof OrphansHeld || problem instanceof InstallationMismatch;
  return isTold ? { reason: problem.message } : {};
}

function instructionParts(
  config: Config,
  { database, clock, log }: Pick<SliceParts, "database" | "clock"> & { readonly log: Logger },
): InstructionParts {
  const { instructionProvider: protocol, instructionUrl: url, instructionModel: model, instructionKey: key } = config;
  const isGiven = protocol !== undefined && url !== undefined && model !== undefined && key !== undefined;
  return {
    provider: isGiven
      ? openProvider({
          protocol,
          url,
          model,
          // That of now: it may be replaced while the service runs (SCR-2).
          get key() {
            return config.instructionKey ?? key;
          },
        })
      : undefined,
    mostContentBytes: config.instructionKilobytes * 1024,
    seconds: config.instructionSeconds,
    random: randomBytes,
    admit: instructionBudget(
      { database, clock },
      {
        atOnce: config.instructionsAtOnce,
        perMinute: config.instructionsPerMinute,
        perDay: config.instructionsPerDay,
        // Twice: what the model is waited for, and what is done with its answers.
        seconds: 2 * config.instructionSeconds,
      },
    ),
    onFault: ({ kind, status }) => log.warn({ kind, status }, "language model"),
  };
}

function receiverParts({ webhooks, webhookAllow, webhookCertificates: pem }: Config): ReceiverParts | undefined {
  if (webhooks === "off") return undefined;
  const certificates = pem === undefined ? undefined : trusting(pem);
  return { isAllowed: addressGuard(webhookAllow ?? []), resolve: resolveByDns, certificates };
}

interface Surroundings {
  readonly open: OpenParts;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly onOutdated: (reason: string) => void;
}

const rereadMilliseconds = 10_000;
/** An address with a key that nobody knows has the files read again, and no more often than this. */
const leastRereadMilliseconds = 1_000;

/** Gives what reads them at once. */
function startRereading(reread: Reread, { open, log }: Surroundings): () => void {
  let readAt = Number.NEGATIVE_INFINITY;
  const rereadSecrets = (): void => {
    if (performance.now() - readAt < leastRereadMilliseconds) return;
    const { changed, faults } = reread();
    readAt = performance.now();
    if (changed.length > 0) log.info({ settings: changed }, "secrets were read again");
    for (const reason of faults) log.error({ reason }, "a secret cannot be used");
  };
  const timer = setInterval(rereadSecrets, rereadMilliseconds);
  open.add(async () => clearInterval(timer));
  return rereadSecrets;
}

/** Less than `versus restore` waits between saying that it restores and restoring. */
const fenceMilliseconds = 5_000;

/** Ends a process of the cell from before a restore (BCK-6). A part that is away says nothing. */
function watchRestores(requireOwn: () => Promise<void>, { open, log, onOutdated }: Surroundings): void {
  const timer = setInterval(() => {
    requireOwn().catch((problem: unknown) => {
      if (!(problem instanceof ConfigInvalid)) return;
      log.error({ reason: problem.message }, "this process must end");
      onOutdated(problem.message);
    });
  }, fenceMilliseconds);
  open.add(async () => clearInterval(timer));
}

async function startApi(
  config: Config,
  parts: SliceParts,
  surroundings: Surroundings & { readonly rereadSecrets: (() => void) | undefined },
): Promise<string> {
  const { open, log, metrics, tracing, rereadSecrets } = surroundings;
  const { database, clock } = parts;
  const uploads = new AnnouncedUploads({ database, clock, report: reporter(log, "uploads") });
  open.add(() => uploads.close());
  const audit = new AuditBatch({ database, clock, report: reporter(log, "audit") });
  open.add(() => audit.close());
  const store = uploads.announcing(parts.store);
  const app: VersusApp = buildServer({
    ...parts,
    texts: referenceTexts,
    store,
    config: serverConfig(config, rereadSecrets),
    findKey: findKeyIn(parts),
    buckets: postgresBuckets(database, clock),
    findDownload: sliceDownloads(parts),
    routes: sliceRoutes({ ...parts, store }),
    audit,
    onAnswered: (method, route, status, seconds) => {
      metrics.count("versus_http_requests_total", { method, route, status });
      metrics.measure("versus_http_request_seconds", { route }, seconds);
    },
    tracing,
    logger: log,
  });
  // Whoever waits is answered with the state of now, so that nobody is waited for.
  app.addHook("preClose", () => parts.watch.close());
  open.add(() => app.close());
  return listen(() => app.listen({ host: config.host, port: config.port }), [settings.port, settings.host]);
}

/** Opened last, and so closed first: a process that is stopping is not ready. */
async function startPrivate(config: Config, parts: SliceParts, { open, metrics }: Surroundings): Promise<string> {
  const { database, store, queue } = parts;
  const checks = {
    storage: async () => {
      await sql`select 1`.execute(database);
      await store.check();
    },
    queue: () => queue.check(),
    // LibreOffice does both.
    converter: told(() => requireConverter(parts)),
    renderer: told(() => requireConverter(parts)),
  };
  const measured = measureInstallation({ ...parts, owners: contentsOf(slices) });
  const place = {
    host: config.privateHost,
    port: config.privatePort,
    metrics: async () => metrics.text([...(await measured()), ...processGauges()]),
  };
  const settingsOf = [settings.privatePort, settings.privateHost];
  const server = await listen(() => openPrivateServer(checks, place), settingsOf);
  open.add(() => server.close());
  return server.url;
}

async function listen<Value>(start: () => Promise<Value>, named: readonly { readonly name: string }[]): Promise<Value> {
  try {
    return await start();
  } catch (problem) {
    const code = problem instanceof Error && "code" in problem ? problem.code : undefined;
    if (code !== "EADDRINUSE" && code !== "EACCES" && code !== "EADDRNOTAVAIL") throw problem;
    const names = named.map(({ name }) => name).join(" or ");
    throw new ConfigInvalid([`The address or port cannot be used (${code}). Set ${names} to another.`]);
  }
}

async function stopInTime(open: OpenParts, seconds: number, log: Logger): Promise<boolean> {
  log.info("stopping");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000, false);
  });
  const isDone = await Promise.race([open.close().then(() => true as const), late]);
  clearTimeout(timer);
  if (isDone) log.info("stopped");
  else log.warn("stopped while jobs were running; other workers take them over");
  return isDone;
}
