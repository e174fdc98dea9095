// Comparisons while workers die: each that was answered with 202 ends ready with the redline of its own two documents,
// and each is counted once.

import { readContent } from "../corpus/compare/read-content.ts";
import { compareDecided } from "../corpus/compare/redline-checks.ts";
import { type Caller, countedDocuments, download, type Job, postComparison, readJob } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import { makePair } from "./make-pair.ts";

const DOCUMENTS_A_COMPARISON = 2;

export class KeptComparisons {
  readonly #caller: Caller;
  readonly #findings: Findings;
  /** By id, the numbers of those that have not ended. */
  readonly #waiting = new Map<string, number>();
  #accepted = 0;

  constructor(caller: Caller, findings: Findings) {
    this.#caller = caller;
    this.#findings = findings;
  }

  get accepted(): number {
    return this.#accepted;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async begin(number: number): Promise<void> {
    const mark = markOf(number);
    const id = await postComparison(this.#caller, makePair(number, mark), mark).catch(String);
    const isAccepted = id.startsWith("cmp_");
    this.#findings.check("POST /v1/compare answers 202", isAccepted, () => id);
    if (!isAccepted) return;
    this.#accepted += 1;
    this.#waiting.set(id, number);
  }

  /** Checks those that have ended meanwhile. */
  async look(): Promise<void> {
    for (const [id, number] of this.#waiting) {
      const comparison = await readJob(this.#caller, id);
      if (comparison.status === "processing") continue;
      this.#waiting.delete(id);
      await this.#check(comparison, { id, number });
    }
  }

  async finish(): Promise<void> {
    for (const id of this.#waiting.keys())
      this.#findings.check("a comparison ends ready", false, () => `${id} is lost`);
    const counted = await countedDocuments(this.#caller);
    const wanted = this.#accepted * DOCUMENTS_A_COMPARISON;
    this.#findings.check("usage counts each comparison once", counted === wanted, () => `${counted}, not ${wanted}`);
  }

  async #check({ status, downloads, error }: Job, { id, number }: { id: string; number: number }) {
    const findings = this.#findings;
    findings.check("a comparison ends ready", status === "ready", () => `${id} is ${status} ${error?.code ?? ""}`);
    const docx = downloads.find(({ format }) => format === "docx");
    if (docx === undefined) return;
    const { before, after } = makePair(number, markOf(number));
    const { bytes } = await download(docx.url);
    for (const [verdict, source] of [
      ["accept", after],
      ["reject", before],
    ] as const) {
      const { difference } = compareDecided(bytes, verdict, readContent(source));
      findings.check(
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
