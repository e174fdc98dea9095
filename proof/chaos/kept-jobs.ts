// Keeps jobs that were accepted while workers die, and checks that each ends and is counted once.

import { type Caller, countedDocuments, type Job, readJob } from "./call-service.ts";
import type { Findings } from "./findings.ts";

export interface JobKind {
  /** Names in findings, such as `an upload` and `each upload`. */
  readonly one: string;
  readonly each: string;
  /** Number of documents that each job counts for. */
  readonly documents: number;
}

/** Jobs of one kind. `Known` is what is remembered of a job until it has ended. */
export abstract class KeptJobs<Known> {
  protected readonly caller: Caller;
  protected readonly findings: Findings;
  readonly #kind: JobKind;
  readonly #waiting = new Map<string, Known>();
  #accepted = 0;

  constructor(caller: Caller, findings: Findings, kind: JobKind) {
    this.caller = caller;
    this.findings = findings;
    this.#kind = kind;
  }

  get accepted(): number {
    return this.#accepted;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  abstract begin(number: number): Promise<void>;

  /** Checks a finished job beyond its status. */
  protected abstract check(job: Job, id: string, known: Known): Promise<void>;

  protected keep(id: string, known: Known): void {
    this.#accepted += 1;
    this.#waiting.set(id, known);
  }

  /** Checks the jobs that have ended since the last call. */
  async look(): Promise<void> {
    for (const [id, known] of this.#waiting) {
      const job = await readJob(this.caller, id);
      if (job.status === "processing") continue;
      this.#waiting.delete(id);
      this.#checkEnd(job.status === "ready", () => `${id} is ${job.status} ${job.error?.code ?? ""}`);
      await this.check(job, id, known);
    }
  }

  async finish(): Promise<void> {
    for (const id of this.#waiting.keys()) this.#checkEnd(false, () => `${id} is lost`);
    const counted = await countedDocuments(this.caller);
    const wanted = this.#accepted * this.#kind.documents;
    const told = `usage counts ${this.#kind.each} once`;
    this.findings.check(told, counted === wanted, () => `${counted}, not ${wanted}`);
  }

  #checkEnd(isReady: boolean, where: () => string): void {
    this.findings.check(`${this.#kind.one} ends ready`, isReady, where);
  }
}
