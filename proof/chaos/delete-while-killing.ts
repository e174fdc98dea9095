// Jobs that are deleted while workers die: from the moment a deletion was accepted nothing can be read, and in the end
// nothing is left but the record that they existed. They are deleted in every way: acknowledged or deleted when ready,
// and deleted while they are worked on.

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

/** Stands in every text, name and author of these documents. */
export const zeroDayMark = "zeroday";
const GONE = 410;
/** On a busy machine workers die before they have begun, again and again; that is slow, not wrong. */
const READY_MILLISECONDS = 600_000;

/** How they are made, and in which ways they can be deleted. */
export interface PassingKind {
  readonly noun: string;
  /** Gives the id. The mark stands in every text and name. */
  readonly post: (caller: Caller, number: number, mark: string) => Promise<string>;
  /** True if a ready one can be acknowledged, under zero-day retention. */
  readonly isAcknowledged: boolean;
  /** How one is read, if not by its id alone. */
  readonly read?: typeof readJob;
  /** The status of a deletion that is accepted, and of reads afterwards: 202 and 410, if nothing else is said. */
  readonly told?: { readonly accepted: number; readonly gone: number };
}

export class PassingJobs {
  readonly #caller: Caller;
  readonly #kind: PassingKind;
  readonly #findings: Findings;
  readonly #ids: string[] = [];
  /** Whose deletion was accepted. */
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

  /** How many their owner has not asked to be deleted yet. */
  get waiting(): number {
    return this.#ids.length - this.#ended.size;
  }

  /** Its owner has it deleted later, when it is ready or before. */
  async begin(number: number): Promise<void> {
    const id = await this.#kind.post(this.#caller, number, `${zeroDayMark}-${number}`);
    this.#ids.push(id);
    this.#endings.push(this.#end(id, number));
  }

  /** Reads all that are deleted, or are about to be. */
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

/** One in three is an upload; of each four in a row, all ways to delete come. */
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
