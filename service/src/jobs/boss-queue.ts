// The queue on pg-boss: assembles admission, claiming and settling, and runs the loops of this process.
//
// We do not use pg-boss's own loop: with one job at a time it sleeps between jobs, and it settles in a transaction of
// its own, where ours also carries the effect and lets the next job in. Workers are woken by a notification that commits
// with the job; the process also looks every second, for what is due only now and for a notification that got lost.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Clock } from "../contract/ids.ts";
import type { Tracing } from "../contract/tracing.ts";
import type { Database, DatabaseConfig, Transaction } from "../storage/database.ts";
import { isPartAway } from "../storage/part-away.ts";
import { statement } from "../storage/statement.ts";
import type { StoreWatch } from "../storage/store-watch.ts";
import { type Admission, type AdmittedJob, recordJob, repairAdmission } from "./admission.ts";
import { type Attempt, deadQueue, heartbeatSeconds, lostAttempts, makeBoss, recurringQueue, within } from "./boss.ts";
import { type Claim, type ClaimParts, claimJobs } from "./claim-jobs.ts";
import { recordFlow } from "./flow.ts";
import {
  type Effect,
  type Hands,
  JobFailure,
  type JobHandler,
  type JobQueue,
  type KindWork,
  type Later,
  type NewFlow,
  type NewJob,
  type WorkOptions,
  type WrittenFlow,
} from "./job-queue.ts";
import { KindTurns } from "./kind-turns.ts";
import { requireQueues, startOrRefuse } from "./queue-migration.ts";
import { watchQueues } from "./queue-watch.ts";
import {
  isAwayTooLong,
  mostFaults,
  type SettleParts,
  settleAway,
  settleDead,
  settleDone,
  settleFailed,
  settleFault,
  settleLater,
} from "./settle-job.ts";
import { Worker, type WorkSource } from "./worker.ts";

export interface QueueConfig {
  /** Straight to the server: notifications do not pass a pool of connections. */
  readonly connection: DatabaseConfig;
  /** The same database, for our own transactions. */
  readonly database: Database;
  readonly clock: Clock;
  /** Every kind of job that is handed in. */
  readonly kinds: readonly string[];
  /** How many jobs of one organization are in pg-boss at once. */
  readonly runnable?: number;
  /** How long a job rests after its first fault, and after its second. */
  readonly restSeconds?: readonly number[];
  /** While the store is away nothing is taken. */
  readonly storeWatch?: Pick<StoreWatch, "isAway" | "onBack">;
  /** Told what went wrong and was lived with. What it is given may name tables and ids, and holds no documents. */
  readonly report: (problem: unknown) => void;
  /** Where spans are kept: a job belongs to the trace of what asked for it. */
  readonly tracing?: Tracing | undefined;
  /** Told of every run of a job, when it has ended. */
  readonly onEnd?: (end: JobEnd) => void;
}

/** How a run of a job ended: `later` is handed out again at its time, `again` after a fault, `lost` went to another worker. */
export interface JobEnd {
  readonly jobId: string;
  readonly kind: string;
  readonly ownerId: string;
  readonly milliseconds: number;
  readonly outcome: "done" | "later" | "failed" | "again" | "lost";
  /** Of one that failed for good. */
  readonly code?: string;
}

const channel = "versus_jobs";
const defaultRunnable = 1000;
/** Faults of our own; a part that is away costs no try. */
const defaultRestSeconds = [2, 30];
const defaultFaultCode = "INTERNAL_ERROR";
/** Workers are woken; should that fail, they look. */
const pollMilliseconds = 30_000;
/** Three chances to be heard before the heartbeat of ten seconds is missed. */
const keepMilliseconds = 3000;
const watchMilliseconds = 1000;
/** A worker tries for so long to write how a job ended; then it gives the job up, and the job runs again. */
const settleMilliseconds = 600_000;
const settleRestMilliseconds = 1000;
/** How often pg-boss cleans up. */
const maintainMilliseconds = 60_000;

/** Connects. Throws QueueOutdated where `migrateQueue` has not made what this version needs. */
export async function openBossQueue(config: QueueConfig): Promise<JobQueue> {
  const boss = makeBoss(config.connection, { isMigrating: false });
  boss.on("error", config.report);
  await startOrRefuse(boss);
  try {
    await requireQueues(boss, { kinds: config.kinds });
  } catch (problem) {
    await boss.stop({ graceful: false });
    throw problem;
  }
  return new BossQueue(boss, config);
}

