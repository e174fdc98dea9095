// Measures Versus alone, after so many comparisons that nothing is left to warm up.
//
// It shows the time by stage, the growth with the document, and the ratio to the necessary minimum: opening both
// documents and saving one. The two take turns.

import { join } from "node:path";
import { type Contender, type Question, type Run, withOurs } from "./contenders.ts";
import type { Pair } from "./pairs.ts";
import { median } from "./take-turns.ts";

const COUNTED = 5;
/** Milliseconds of CPU for warming up, and the minimum and maximum number of comparisons. */
const WARM_UP = { milliseconds: 6_000, least: 2, most: 200 } as const;

export interface Alone {
  readonly name: string;
  /** Median of the milliseconds of CPU time. */
  readonly cpu: number;
  /** The same for opening both and saving one. */
  readonly floor: number;
  /** The same by stage. */
  readonly stages: Readonly<Record<string, number>>;
}

/** Measures the documents of increasing size that Versus finishes. */
export function measureAlone(pairs: readonly Pair[], folder: string): Promise<Alone[]> {
  return withOurs(async (versus, floor) => {
    const runs = pairs.map(() => ({ own: [] as Run[], floor: [] as Run[] }));
    for (const pair of pairs)
      for (const contender of [versus, floor]) await warmUp(contender, questionOf(pair, folder));
    for (let turn = 0; turn < COUNTED; turn += 1) {
      for (const [index, pair] of pairs.entries()) {
        runs[index]!.own.push(...(await compareOnce(versus, questionOf(pair, folder))));
        runs[index]!.floor.push(...(await compareOnce(floor, questionOf(pair, folder))));
      }
    }
    return pairs.flatMap(({ name }, index) => {
      const { own, floor: least } = runs[index]!;
      return own.length === 0 ? [] : [{ name, floor: median(least.map(({ cpu }) => cpu)), ...mediansOf(own) }];
    });
  });
}

async function warmUp(contender: Contender, question: Question): Promise<void> {
  let spent = 0;
  for (let time = 0; time < WARM_UP.most; time += 1) {
    const [run] = await compareOnce(contender, question);
    spent += run?.cpu ?? WARM_UP.milliseconds;
    if (time + 1 >= WARM_UP.least && spent > WARM_UP.milliseconds) return;
  }
}

/** Returns an empty list if the run does not finish. */
async function compareOnce(contender: Contender, question: Question): Promise<Run[]> {
  const answer = await contender.run(question);
  return "ok" in answer ? [answer.ok] : [];
}

function questionOf({ before, after }: Pair, folder: string): Question {
  return { before, after, to: join(folder, "alone.docx") };
}

function mediansOf(runs: readonly Run[]): Pick<Alone, "cpu" | "stages"> {
  const stages = Object.keys(runs[0]!.stages) as (keyof Run["stages"])[];
  return {
    cpu: median(runs.map(({ cpu }) => cpu)),
    stages: Object.fromEntries(stages.map((stage) => [stage, median(runs.map((run) => run.stages[stage]!))])),
  };
}
