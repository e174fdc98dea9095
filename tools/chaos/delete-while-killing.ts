// Zero-day comparisons while workers die: from the moment a deletion was accepted nothing can be read, and in the end
// nothing is left but the record that they existed. They are deleted in every way: acknowledged or deleted when ready,
// and deleted while they are worked on.

import { setTimeout as sleep } from "node:timers/promises";
import { type Caller, type Comparison, download, postComparison, readComparison, statusOf } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import type { Killing } from "./kill-in-rounds.ts";
import { type Remains, undeleted } from "./look-for-remains.ts";
import { makePair } from "./make-pair.ts";

export interface DeleteRun {
  readonly caller: Caller;
  readonly count: number;
  readonly rounds: number;
  readonly killing: Killing;
  readonly findings: Findings;
  readonly remains: Remains;
}

/** Stands in every text, name and author of these documents. */
export const zeroDayMark = "zeroday";
const GONE = 410;
const MOST_ROUNDS_AFTER = 40;
const READY_MILLISECONDS = 180_000;

/** Gives the ids. */
export async function deleteWhileKilling(run: DeleteRun): Promise<string[]> {
  const { caller, count, rounds, killing, findings, remains } = run;
  const ids: string[] = [];
  const endings: Promise<void>[] = [];
  await killing.inBursts(count, rounds, async (number) => {
    const mark = `${zeroDayMark}-${number}`;
    const id = await postComparison(caller, makePair(number, mark), mark);
    ids.push(id);
    endings.push(endOne(run, id, number));
  });
  await killing.until(async () => (await undeleted(remains, ids)).length === 0, MOST_ROUNDS_AFTER);
  await Promise.all(endings);
  const left = await undeleted(remains, ids);
  findings.check("every deletion is carried out", left.length === 0, () => left.join(" "));
  for (const id of ids) {
    const status = await statusOf(caller, "GET", `/v1/compare/${id}`);
    findings.check("reads answer 410 after the deletion", status === GONE, () => `${id} answered ${status}`);
  }
  return ids;
}

async function endOne({ caller, findings }: DeleteRun, id: string, number: number): Promise<void> {
  const path = `/v1/compare/${id}`;
  const isEarly = number % 4 === 3;
  const ready = isEarly ? undefined : await untilReady(caller, id);
  if (ready?.status === "failed") findings.check("a comparison ends ready", false, () => `${id} ${ready.error?.code}`);
  const isAcknowledged = number % 4 < 2;
  const accepted = isAcknowledged
    ? await statusOf(caller, "POST", `${path}/acknowledge`)
    : await statusOf(caller, "DELETE", path);
  findings.check("a deletion is accepted", accepted === 202, () => `${id} answered ${accepted}`);
  const statuses = [await statusOf(caller, "GET", path)];
  for (const { url } of ready?.downloads ?? []) statuses.push((await download(url)).status);
  const isGone = statuses.every((status) => status === GONE);
  findings.check("reads and downloads answer 410 at once", isGone, () => `${id} answered ${statuses}`);
}

async function untilReady(caller: Caller, id: string): Promise<Comparison> {
  const end = performance.now() + READY_MILLISECONDS;
  for (;;) {
    const comparison = await readComparison(caller, id);
    if (comparison.status !== "processing" || performance.now() > end) return comparison;
    await sleep(100);
  }
}
