// The queue as the rest of the service sees it: work is handed in inside the caller's transaction, so that a promise
// given to a client and the job that keeps it are written together or not at all.
//
// A job runs at least once: a worker may die at any moment, and another then takes over. Its effect happens once if the
// handler returns it instead of doing it: the effect is carried out in the transaction that settles the job, and one
// who has lost the job meanwhile cannot settle it. What lies outside of the database must bear being done twice.

import type { Transaction } from "../storage/database.ts";

export interface NewJob {
  readonly organizationId: string;
  readonly kind: string;
  /** The object that the job is about. */
  readonly ownerId: string;
  /** What JSON can carry; ids and settings, never documents. */
  readonly payload?: unknown;
  /** Not to run before this time. */
  readonly startAfter?: Date;
  /** Let into the queue at once, however many its organization has there: what follows a job that ends, and deletions. */
  readonly direct?: boolean;
  /**
   * Let in at once and not counted among the jobs of its organization, for work with hands of its own that organizations
   * share by number (Hands.perOrganization), not by turns.
   */
  readonly aside?: boolean;
}

/** Jobs, and one that follows when all of them have ended, done or failed. It is never delayed. */
export interface NewFlow {
  readonly jobs: readonly NewJob[];
  readonly next: NewJob;
  /** Those that follow it, one after another: each when the one before has ended, done or failed. */
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
  /** 1 for the first. A try counts when it ended in a fault of the handler, not when its worker died. */
  readonly attempt: number;
  /** Aborted when the job is no longer this worker's: nothing it does from then on will count. */
  readonly signal: AbortSignal;
  /** Of a job that follows others: why those failed that did. */
  readonly failures?: readonly FailureReason[];
}

/** What a job does to the database: done once, together with the job's own end. */
export type Effect = (transaction: Transaction) => Promise<unknown>;

/** It is not time yet: the same job is handed out again later. Nothing is counted as a try, however often. */
export interface Later {
  readonly startAfter: Date;
  /** Done once, together with handing the job back. */
  readonly effect?: Effect;
}

/** Throws a JobFailure to fail the job for good; anything else it throws has the job tried again, three times in all. */
export type JobHandler = (job: Job) => Promise<void> | Promise<Effect | Later | undefined>;

/** Why a job failed for good. */
export interface FailureReason {
  readonly code: string;
  /** Says more finely what went wrong; the code itself where nothing finer is known. */
  readonly upstream: string;
  /** Which of several documents. */
  readonly source?: string;
}

/** A job that can never succeed. Its message is for logs and repeats no text of a document. */
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
  /** How many jobs this process runs at the same time. */
  readonly concurrency: number;
  /** How many jobs of one organization run at the same time, in all processes together; without it any number. */
  readonly perOrganization?: number;
}

export interface WorkOptions extends Hands, KindOptions {}

export interface KindOptions {
  /** The code of a job that failed because it was tried too often or its workers died too often. */
  readonly faultCode?: string;
  /** Told of a job that failed for good, for whatever reason, in the transaction that says so. */
  readonly onFailed?: (
    transaction: Transaction,
    job: Omit<Job, "signal" | "attempt">,
    reason: FailureReason,
  ) => Promise<unknown>;
}

/** Who does the jobs of a kind. */
export interface KindWork extends KindOptions {
  readonly kind: string;
  readonly handler: JobHandler;
}

export interface JobQueue {
  /** Gives the job's id. The job is there when the transaction commits. */
  enqueue(transaction: Transaction, job: NewJob): Promise<string>;
  /** All of them are there when the transaction commits, or none. */
  flow(transaction: Transaction, flow: NewFlow): Promise<WrittenFlow>;
  /**
   * Work of the service itself: run about every so many seconds by one of the processes that say so, and by one at a
   * time. One that throws is reported and run again at its next time.
   */
  schedule(
    kind: string,
    options: { readonly everySeconds: number },
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void>;
  /** Takes jobs of the kind from now on. */
  work(kind: string, handler: JobHandler, options: WorkOptions): Promise<void>;
  /** Takes jobs of all these kinds with the same hands; kinds that have work alternate. */
  workOn(kinds: readonly KindWork[], hands: Hands): Promise<void>;
  /** Throws when jobs cannot be handed in. */
  check(): Promise<void>;
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>;
}
