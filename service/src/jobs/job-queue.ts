// Declares the queue as the rest of the service uses it.
//
// Jobs are enqueued in the caller's transaction, so a promise to a client and its job are written together or not at
// all. A job runs at least once: a worker may die at any moment, and another takes over. The effect happens once if the
// handler returns it instead of performing it. The transaction that settles the job performs the effect, and a worker
// that lost the job cannot settle it. Work outside the database must tolerate repetition.

import type { Transaction } from "../storage/database.ts";
import type { Lane, Lanes } from "./lanes.ts";

export interface NewJob {
  readonly organizationId: string;
  readonly kind: string;
  /** The object that the job is about. */
  readonly ownerId: string;
  /** Ids and settings as JSON, never documents. */
  readonly payload?: unknown;
  /** The job does not run before this time. */
  readonly startAfter?: Date;
  /**
   * Admits the job at once, however many jobs its organization has in the queue. For deletions and jobs that follow an
   * ended one.
   */
  readonly direct?: boolean;
  /**
   * Admits the job at once and does not count it for its organization. For work with its own slots, which organizations
   * share by number (`Hands.perOrganization`) and not by turns.
   */
  readonly aside?: boolean;
}

/**
 * Jobs, and the job `next`, which follows when all of them have ended, done or failed. Neither `next` nor the jobs of
 * `afterwards` may have a `startAfter`.
 */
export interface NewFlow {
  readonly jobs: readonly NewJob[];
  readonly next: NewJob;
  /** Jobs that follow `next` one after another, each when the previous one has ended, done or failed. */
  readonly afterwards?: readonly NewJob[];
}

export interface WrittenFlow {
  readonly jobIds: readonly string[];
  readonly nextId: string;
}

export interface Job {
  readonly jobId: string;
  readonly organizationId: string;
  readonly ownerId: string;
  readonly payload: unknown;
  /** The first attempt is 1. An attempt counts if the handler ended in a fault, not if its worker died. */
  readonly attempt: number;
  /**
   * Aborted when this worker has lost the job, for example to another worker. Nothing that it does afterwards counts. A
   * document job also aborts it when the owner is deleted.
   */
  readonly signal: AbortSignal;
  /** For a job that follows others: the reasons of those that failed. */
  readonly failures?: readonly FailureReason[];
  /** Default: the fast lane. */
  readonly lane?: Lane;
}

/** The writes of a job to the database. They happen once, in the transaction that ends the job. */
export type Effect = (transaction: Transaction) => Promise<unknown>;

/** A job that is not due yet: the same job is assigned again later. No attempt is counted, however often. */
export interface Later {
  readonly startAfter: Date;
  /** Happens once, in the transaction that returns the job to its queue. */
  readonly effect?: Effect;
}

/**
 * A handler throws a JobFailure to fail the job for good. After any other error the job is retried, three attempts in
 * all. An unavailable part, and the errors of `lanes.ts`, do not count as an attempt.
 */
export type JobHandler = (job: Job) => Promise<void> | Promise<Effect | Later | undefined>;

/** The reason why a job failed for good. */
export interface FailureReason {
  readonly code: string;
  /** A finer code for the same failure, or `code` itself. */
  readonly upstream: string;
  /** Which of several documents. */
  readonly source?: string;
}

/** The failure of a job that can never succeed. Its message is for logs and contains no text of a document. */
export class JobFailure extends Error implements FailureReason {
  readonly code: string;
  readonly upstream: string;
  readonly source?: string;

  constructor(code: string, upstream: string = code, source?: string) {
    super(upstream === code ? code : `${code} (${upstream})`);
    this.name = "JobFailure";
    this.code = code;
    this.upstream = upstream;
    if (source !== undefined) this.source = source;
  }
}

export interface Hands {
  /** Maximum number of jobs that this process runs at the same time. */
  readonly concurrency: number;
  /** Maximum number of running jobs of one organization in all processes together. Default: no limit. */
  readonly perOrganization?: number;
  /** The lanes of the process, for kinds whose jobs may need the slow lane. */
  readonly lanes?: Lanes;
}

export interface WorkOptions extends Hands, KindOptions {}

export interface KindOptions {
  /**
   * The code of a job that failed because of too many faults, too many dead workers, or a part that was unavailable for
   * too long. Default: INTERNAL_ERROR.
   */
  readonly faultCode?: string;
  /** Called when a job fails for good, for whatever reason, in the transaction that records it. */
  readonly onFailed?: (
    transaction: Transaction,
    job: Omit<Job, "signal" | "attempt">,
    reason: FailureReason,
  ) => Promise<unknown>;
}

/** The handler of a kind with its options. */
export interface KindWork extends KindOptions {
  readonly kind: string;
  readonly handler: JobHandler;
}

export interface JobQueue {
  /** Returns the job's id. The job exists when the transaction commits. */
  enqueue(transaction: Transaction, job: NewJob): Promise<string>;
  /** Writes the flow. All of its jobs exist when the transaction commits, or none. */
  flow(transaction: Transaction, flow: NewFlow): Promise<WrittenFlow>;
  /**
   * Schedules recurring work of the service. One of the processes that schedule it runs it about every `everySeconds`,
   * one process at a time. An error is reported, and the work runs again at its next time.
   */
  schedule(
    kind: string,
    options: { readonly everySeconds: number },
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void>;
  /** Starts to claim jobs of the kind. */
  work(kind: string, handler: JobHandler, options: WorkOptions): Promise<void>;
  /** Starts to claim jobs of all these kinds with the same slots. Kinds that have work alternate. */
  workOn(kinds: readonly KindWork[], hands: Hands): Promise<void>;
  /** Throws if the tables of the queue cannot be read. */
  check(): Promise<void>;
  /** Stops claiming, and waits for the running jobs. */
  stop(): Promise<void>;
}
