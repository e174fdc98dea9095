// Zero-day comparisons and uploads while workers die: from the moment a deletion was accepted nothing can be read, and in the end
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

export class PassingJobs {
  readonly #caller: Caller;
  readonly #findings: Findings;
  readonly #ids: string[] = [];
  /** Whose deletion was accepted. */
  readonly #ended = new Set<string>();
  readonly #endings: Promise<void>[] = [];

  constructor(caller: Caller, findings: Findings) {
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
    const mark = `${zeroDayMark}-${number}`;
    const pair = makePair(number, mark);
    const id = isUpload(number)
      ? await postUpload(this.#caller, pair.before, mark)
      : await postComparison(this.#caller, pair, mark);
    this.#ids.push(id);
    this.#endings.push(this.#end(id, number));
  }

  /** Reads all that are deleted, or are about to be. */
  async look(): Promise<void> {
    for (const id of this.#ended) {
      const status = await statusOf(this.#caller, "GET", pathOf(id));
      this.#findings.check("reads answer 410 from then on", status === GONE, () => `${id} answered ${status}`);
    }
  }

  async finish(): Promise<void> {
    await Promise.all(this.#endings);
    await this.look();
  }

  async #end(id: string, number: number): Promise<void> {
    const caller = this.#caller;
    const findings = this.#findings;
    const ready = number % 4 === 3 ? undefined : await untilReady(caller, id);
    if (ready !== undefined) {
      const { status, error } = ready;
      findings.check(
        "a comparison or upload ends ready",
        status === "ready",
        () => `${id} is ${status} ${error?.code ?? ""}`,
      );
    }
    const accepted =
      number % 4 < 2
        ? await statusOf(caller, "POST", `${pathOf(id)}/acknowledge`)
        : await statusOf(caller, "DELETE", pathOf(id));
    findings.check("a deletion is accepted", accepted === 202, () => `${id} answered ${accepted}`);
    const statuses = [await statusOf(caller, "GET", pathOf(id))];
    for (const { url } of ready?.downloads ?? []) statuses.push((await download(url)).status);
    const isGone = statuses.every((status) => status === GONE);
    findings.check("reads and downloads answer 410 at once", isGone, () => `${id} answered ${statuses}`);
    this.#ended.add(id);
  }
}

/** One in three; of each four in a row, all ways to delete come. */
function isUpload(number: number): boolean {
  return number % 3 === 2;
}

async function untilReady(caller: Caller, id: string): Promise<Job> {
  const end = performance.now() + READY_MILLISECONDS;
  for (;;) {
    const job = await readJob(caller, id);
    if (job.status !== "processing" || performance.now() > end) return job;
    await sleep(250);
  }
}