const notify = statement((database, { kind }: { readonly kind: string }) => ({
  compile: () => sql`select pg_notify(${channel}, ${kind})`.compile(database),
}));

type Ended = Pick<JobEnd, "outcome" | "code">;

interface Running {
  readonly signal: AbortSignal;
  readonly work: KindWork;
}

/** Several kinds may have one worker. */
type Wakeable = Pick<Worker<unknown>, "wake" | "stop">;

class BossQueue implements JobQueue {
  readonly #boss: PgBoss;
  readonly #config: QueueConfig;
  readonly #admission: Admission;
  readonly #parts: SettleParts & ClaimParts;
  /** By the queue that they take from. */
  readonly #workers = new Map<string, Wakeable[]>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Claims whose row is locked, or about to be, by the transaction that settles them. */
  readonly #settling = new Set<unknown>();
  #listening: Promise<{ close(): Promise<void> } | undefined> | undefined;
  #watching: Promise<void> = Promise.resolve();
  #isWatching = false;
  /** Until then nobody is taken for dead: the database was away, and nobody could be heard. */
  #patientUntil = 0;
  #maintaining: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(boss: PgBoss, config: QueueConfig) {
    const { database, clock, restSeconds = defaultRestSeconds } = config;
    const { runnable = defaultRunnable, kinds } = config;
    this.#boss = boss;
    this.#config = config;
    this.#admission = {
      runnable,
      clock,
      kinds,
      traceparent: () => config.tracing?.traceparent,
      send: (transaction, kind, jobs) => this.#send(transaction, kind, jobs),
    };
    this.#parts = { boss, database, clock, restSeconds, admission: this.#admission };
    config.storeWatch?.onBack(() => this.#wakeAll());
  }

  enqueue(transaction: Transaction, job: NewJob): Promise<string> {
    return recordJob(transaction, job, this.#admission);
  }

  flow(transaction: Transaction, flow: NewFlow): Promise<WrittenFlow> {
    return recordFlow(transaction, flow, this.#admission);
  }

  work(kind: string, handler: JobHandler, { concurrency, perOrganization, ...options }: WorkOptions): Promise<void> {
    const hands = perOrganization === undefined ? { concurrency } : { concurrency, perOrganization };
    return this.workOn([{ ...options, kind, handler }], hands);
  }

  async workOn(works: readonly KindWork[], { concurrency, perOrganization }: Hands): Promise<void> {
    await requireQueues(this.#boss, { kinds: works.map(({ kind }) => kind) });
    await this.#startWorking();
    const workOf = new Map(works.map((work) => [work.kind, work]));
    const turns = new KindTurns();
    const ours: WorkSource<Claim> = {
      claim: async (most) =>
        this.#isStoreAway
          ? []
          : turns.claim(most, (kind, some) => claimJobs(this.#parts, kind, { most: some, perOrganization })),
      keep: async (claims) => {
        const byKind = [...Map.groupBy(claims, ({ kind }) => kind)];
        return (await Promise.all(byKind.map(([kind, some]) => this.#keep(kind, some)))).flat();
      },
      run: async (claim, signal) => {
        try {
          await this.#runTraced(claim, { signal, work: workOf.get(claim.kind)! });
        } finally {
          // A job of the same organization may have waited for this one.
          if (perOrganization !== undefined) turns.wake(claim.kind);
        }
      },
    };
    const worker = this.#startWorker(ours, concurrency);
    for (const work of works) {
      const wake = () => {
        turns.wake(work.kind);
        worker.wake();
      };
      this.#addWorker(work.kind, { wake, stop: () => worker.stop() });
      const dead = this.#startWorker(this.#deadJobs(work), 1);
      this.#addWorker(deadQueue(work.kind), dead);
      wake();
    }
  }

  async schedule(
    kind: string,
    { everySeconds }: { readonly everySeconds: number },
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    const name = recurringQueue(kind);
    await requireQueues(this.#boss, { recurring: [kind] });
    await this.#startWorking();
    this.#addWorker(name, this.#startWorker(this.#recurring(name, run), 1));
    // Every process sends; pg-boss keeps one for each span of time.
    const send = () =>
      this.#boss
        .send(name, null, { singletonSeconds: everySeconds })
        .then(() => this.#wake(name))
        .catch(this.#config.report);
    this.#timers.push(setInterval(send, everySeconds * 1000));
    await send();
  }

  async check(): Promise<void> {
    await this.#boss.getQueue(this.#config.kinds[0] ?? "none");
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([...this.#workers.values()].flat().map((worker) => worker.stop()));
    await Promise.all([this.#watching, this.#maintaining]);
    await (await this.#listening)?.close();
    await this.#boss.stop({ graceful: false });
  }

  get #isStoreAway(): boolean {
    return this.#config.storeWatch?.isAway ?? false;
  }

  async #send(transaction: Transaction, kind: string, jobs: readonly AdmittedJob[]): Promise<void> {
    const now = this.#config.clock().getTime();
    const rows = jobs.map(({ jobId, organizationId, turn, startAfter }) => ({
      id: jobId,
      data: { jobId },
      group: { id: organizationId },
      priority: -turn,
      // As seconds from now: the clock of the database may be another.
      ...(startAfter === undefined ? {} : { startAfter: Math.ceil((startAfter.getTime() - now) / 1000) }),
    }));
    await this.#boss.insert(kind, rows, within(transaction));
    await notify(transaction, { kind });
  }

  /** What only a process that works needs. */
  async #startWorking(): Promise<void> {
    if (this.#listening !== undefined) return void (await this.#listening);
    this.#listening = this.#listen();
    this.#timers.push(setInterval(() => this.#watch(), watchMilliseconds));
    this.#timers.push(setInterval(() => this.#maintain(), maintainMilliseconds));
    await this.#listening;
  }

  async #listen(): Promise<{ close(): Promise<void> } | undefined> {
    try {
      return await this.#boss.getDb().listen?.(
        channel,
        (kind) => this.#wake(kind),
        () => this.#wakeAll(),
      );
    } catch (problem) {
      this.#config.report(problem);
      return undefined;
    }
  }

  /** One look at a time: one that takes longer than its second is not followed by others at once. */
  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#watching = this.#look()
      .catch((problem) => {
        this.#patientUntil = performance.now() + heartbeatSeconds * 1000;
        this.#config.report(problem);
      })
      .finally(() => {
        this.#isWatching = false;
      });
  }

  async #look(): Promise<void> {
    const { database } = this.#config;
    const { due, lost, isWaiting } = await watchQueues(database, [...this.#workers.keys()]);
    for (const name of due) this.#wake(name);
    if (this.#isStopping) return;
    if (!this.#isPatient()) for (const name of lost) await this.#boss.supervise(name);
    if (isWaiting && !this.#isStopping) await repairAdmission(database, this.#admission);
  }

  #maintain(): void {
    this.#maintaining = this.#maintaining.then(async () => {
      if (!this.#isStopping && !this.#isPatient()) await this.#boss.supervise().catch(this.#config.report);
    });
  }

  #isPatient(): boolean {
    return performance.now() < this.#patientUntil;
  }

  #startWorker<Work>(source: WorkSource<Work>, concurrency: number): Worker<Work> {
    const { report } = this.#config;
    return new Worker(source, { concurrency, pollMilliseconds, keepMilliseconds, report });
  }

  #addWorker(name: string, worker: Wakeable): void {
    this.#workers.set(name, [...(this.#workers.get(name) ?? []), worker]);
  }

  #wake(name: string): void {
    for (const worker of this.#workers.get(name) ?? []) worker.wake();
  }

  #wakeAll(): void {
    for (const name of this.#workers.keys()) this.#wake(name);
  }

  /** One that is being settled is left out: touching its row would wait for that, and with it all others would. */
  async #keep<Work extends { readonly attempt: Attempt }>(name: string, all: readonly Work[]): Promise<Work[]> {
    const claims = all.filter((claim) => !this.#settling.has(claim));
    if (claims.length === 0) return [];
    const attempts = claims.map(({ attempt }) => attempt);
    const lost = new Set(lostAttempts(attempts, await this.#boss.touch(name, attempts)));
    return claims.filter(({ attempt }) => lost.has(attempt));
  }

  /** The job's own work, and the jobs that it asks for, belong to its span. */
  async #runTraced(claim: Claim, running: Running): Promise<void> {
    const { tracing } = this.#config;
    const { attempt, kind, organizationId, ownerId, traceparent } = claim;
    const span = tracing?.begin({ name: `job ${kind}`, kind: "consumer", parent: traceparent });
    if (tracing === undefined || span === undefined) return void (await this.#runJob(claim, running));
    const own = { job_id: attempt.id, job_kind: kind, organization_id: organizationId, owner_id: ownerId };
    await tracing.within(span, async () => {
      const { outcome, code } = await this.#runJob(claim, running).catch((problem: unknown) => {
        span.end({ ...own, outcome: "unsettled" }, { isFailed: true });
        throw problem;
      });
      span.end({ ...own, outcome, ...(code && { error_code: code }) }, { isFailed: code !== undefined });
    });
  }

  async #runJob(claim: Claim, { signal, work }: Running): Promise<Ended> {
    const { attempt, organizationId, ownerId, payload, faults, failures } = claim;
    const job = { jobId: attempt.id, organizationId, ownerId, payload, attempt: faults + 1, signal, failures };
    const started = performance.now();
    const tell = (ended: Ended): Ended => {
      this.#config.onEnd?.({
        ...{ jobId: attempt.id, kind: work.kind, ownerId, ...ended },
        milliseconds: Math.round(performance.now() - started),
      });
      return ended;
    };
    try {
      const end = (await work.handler(job)) as Effect | Later | undefined;
      const isLater = typeof end === "object";
      await this.#settle(claim, signal, () =>
        isLater ? settleLater(this.#parts, claim, end) : settleDone(this.#parts, claim, end),
      );
      return tell({ outcome: isLater ? "later" : "done" });
    } catch (problem) {
      // What it did after it had lost the job is nobody's concern.
      if (signal.aborted) return tell({ outcome: "lost" });
      this.#reportTrouble(problem);
      return await this.#settle(claim, signal, async () => tell(await this.#settleTrouble(claim, work, problem)));
    }
  }

  /**
   * Settles, however long the database is away: what was done is not done again for that. Should it have heard us and its
   * answer been lost, the next try finds the job settled. In between the worker says that it is alive.
   */
  async #settle<Value>(claim: Claim, signal: AbortSignal, settle: () => Promise<Value>): Promise<Value> {
    const end = performance.now() + settleMilliseconds;
    for (;;) {
      this.#settling.add(claim);
      try {
        return await settle();
      } catch (problem) {
        const isOver = signal.aborted || this.#isStopping || performance.now() > end;
        if (isOver || !isPartAway(problem)) throw problem;
        this.#config.report(problem);
      } finally {
        this.#settling.delete(claim);
      }
      await sleep(settleRestMilliseconds);
    }
  }

  #reportTrouble(problem: unknown): void {
    if (!(problem instanceof JobFailure)) this.#config.report(problem);
  }

  async #settleTrouble(claim: Claim, { faultCode, onFailed }: KindWork, problem: unknown): Promise<Ended> {
    const isFailure = problem instanceof JobFailure;
    if (!isFailure && isPartAway(problem) && !isAwayTooLong(this.#parts, claim)) {
      await settleAway(this.#parts, claim);
      return { outcome: "again" };
    }
    if (!isFailure && claim.faults + 1 < mostFaults && !isPartAway(problem)) {
      await settleFault(this.#parts, claim);
      return { outcome: "again" };
    }
    const reason = isFailure ? problem : reasonOf(faultCode);
    await settleFailed(this.#parts, claim, { reason, onFailed });
    return { outcome: "failed", code: reason.code };
  }

  #deadJobs({ kind, faultCode, onFailed }: KindWork): WorkSource<{ attempt: Attempt; jobId: string }> {
    return {
      claim: async (most) => {
        const jobs = await this.#boss.fetch<{ jobId: string }>(deadQueue(kind), { batchSize: most });
        return jobs.map(({ id, retryCount, data }) => ({ attempt: { id, retryCount }, jobId: data.jobId }));
      },
      keep: (claims) => this.#keep(deadQueue(kind), claims),
      run: (dead) => settleDead(this.#parts, { kind, ...dead }, { reason: reasonOf(faultCode), onFailed }),
    };
  }

  #recurring(name: string, run: (signal: AbortSignal) => Promise<unknown>): WorkSource<{ attempt: Attempt }> {
    return {
      claim: async (most) => {
        if (this.#isStoreAway) return [];
        const jobs = await this.#boss.fetch(name, { batchSize: most });
        return jobs.map(({ id, retryCount }) => ({ attempt: { id, retryCount } }));
      },
      keep: (claims) => this.#keep(name, claims),
      run: async ({ attempt }, signal) => {
        try {
          await run(signal);
        } finally {
          await this.#boss.complete(name, attempt);
        }
      },
    };
  }
}

function reasonOf(code: string = defaultFaultCode): { readonly code: string; readonly upstream: string } {
  return { code, upstream: code };
}
