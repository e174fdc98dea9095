// Measures how long a calm organization waits beside a busy one.
//
// `npm run chaos -- fairness [--count N]`: one organization submits 5,000 comparisons of 100 pages, and with them 50
// edits and 50 selective comparisons. Another organization then makes 20 of each. Calls of one kind follow each other;
// the kinds run at the same time. Half of its comparisons must take under two seconds, half of its edits and of its
// selective comparisons under one. The report also has the times without the first organization.

import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  type Caller,
  type ComparedFiles,
  postComparisonOfFiles,
  postEdit,
  postSelective,
  postUpload,
  readContent,
  readJob,
} from "./call-service.ts";
import { runSlowFairness } from "./fairness-slow.ts";
import { Findings } from "./findings.ts";
import { makePair } from "./make-pair.ts";
import { startChaosService } from "./start-service.ts";

const PAGES = 100;
const DIRECT_BUSY = 50;
const CALM = 20;
const IDLE = 5;
const AT_ONCE = 16;
/** Paragraphs of a selective comparison. */
const PARAGRAPHS = 100;
const POLL_MILLISECONDS = 20;
const PATIENCE_MILLISECONDS = 120_000;

const tell = (line: string) => console.error(`chaos: ${line}`);

/**
 * The calls of an organization, by kind. Half of the calls of a kind must take less than `mostSeconds` while another
 * organization is busy.
 */
const kinds = {
  comparison: { mostSeconds: 2, run: compare },
  edit: { mostSeconds: 1, run: edit },
  selective: { mostSeconds: 1, run: select },
} as const;

type Kind = keyof typeof kinds;

export const fairnessUsage = "fairness [--count N] | fairness --slow [--short]";

export async function runFairness(words: readonly string[]): Promise<Findings | undefined> {
  const isSet = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...words],
    options: { count: { type: "string", default: "5000" }, slow: isSet, short: isSet },
  });
  if (values.slow) return runSlowFairness(values.short ? "short" : "whole");
  const count = Number(values.count);
  if (!(count > 0)) return undefined;
  const service = await startChaosService({ isCeph: false, workers: 1, children: 2 });
  try {
    const findings = new Findings();
    const busy = await prepare(await service.addOrganization("busy", { isZeroDay: false }));
    const calm = await prepare(await service.addOrganization("calm", { isZeroDay: false }));
    const idle = await measure(calm, IDLE);
    await handIn(busy, count);
    tell(`${count} comparisons handed in`);
    const direct = workDirectly(busy, findings);
    report(findings, { idle, beside: await measure(calm, CALM) });
    await direct;
    return findings;
  } finally {
    await service.stop();
  }
}

/** An organization with two documents. */
interface Party {
  readonly caller: Caller;
  readonly files: ComparedFiles;
}

async function prepare(caller: Caller): Promise<Party> {
  const { before, after } = makePair(1, "fairness", PAGES);
  const files = {
    original: await postUpload(caller, before, "original"),
    modified: await postUpload(caller, after, "modified"),
  };
  for (const id of Object.values(files)) await readContent(caller, id);
  return { caller, files };
}

async function handIn({ caller, files }: Party, count: number): Promise<void> {
  let left = count;
  const work = async () => {
    for (; left > 0; ) {
      left -= 1;
      await postComparisonOfFiles(caller, files);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Sends all calls at once. A selective comparison may be refused with 503, which asks the caller to come later. */
async function workDirectly(party: Party, findings: Findings): Promise<void> {
  const edits = Array.from({ length: DIRECT_BUSY }, async () => {
    const { editId } = await postEdit(party.caller, party.files.original, "Busy. ");
    findings.check("an edit of the busy one is accepted", editId.startsWith("edt_"));
  });
  const selective = Array.from({ length: DIRECT_BUSY }, async () => {
    const status = await postSelective(party.caller, party.files, PARAGRAPHS);
    findings.check(
      "a selective comparison of the busy one is answered, or asked to come back",
      [200, 503].includes(status),
    );
  });
  await Promise.all([...edits, ...selective]);
}

type Seconds = Readonly<Record<Kind, readonly number[]>>;

async function measure(party: Party, count: number): Promise<Seconds> {
  const measured = await Promise.all(
    (Object.keys(kinds) as Kind[]).map(async (kind) => {
      const seconds: number[] = [];
      for (let number = 0; number < count; number += 1) {
        const begun = performance.now();
        await kinds[kind].run(party);
        seconds.push((performance.now() - begun) / 1000);
      }
      return [kind, seconds] as const;
    }),
  );
  return Object.fromEntries(measured) as Record<Kind, number[]>;
}

async function compare({ caller, files }: Party): Promise<void> {
  await untilReady(caller, await postComparisonOfFiles(caller, files));
}

async function edit({ caller, files }: Party): Promise<void> {
  await untilReady(caller, (await postEdit(caller, files.original, "Calm. ")).editId);
}

async function select({ caller, files }: Party): Promise<void> {
  const status = await postSelective(caller, files, PARAGRAPHS);
  if (status !== 200) throw new Error(`POST /v1/compare/selective answered ${status}`);
}

async function untilReady(caller: Caller, id: string): Promise<void> {
  for (const late = Date.now() + PATIENCE_MILLISECONDS; Date.now() < late; await setTimeout(POLL_MILLISECONDS)) {
    const { status } = await readJob(caller, id);
    if (status === "ready") return;
    if (status === "failed") throw new Error(`${id} failed`);
  }
  throw new Error(`${id} does not end`);
}

function report(findings: Findings, { idle, beside }: { readonly idle: Seconds; readonly beside: Seconds }): void {
  for (const kind of Object.keys(kinds) as Kind[]) {
    const { mostSeconds } = kinds[kind];
    const [alone, half, most] = [median(idle[kind]), median(beside[kind]), Math.max(...beside[kind])];
    const figures = `p50 ${half.toFixed(2)} s, longest ${most.toFixed(2)} s; alone ${alone.toFixed(2)} s`;
    console.log(`${kind.padEnd(12)}${figures}`);
    findings.check(`half of the calm one's ${kind}s take under ${mostSeconds} s`, half < mostSeconds, () => figures);
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
