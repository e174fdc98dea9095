// Comparisons while workers die: each that was answered with 202 ends ready with the redline of its own two documents,
// and each is counted once.

import { readContent } from "../corpus/compare/read-content.ts";
import { compareDecided } from "../corpus/compare/redline-checks.ts";
import { type Caller, countedDocuments, download, postComparison, readComparison } from "./call-service.ts";
import type { Findings } from "./findings.ts";
import type { Killing } from "./kill-in-rounds.ts";
import { makePair } from "./make-pair.ts";

export interface CompareRun {
  readonly caller: Caller;
  readonly count: number;
  readonly rounds: number;
  readonly killing: Killing;
  readonly findings: Findings;
  readonly tell: (line: string) => void;
}

const DOCUMENTS_A_COMPARISON = 2;
const MOST_ROUNDS_AFTER = 60;

export async function compareWhileKilling({
  caller,
  count,
  rounds,
  killing,
  findings,
  tell,
}: CompareRun): Promise<void> {
  const ids = new Map<number, string>();
  await killing.inBursts(count, rounds, async (number) => {
    const mark = markOf(number);
    const id = await postComparison(caller, makePair(number, mark), mark).catch(String);
    const isAccepted = id.startsWith("cmp_");
    findings.check("POST /v1/compare answers 202", isAccepted, () => id);
    if (isAccepted) ids.set(number, id);
  });
  tell(`${ids.size} comparisons handed in, ${killing.kills} workers killed`);
  const waiting = new Set(ids.values());
  await killing.until(async () => {
    for (const id of waiting) if ((await readComparison(caller, id)).status !== "processing") waiting.delete(id);
    return waiting.size === 0;
  }, MOST_ROUNDS_AFTER);
  tell(`all but ${waiting.size} ended, ${killing.kills} workers killed`);
  for (const [number, id] of ids) await checkResult(caller, { number, id, findings });
  const counted = await countedDocuments(caller);
  const wanted = ids.size * DOCUMENTS_A_COMPARISON;
  findings.check("usage counts each comparison once", counted === wanted, () => `${counted}, not ${wanted}`);
}

function markOf(number: number): string {
  return `kept-${number}`;
}

interface Ended {
  readonly number: number;
  readonly id: string;
  readonly findings: Findings;
}

async function checkResult(caller: Caller, { number, id, findings }: Ended): Promise<void> {
  const { status, downloads, error } = await readComparison(caller, id);
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
    findings.check(`${verdict}ing all gives the source`, difference === undefined, () => `${id} ${difference?.place}`);
  }
}
