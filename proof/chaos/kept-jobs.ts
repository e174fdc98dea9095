// Jobs that were accepted while workers die: each must end, and be counted once.

import { type Caller, countedDocuments, type Job, readJob } from "./call-service.ts";
import type { Findings } from "./findings.ts";

export interface JobKind {
  /** `an upload`, `each upload`: how findings speak of them. */
  readonly one: string;
  readonly each: string;
  /** How many documents each counts for. */
  readonly documents: number;
}

/** `Known` is what is remembered of one until it has ended. */
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

  /** Checks one that ended ready or failed, beyond its state. */
  protected abstract check(job: Job, id: string, known: Known): Promise<void>;

  protected keep(id: string, known: Known): void {
    this.#accepted += 1;
    this.#waiting.set(id, known);
  }

  /** Checks those that have ended meanwhile. */
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
