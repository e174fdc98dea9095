// Versus by itself, when its process has compared so much that nothing is left to warm up: where its time goes, and how
// it grows with the document.

import { join } from "node:path";
import { type Contender, type Question, type Run, VERSUS, withContenders } from "./contenders.ts";
import type { Pair } from "./pairs.ts";
import { median } from "./take-turns.ts";

/** How many comparisons of each document warm up: many of a short one, few of a long one. */
const WARM_UPS = [200, 20, 4] as const;
const COUNTED = 5;

export interface Alone {
  readonly name: string;
  /** Milliseconds of CPU time, the median. */
  readonly cpu: number;
  /** The same by stage. */
  readonly stages: Readonly<Record<string, number>>;
}

/** Measures the documents, of growing size, that Versus finishes. */
export function measureAlone(pairs: readonly Pair[], folder: string): Promise<Alone[]> {
  return withContenders(async (contenders) => {
    const versus = contenders.find(({ name }) => name === VERSUS)!;
    const runs = pairs.map((): Run[] => []);
    for (const [index, pair] of pairs.entries()) await compareOften(versus, questionOf(pair, folder), WARM_UPS[index]!);
    for (let turn = 0; turn < COUNTED; turn += 1) {
      for (const [index, pair] of pairs.entries()) {
        runs[index]!.push(...(await compareOften(versus, questionOf(pair, folder), 1)));
      }
    }
    return pairs.flatMap(({ name }, index) =>
      runs[index]!.length === 0 ? [] : [{ name, ...mediansOf(runs[index]!) }],
    );
  });
}

async function compareOften(versus: Contender, question: Question, times: number): Promise<Run[]> {
  const runs: Run[] = [];
  for (let time = 0; time < times; time += 1) {
    const answer = await versus.run(question);
    if ("ok" in answer) runs.push(answer.ok);
  }
  return runs;
}

function questionOf({ before, after }: Pair, folder: string): Question {
  return { before, after, to: join(folder, "alone.docx") };
}

function mediansOf(runs: readonly Run[]): Omit<Alone, "name"> {
  const stages = Object.keys(runs[0]!.stages) as (keyof Run["stages"])[];
  return {
    cpu: median(runs.map(({ cpu }) => cpu)),
    stages: Object.fromEntries(stages.map((stage) => [stage, median(runs.map((run) => run.stages[stage]!))])),
  };
}
