// Deletes jobs in every way while workers die, and checks that they are gone.
//
// After an accepted deletion nothing can be read. In the end only the record that the jobs existed remains. Jobs are
// acknowledged or deleted when they are ready, or deleted while they are processed.

import { setTimeout as sleep } from "node:timers/promises";
import {
  type Caller,
  download,
  type Job,
  pathOf,
  postComparison,
  postUpload,
  readJob,
  statusOf,
} from "./call-service.ts";
import type { Findings } from "./findings.ts";
import { makePair } from "./make-pair.ts";

/** A word in every text, name and author of these documents. */
export const zeroDayMark = "zeroday";
const GONE = 410;
/** On a busy machine, workers may die repeatedly before they have begun. That is slow but not wrong. */
const READY_MILLISECONDS = 600_000;

/** The way to make jobs of a kind, and the ways in which they can be deleted. */
export interface PassingKind {
  readonly noun: string;
  /** Returns the id. The mark is in every text and name. */
  readonly post: (caller: Caller, number: number, mark: string) => Promise<string>;
  /** True if a ready job can be acknowledged, under zero-day retention. */
  readonly isAcknowledged: boolean;
  /** Reads a job. Default: by its id. */
  readonly read?: typeof readJob;
  /** The status of an accepted deletion, and of reads after it. Default: 202 and 410. */
  readonly told?: { readonly accepted: number; readonly gone: number };
}

export class PassingJobs {
  readonly #caller: Caller;
  readonly #kind: PassingKind;
  readonly #findings: Findings;
  readonly #ids: string[] = [];
  /** The ids whose deletion was accepted. */
  readonly #ended = new Set<string>();
  readonly #endings: Promise<void>[] = [];

  constructor(caller: Caller, findings: Findings, kind: PassingKind) {
    this.#kind = kind;
    this.#caller = caller;
    this.#findings = findings;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  /** The number of jobs whose deletion was not accepted yet. */
  get waiting(): number {
    return this.#ids.length - this.#ended.size;
  }

  /** Posts a job that is deleted later, before or after it is ready. */
  async begin(number: number): Promise<void> {
    const id = await this.#kind.post(this.#caller, number, `${zeroDayMark}-${number}`);
    this.#ids.push(id);
    this.#endings.push(this.#end(id, number));
  }

  /** Reads all jobs whose deletion was accepted. */
  async look(): Promise<void> {
    for (const id of this.#ended) {
      const status = await statusOf(this.#caller, "GET", pathOf(id));
      const { gone = GONE } = this.#kind.told ?? {};
      this.#findings.check(`reads answer ${gone} from then on`, status === gone, () => `${id} answered ${status}`);
    }
  }

  async finish(): Promise<void> {
    await Promise.all(this.#endings);
    await this.look();
  }

  async #end(id: string, number: number): Promise<void> {
    const caller = this.#caller;
    const findings = this.#findings;
    const { accepted: wanted = 202, gone = GONE } = this.#kind.told ?? {};
    const ready = number % 4 === 3 ? undefined : await untilReady(caller, id, this.#kind.read);
    if (ready !== undefined) {
      const { status, error } = ready;
      findings.check(
        `${this.#kind.noun} ends ready`,
        status === "ready",
        () => `${id} is ${status} ${error?.code ?? ""}`,
      );
    }
    const accepted =
      this.#kind.isAcknowledged && number % 4 < 2
        ? await statusOf(caller, "POST", `${pathOf(id)}/acknowledge`)
        : await statusOf(caller, "DELETE", pathOf(id));
    findings.check("a deletion is accepted", accepted === wanted, () => `${id} answered ${accepted}`);
    const read = await statusOf(caller, "GET", pathOf(id));
    const statuses: number[] = [];
    for (const { url } of ready?.downloads ?? []) statuses.push((await download(url)).status);
    const isGone = read === gone && statuses.every((status) => status === GONE);
    findings.check(
      `reads answer ${gone} and downloads 410 at once`,
      isGone,
      () => `${id} answered ${read} ${statuses}`,
    );
    this.#ended.add(id);
  }
}

/** One job in three is an upload. Every four consecutive jobs are deleted in all ways. */
export const comparisonsAndUploads: PassingKind = {
  noun: "a comparison or upload",
  isAcknowledged: true,
  post: (caller, number, mark) => {
    const pair = makePair(number, mark);
    return number % 3 === 2 ? postUpload(caller, pair.before, mark) : postComparison(caller, pair, mark);
  },
};

async function untilReady(caller: Caller, id: string, read = readJob): Promise<Job> {
  const end = performance.now() + READY_MILLISECONDS;
  for (;;) {
    const job = await read(caller, id);
    if (job.status !== "processing" || performance.now() > end) return job;
    await sleep(250);
  }
}
