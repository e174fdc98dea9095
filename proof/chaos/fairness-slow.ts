// Measures how long short comparisons wait beside comparisons that never end.
//
// `npm run chaos -- fairness --slow [--short]`: one organization sends 20 comparisons that take longer than the fast
// lane allows. Another sends 100 short ones, one after another, and 100 more when the 20 are in the slow lane (CPU-1 to
// CPU-4). The result is the time that the second organization waits, from the 202 until a read returns ready.
//
// `npm run acceptance -- attacks` runs the brief form.

import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { seededRandom } from "../runner/random.ts";
import { type Caller, postComparison, readJob } from "./call-service.ts";
import { Findings } from "./findings.ts";
import { makePair, makeShuffled, type Pair } from "./make-pair.ts";
import { startChaosService } from "./start-service.ts";

/** Long enough for minutes of processor time. */
const ENDLESS_PARAGRAPHS = 60_000;
const POLL_MILLISECONDS = 20;
/** Seconds within which 99 of 100 short comparisons must end: before the long ones are in the slow lane, and after. */
const MOST_SECONDS = { before: 30, after: 2 } as const;

interface DrillSize {
  /** Seconds of processor time in the fast lane. A smaller value shows the same in less time. */
  readonly fastSeconds: number;
  readonly endless: number;
  /** Number of short comparisons, before and after. */
  readonly calm: number;
}

const sizes = {
  whole: { fastSeconds: 20, endless: 20, calm: 100 },
  short: { fastSeconds: 2, endless: 20, calm: 100 },
  brief: { fastSeconds: 2, endless: 6, calm: 30 },
} as const satisfies Readonly<Record<string, DrillSize>>;

const tell = (line: string) => console.error(`chaos: ${line}`);

export async function runSlowFairness(size: keyof typeof sizes): Promise<Findings> {
  const { fastSeconds, endless: count, calm: calmCount } = sizes[size];
  const settings = { VERSUS_CHILD_FAST_SECONDS: String(fastSeconds) };
  const service = await startChaosService({ isCeph: false, workers: 1, children: 2, settings });
  const database = new Client(service.databaseUrl);
  try {
    await database.connect();
    const findings = new Findings();
    const busy = await service.addOrganization("busy", { isZeroDay: false });
    const calm = await service.addOrganization("calm", { isZeroDay: false });
    const endless = makeShuffled(ENDLESS_PARAGRAPHS, seededRandom("fairness-slow", 1));
    const short = makePair(1, "calm", 1);
    report("alone", await waits(calm, short, 5));
    for (let sent = 0; sent < count; sent += 1) await postComparison(busy, endless, `endless-${sent}`);
    tell(`${count} comparisons that do not end were handed in`);
    const before = await waits(calm, short, calmCount);
    await untilAllSlow(database, count);
    tell("all of them are in the slow lane");
    const after = await waits(calm, short, calmCount);
    judge(findings, "before they are in the slow lane", before, MOST_SECONDS.before);
    judge(findings, "once they are in the slow lane", after, MOST_SECONDS.after);
    const { rows } = await database.query("select state from jobs where is_slow and state = 'running'");
    findings.check("the slow lane was at work until the end", rows.length === 1, () => `${rows.length} run`);
    const { rows: spent } = await database.query("select tokens from rate_buckets where starts_with(bucket, 'cpu:')");
    findings.check("both organizations are charged for their processor time", spent.length === 2);
    return findings;
  } finally {
    await database.end();
    await service.stop();
  }
}

/** Returns the seconds that each comparison waits, one after another. */
async function waits(caller: Caller, pair: Pair, count: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = await postComparison(caller, pair, "calm");
    const begun = performance.now();
    for (let isOver = false; !isOver; await setTimeout(POLL_MILLISECONDS)) {
      const { status } = await readJob(caller, id);
      if (status === "failed") throw new Error(`${id} failed`);
      isOver = status === "ready";
    }
    seconds.push((performance.now() - begun) / 1000);
  }
  return seconds;
}

async function untilAllSlow(database: Client, count: number): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ slow: number; ended: number }>(
      "select count(*) filter (where is_slow)::int as slow, count(*) filter (where not is_slow and kind = 'compare' and state = 'failed')::int as ended from jobs",
    );
    if ((rows[0]?.slow ?? 0) >= count) return;
    if ((rows[0]?.ended ?? 0) > 0) throw new Error("A comparison failed in the fast lane.");
    await setTimeout(1000);
  }
}

function judge(findings: Findings, when: string, seconds: readonly number[], most: number): void {
  const figures = report(when, seconds);
  findings.check(`99 of 100 wait at most ${most} s ${when}`, percentile(seconds, 0.99) <= most, () => figures);
}

function report(when: string, seconds: readonly number[]): string {
  const [half, hundredth, longest] = [0.5, 0.99, 1].map((share) => `${percentile(seconds, share).toFixed(2)} s`);
  const figures = `p50 ${half}, p99 ${hundredth}, longest ${longest}`;
  console.log(`${seconds.length} short comparisons ${when}: ${figures}`);
  return figures;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
