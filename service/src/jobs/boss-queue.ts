// Implements the queue on pg-boss: admission, claims, settling, and the loops of a process.
//
// We do not use pg-boss's own loop. With one job at a time it sleeps between jobs. It also settles in a transaction of
// its own; ours also contains the effect and admits the next job. A notification that commits with the job wakes the
// workers. The process also looks every second for jobs that have only just become due and for lost notifications.

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
import {
  type Attempt,
  deadQueue,
  heartbeatSeconds,
  lostAttempts,
  makeBoss,
  recurringQueue,
  slowQueue,
  within,
} from "./boss.ts";
import type { Claim, ClaimParts } from "./claim-jobs.ts";
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
import { LaneClaims } from "./lane-claims.ts";
import { GaveWay, type Lane, SlowDocument } from "./lanes.ts";
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
  settleGaveWay,
  settleLater,
  settleSlow,
} from "./settle-job.ts";
import { Worker, type WorkSource } from "./worker.ts";

export interface QueueConfig {
  /** A direct connection to the server, because a connection pooler does not pass on notifications. */
  readonly connection: DatabaseConfig;
  /** The same database, for our own transactions. */
  readonly database: Database;
  readonly clock: Clock;
  /** Every kind of job that can be enqueued. */
  readonly kinds: readonly string[];
  /** Limit of an organization's jobs in pg-boss, of those that count (admission.ts). Default: 1000. */
  readonly runnable?: number;
  /** Seconds that a job rests after its first and after its second fault. Default: 2 and 30. */
  readonly restSeconds?: readonly number[];
  /** Returns the organizations whose jobs are claimed after those of all others. Called at every claim. */
  readonly behind?: () => readonly string[];
  /** While the store is unavailable, no jobs are claimed, except those in the dead queues. */
  readonly storeWatch?: Pick<StoreWatch, "isAway" | "onBack">;
  /** Receives problems that were survived. They may name tables and ids, and contain no document text. */
  readonly report: (problem: unknown) => void;
  /** Set only if spans are kept. A job belongs to the trace of the call that enqueued it. */
  readonly tracing?: Tracing | undefined;
  /** Called after every run of a job that was settled or lost. */
  readonly onEnd?: (end: JobEnd) => void;
}

/**
 * The end of one run of a job.
 *
 * `later`: the handler asked for a later time, or a slow document gave way. `slow`: the job runs again in the slow
 * lane. `again`: the job is retried after a fault or an unavailable part. `lost`: another worker has the job.
 */
export interface JobEnd {
  readonly jobId: string;
  readonly kind: string;
  readonly ownerId: string;
  readonly milliseconds: number;
  readonly lane: Lane;
  readonly outcome: "done" | "later" | "slow" | "failed" | "again" | "lost";
  /** Set only if the job failed for good. */
  readonly code?: string;
}

const channel = "versus_jobs";
const defaultRunnable = 1000;
/** Rests after faults of our own. An unavailable part costs no attempt. */
const defaultRestSeconds = [2, 30];
const defaultFaultCode = "INTERNAL_ERROR";
/** The longest sleep of a worker. Notifications and the look of every second usually wake it earlier. */
const pollMilliseconds = 30_000;
/** The interval of heartbeats: three of them before the limit of ten seconds (`heartbeatSeconds`). */
const keepMilliseconds = 3000;
const watchMilliseconds = 1000;
/**
 * For this long a worker retries to record the result of a job. Then it retries for as long to return the job to the
 * queue. In both cases the job runs again.
 */
const settleMilliseconds = 600_000;
const settleRestMilliseconds = 1000;
/** The interval of pg-boss's maintenance. */
const maintainMilliseconds = 60_000;

/** Opens the queue. Throws QueueOutdated if `migrateQueue` has not made what this version needs. */
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

/** A worker. Several kinds may share one. */
type Wakeable = Pick<Worker<unknown>, "wake" | "stop">;

class BossQueue implements JobQueue {
  readonly #boss: PgBoss;
  readonly #config: QueueConfig;
  readonly #admission: Admission;
  readonly #parts: SettleParts & ClaimParts;
  /** Maps a queue to the workers that take jobs from it. */
  readonly #workers = new Map<string, Wakeable[]>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Claims whose row the settling transaction locks or is about to lock. */
  readonly #settling = new Set<unknown>();
  #listening: Promise<{ close(): Promise<void> } | undefined> | undefined;
  #watching: Promise<void> = Promise.resolve();
  #isWatching = false;
  /** Until this time no worker counts as dead: the database was unavailable, so no heartbeat could arrive. */
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

