// Runs the service as a process: the API, a worker, a converter, or several of them.
//
// It opens the parts, connects them, and closes them in an order that loses nothing. First the process takes no more
// requests, then no more jobs. The parts are closed only after the running jobs have ended.

import { randomBytes } from "node:crypto";
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
import { openPrivateServer, reportOnly } from "./http/readiness.ts";
import { whereItHappened } from "./http/request-log.ts";
import { buildServer } from "./http/server.ts";
import type { InstructionParts } from "./instructions/build-edits.ts";
import { openProvider } from "./instructions/open-provider.ts";
import { type JobEnd, openBossQueue } from "./jobs/boss-queue.ts";
import type { SandboxMode } from "./jobs/confine/confine.ts";
import { LogLines } from "./log-lines.ts";
import { openChildren } from "./open-children.ts";
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
import {
  contentKindsOf,
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
import { limitedRereading, type Reread } from "./reread-files.ts";
import { OrphansHeld } from "./retention/sweep-orphans.ts";
import { AnnouncedUploads } from "./storage/announced-uploads.ts";
import { pendingMigrations } from "./storage/applied-migrations.ts";
import { AuditBatch } from "./storage/audit-batch.ts";
import type { Database } from "./storage/database.ts";
import { ClockFenced, type DatabaseClock, openDatabaseClock } from "./storage/database-clock.ts";
import { type ProcessRole, requireConverter, startHeartbeat } from "./storage/heartbeat.ts";
import { InstallationMismatch } from "./storage/installation.ts";
import type { KeptJournal } from "./storage/journal.ts";
import { OwnerWatch } from "./storage/owner-watch.ts";
import { requireWritable } from "./storage/require-writable.ts";
import { StoreWatch } from "./storage/store-watch.ts";
import { clockGauges, measureInstallation, processGauges } from "./telemetry/measure-installation.ts";
import { Metrics } from "./telemetry/metrics.ts";
import { addressGuard } from "./webhooks/address-guard.ts";
import { resolveByDns } from "./webhooks/names.ts";
import { type ReceiverParts, trusting } from "./webhooks/receiver.ts";

export type Role = ProcessRole;

export interface ServeOptions {
  readonly roles: readonly Role[];
  /** Writes lines of the log. */
  readonly write: (line: string) => void;
  /** Reads secret files again, and updates the configuration in place. Without it they are read once. */
  readonly reread?: Reread;
}

export interface RunningService {
  /** The address of the API; undefined for a process without the role `api`. */
  readonly url: string | undefined;
  /** The address of the private port: readiness and metrics. */
  readonly privateUrl: string;
  /**
   * Fulfilled with the reason if the process must end, because the installation was restored or has another store or
   * journal than at its start.
   */
  readonly outdated: Promise<string>;
  /**
   * Takes no more work and waits for running work. Returns `false` if that took too long and other workers take over
   * the rest.
   */
  stop(): Promise<boolean>;
}

/**
 * Starts the service, which runs until it is stopped. Throws ConfigInvalid if the configuration or the database does
 * not allow it.
 */
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

/** The exporter of spans is loaded only with a configured collector (TEL-5). */
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

/** The open parts, which are closed in the opposite order. */
class OpenParts {
  readonly #closers: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}

/** The parts of a process, with those that only this file uses. */
type OwnParts = SliceParts & { readonly journal: KeptJournal; readonly databaseClock: DatabaseClock };

async function openParts(config: Config, roles: readonly Role[], surroundings: Surroundings): Promise<OwnParts> {
  const { open, log, metrics, tracing } = surroundings;
  const { database, close } = openConfigured(config);
  open.add(close);
  await requireMigrated(database);
  const onAway = (problem: unknown) => log.warn(whereItHappened(problem, "none"), "the store is away");
  const own = await openOwnStore(config, { database, isDeleting: roles.includes("worker"), onAway });
  watchRestores(own.requireOwn, surroundings);
  const clock = await openDatabaseClock(database);
  open.add(() => clock.close());
  const journal = await openCheckedJournal(config, { database, clock: clock.now }, surroundings);
  const storeWatch = new StoreWatch(own.store);
  open.add(async () => storeWatch.close());
  const store = storeWatch.watched();
  const mode = await chooseSandbox(config, (sentence) => log.warn(sentence));
  const { sandbox, directSandbox, lanes, budget } = openChildren(config, {
    ...{ database, roles, mode, metrics, tracing },
    onOpened: (end) => open.add(end),
    report: reporter(log, "processor time"),
  });
  const converting = openOffice(config, roles, { ...surroundings, mode });
  const queue = await openBossQueue({
    connection: databaseConfig(config),
    database,
    clock: clock.now,
    kinds: jobKindsOf(slices),
    runnable: config.runnableJobs,
    storeWatch,
    behind: () => budget.behind,
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
    lanes,
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
    clock: clock.now,
    databaseClock: clock,
    requireTrusted: () => clock.requireTrusted(),
    random: randomBytes,
    engineVersion,
    mostUnfinishedJobs: config.unfinishedJobs,
    instructions: instructionParts(config, { database, clock: clock.now, log }),
    renderers,
    ...{ receiver: receiverParts(config), webFonts: config.webFonts === "on" },
    documentsAtOnce: config.children,
    onCrash: (owner_id, trace) => log.error({ owner_id, trace }, "child process"),
  };
}

/** Throws ConfigInvalid if migrations are missing. */
async function requireMigrated(database: Database): Promise<void> {
  const pending = await pendingMigrations(database);
  if (pending.length === 0) return;
  throw new ConfigInvalid([`The database lacks the migrations ${pending.join(", ")}. Run \`versus migrate\` first.`]);
}

/** An unavailable journal may become available again; a wrongly configured one never works. */
async function openCheckedJournal(
  config: Config,
  parts: Parameters<typeof openConfiguredJournal>[1],
  { log, onOutdated }: Surroundings,
): Promise<KeptJournal> {
  const journal = openConfiguredJournal(config, { ...parts, onOutdated: mustEnd(log, onOutdated) });
  await inWords(journal.check()).catch((problem: unknown) => {
    if (problem instanceof ConfigInvalid) throw problem;
    log.warn(whereItHappened(problem, "none"), "the journal is away");
  });
  return journal;
}

/** Logs one line, and counts (TEL-2). */
function tellJob(
  { jobId, kind, lane, ownerId, milliseconds, outcome, code }: JobEnd,
  { log, metrics }: Surroundings,
): void {
  const failed = code === undefined ? {} : { code };
  log.info({ job_id: jobId, kind, lane, owner_id: ownerId, milliseconds, outcome, ...failed }, "job");
  metrics.count("versus_jobs_total", { kind, outcome });
  metrics.measure("versus_job_seconds", { kind }, milliseconds / 1000);
  if (code !== undefined) metrics.count("versus_job_failures_total", { kind, code });
}

interface Converting {
  readonly office: Office;
  /** Undefined if the programs are missing. */
  readonly scans: ScanReader | undefined;
  readonly atOnce: number;
}

/** Returns undefined for a process that converts nothing. Throws ConfigInvalid for a converter that cannot convert. */
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

/** The converter of a process that takes no conversions. */
const noOffice: Pick<Office, "convert"> = {
  convert: () => Promise.reject(new Error("this process has no LibreOffice")),
};

/** Starts to take jobs and to seal the audit. */
async function startWork(parts: SliceParts, { open, log }: Surroundings): Promise<void> {
  await sliceWork(parts);
  const sealer = startSealer({
    database: parts.database,
    report: reporter(log, "audit"),
    onHead: (head) => log.info(head, "audit sealed"),
  });
  open.add(sealer);
}

/**
 * Starts the heartbeat, which tells the other processes this one's roles. A worker that takes conversions is a
 * converter, too.
 */
async function startBeating(parts: OwnParts, roles: readonly Role[], { open, log }: Surroundings): Promise<void> {
  const doing = new Set<Role>(roles);
  if (parts.conversionsAtOnce > 0) doing.add("converter");
  const { database, journal } = parts;
  const stop = await startHeartbeat({
    database,
    roles: [...doing],
    version,
    children: parts.sandbox.children,
    journalId: () => journal.id,
    report: reporter(log, "heartbeat"),
  });
  open.add(stop);
}

/** Returns a function that logs where a survived problem happened, with the words of `part`. */
function reporter(log: Logger, part: string): (problem: unknown) => void {
  return (problem) => log.error(whereItHappened(problem, "none"), part);
}

/**
 * Returns the message of a problem that stops work until an operator acts. These messages contain counts and ids only.
 */
function reasonOf(problem: unknown): { readonly reason?: string } {
  const isTold = [OrphansHeld, InstallationMismatch, ClockFenced].some((kind) => problem instanceof kind);
  return isTold && problem instanceof Error ? { reason: problem.message } : {};
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
          // The current key, which may be replaced while the service runs (SEC-1).
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
        // Twice the limit: the wait for the model, and the work on its answers.
        seconds: 2 * config.instructionSeconds,
      },
    ),
    onFault: ({ kind, status }) => log.warn({ kind, status }, "language model"),
  };
}

