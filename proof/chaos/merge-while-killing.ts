// Posts merges while workers die, and checks them.
//
// Each merge that was answered with 202 ends ready with the changes of all its copies, and is counted once.

import { readContent } from "../corpus/compare/read-content.ts";
import { compareDecided } from "../corpus/compare/redline-checks.ts";
import { type Caller, download, type Job, postMerge } from "./call-service.ts";
import type { PassingKind } from "./delete-while-killing.ts";
import type { Findings } from "./findings.ts";
import { KeptJobs } from "./kept-jobs.ts";
import { makeRevised } from "./make-pair.ts";

const COPIES = 4;

/** The merges of a run, each remembered by its number. */
export class KeptMerges extends KeptJobs<number> {
  constructor(caller: Caller, findings: Findings) {
    super(caller, findings, { one: "a merge", each: "each merge", documents: 1 + COPIES });
  }

  async begin(number: number): Promise<void> {
    const mark = markOf(number);
    const id = await postMerge(this.caller, revised(number, mark), mark).catch(String);
    const isAccepted = id.startsWith("mrg_");
    this.findings.check("POST /v1/merge answers 202", isAccepted, () => id);
    if (isAccepted) this.keep(id, number);
  }

  protected async check({ downloads }: Job, id: string, number: number): Promise<void> {
    const docx = downloads.find(({ format }) => format === "docx");
    if (docx === undefined) return;
    const { base, all } = revised(number, markOf(number));
    const { bytes } = await download(docx.url);
    for (const [verdict, wanted] of [
      ["accept", all],
      ["reject", base],
    ] as const) {
      const { difference } = compareDecided(bytes, verdict, readContent(wanted));
      const told =
        verdict === "accept" ? "accepting all gives the changes of all copies" : "rejecting all gives the base";
      this.findings.check(told, difference === undefined, () => `${id} ${difference?.place}`);
    }
  }
}

/** Merges have no deadline of an hour, and cannot be acknowledged. */
export const passingMerges: PassingKind = {
  noun: "a merge that is deleted",
  isAcknowledged: false,
  post: (caller, number, mark) => postMerge(caller, revised(number, mark), mark),
};

function revised(number: number, mark: string) {
  return makeRevised(number, mark, { copies: COPIES });
}

function markOf(number: number): string {
  return `kept-${number}`;
}