  async workOn(works: readonly KindWork[], hands: Hands): Promise<void> {
    await requireQueues(this.#boss, { kinds: works.map(({ kind }) => kind) });
    await this.#startWorking();
    const workOf = new Map(works.map((work) => [work.kind, work]));
    const turns = new LaneClaims(this.#parts, { ...hands, behind: this.#config.behind ?? (() => []) });
    const ours: WorkSource<Claim> = {
      claim: async (most) => (this.#isStoreAway ? [] : turns.claim(most)),
      keep: async (claims) => {
        const byQueue = [...Map.groupBy(claims, ({ queue }) => queue)];
        return (await Promise.all(byQueue.map(([queue, some]) => this.#keep(queue, some)))).flat();
      },
      run: async (claim, signal) => {
        try {
          await this.#runTraced(claim, { signal, work: workOf.get(claim.kind)! });
        } finally {
          turns.end(claim);
        }
      },
    };
    const worker = this.#startWorker(ours, turns.most);
    for (const work of works) {
      const { kind } = work;
      const wake = (lane: Lane) => () => {
        turns.wake(kind, lane);
        worker.wake();
      };
      const stop = () => worker.stop();
      this.#addWorker(kind, { wake: wake("fast"), stop });
      if (hands.lanes !== undefined) this.#addWorker(slowQueue(kind), { wake: wake("slow"), stop });
      this.#addWorker(deadQueue(kind), this.#startWorker(this.#deadJobs(work), 1));
      this.#wake(kind);
      this.#wake(slowQueue(kind));
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
    // Every process sends; pg-boss keeps one job for each interval.
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
      // Seconds from now, because the clock of the database may differ.
      ...(startAfter === undefined ? {} : { startAfter: Math.ceil((startAfter.getTime() - now) / 1000) }),
    }));
    await this.#boss.insert(kind, rows, within(transaction));
    await notify(transaction, { kind });
  }

  /** Starts the listening connection and the timers, which only a process with workers needs. */
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

  /** Runs one look at a time. A look that takes longer than a second delays the next one. */
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

  /**
   * Sends heartbeats and returns the lost claims. Claims that are being settled are left out: touching a locked row
   * would wait for the settling, and all other heartbeats with it.
   */
  async #keep<Work extends { readonly attempt: Attempt }>(name: string, all: readonly Work[]): Promise<Work[]> {
    const claims = all.filter((claim) => !this.#settling.has(claim));
    if (claims.length === 0) return [];
    const attempts = claims.map(({ attempt }) => attempt);
    const lost = new Set(lostAttempts(attempts, await this.#boss.touch(name, attempts)));
    return claims.filter(({ attempt }) => lost.has(attempt));
  }

  /** Runs the job in a span, to which its own work and the jobs that it enqueues belong. */
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
    const { attempt, organizationId, ownerId, payload, faults, failures, lane } = claim;
    const job = { jobId: attempt.id, organizationId, ownerId, payload, attempt: faults + 1, signal, failures, lane };
    const started = performance.now();
    const tell = (ended: Ended): Ended => {
      this.#config.onEnd?.({
        ...{ jobId: attempt.id, kind: work.kind, ownerId, lane, ...ended },
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
      // The job was lost, so its later errors do not count.
      if (signal.aborted) return tell({ outcome: "lost" });
      this.#reportTrouble(problem);
      return await this.#settle(claim, signal, async () => tell(await this.#settleTrouble(claim, work, problem)));
    }
  }

  /**
   * Settles the job. While a part is unavailable, retries every second for up to `settleMilliseconds`, so that the work
   * is not repeated. If only the answer of the database was lost, the next try finds the job settled and changes
   * nothing. Heartbeats are sent only between the tries.
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
    const isExpected = problem instanceof JobFailure || problem instanceof SlowDocument || problem instanceof GaveWay;
    if (!isExpected) this.#config.report(problem);
  }

  async #settleTrouble(claim: Claim, { faultCode, onFailed }: KindWork, problem: unknown): Promise<Ended> {
    if (problem instanceof SlowDocument) {
      await settleSlow(this.#parts, claim);
      return { outcome: "slow" };
    }
    if (problem instanceof GaveWay) {
      await settleGaveWay(this.#parts, claim);
      return { outcome: "later" };
    }
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