function receiverParts(config: Config): ReceiverParts | undefined {
  const { webhooks, webhookAllow, webhookCertificates: pem, webhookNameServers } = config;
  if (webhooks === "off") return undefined;
  const certificates = pem === undefined ? undefined : trusting(pem);
  return { isAllowed: addressGuard(webhookAllow ?? []), resolve: resolveByDns(webhookNameServers), certificates };
}

interface Surroundings {
  readonly open: OpenParts;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly onOutdated: (reason: string) => void;
}

const rereadMilliseconds = 10_000;

/**
 * Starts to read secret files every ten seconds. Returns a function that reads them at once; an address with an unknown
 * key causes that.
 */
function startRereading(reread: Reread, { open, log }: Surroundings): () => void {
  const rereadSecrets = (): void => {
    const { changed, faults } = reread();
    if (changed.length > 0) log.info({ settings: changed }, "secrets were read again");
    for (const reason of faults) log.error({ reason }, "a secret cannot be used");
  };
  const timer = setInterval(rereadSecrets, rereadMilliseconds);
  open.add(async () => clearInterval(timer));
  return limitedRereading(rereadSecrets);
}

/** Less than the time that `versus restore` waits between announcing the restore and restoring. */
const fenceMilliseconds = 5_000;

/** Ends a process of the cell from before a restore (BCK-6). An unavailable part proves nothing. */
function watchRestores(requireOwn: () => Promise<void>, { open, log, onOutdated }: Surroundings): void {
  const timer = setInterval(() => {
    requireOwn().catch((problem: unknown) => {
      if (problem instanceof ConfigInvalid) mustEnd(log, onOutdated)(problem.message);
    });
  }, fenceMilliseconds);
  open.add(async () => clearInterval(timer));
}

