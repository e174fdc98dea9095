// Posts comparisons while workers die, and checks them.
//
// Each comparison that was answered with 202 ends ready, with the redline of its own two documents, and is counted
// once.

import { readContent } from "../corpus/compare/read-content.ts";
import { compareDecided } from "../corpus/compare/redline-checks.ts";
import { type Caller, download, type Job, postComparison } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import { KeptJobs } from "./kept-jobs.ts";
import { makePair } from "./make-pair.ts";

/** The comparisons of a run, each remembered by the number of its pair. */
export class KeptComparisons extends KeptJobs<number> {
  constructor(caller: Caller, findings: Findings) {
    super(caller, findings, { one: "a comparison", each: "each comparison", documents: 2 });
  }

  async begin(number: number): Promise<void> {
    const mark = markOf(number);
    const id = await postComparison(this.caller, makePair(number, mark), mark).catch(String);
    const isAccepted = id.startsWith("cmp_");
    this.findings.check("POST /v1/compare answers 202", isAccepted, () => id);
    if (isAccepted) this.keep(id, number);
  }

  protected async check({ downloads }: Job, id: string, number: number): Promise<void> {
    const docx = downloads.find(({ format }) => format === "docx");
    if (docx === undefined) return;
    const { before, after } = makePair(number, markOf(number));
    const { bytes } = await download(docx.url);
    for (const [verdict, source] of [
      ["accept", after],
      ["reject", before],
    ] as const) {
      const { difference } = compareDecided(bytes, verdict, readContent(source));
      this.findings.check(
        `${verdict}ing all gives the source`,
        difference === undefined,
        () => `${id} ${difference?.place}`,
      );
    }
  }
}

function markOf(number: number): string {
  return `kept-${number}`;
}