function mustEnd(log: Logger, onOutdated: Surroundings["onOutdated"]): (reason: string) => void {
  return (reason) => {
    log.error({ reason }, "this process must end");
    onOutdated(reason);
  };
}

async function startApi(
  config: Config,
  parts: OwnParts,
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
    requireAgreement: () => parts.databaseClock.requireAgreement(),
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
  // Waiting reads get the current state, so that closing waits for none of them.
  app.addHook("preClose", () => parts.watch.close());
  open.add(() => app.close());
  return listen(() => app.listen({ host: config.host, port: config.port }), [settings.port, settings.host]);
}

/** Opens the private port. It is opened last and therefore closed first: a stopping process is not ready. */
async function startPrivate(config: Config, parts: OwnParts, { open, metrics }: Surroundings): Promise<string> {
  const { database, store, queue } = parts;
  const checks = {
    storage: async () => {
      await requireWritable(database);
      await store.check();
    },
    queue: () => queue.check(),
    clock: async () => parts.databaseClock.requireAgreement(),
    // LibreOffice is needed for both.
    converter: reportOnly(() => requireConverter(parts)),
    renderer: reportOnly(() => requireConverter(parts)),
  };
  const measured = measureInstallation({ ...parts, owners: contentKindsOf(slices) });
  const place = {
    host: config.privateHost,
    port: config.privatePort,
    metrics: async () => metrics.text([...(await measured()), ...clockGauges(parts.databaseClock), ...processGauges()]),
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
