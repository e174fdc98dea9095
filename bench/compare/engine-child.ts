// Runs one engine in a separate process: `engine-child.ts NAME`.
//
// Each input line is a question, each output line an answer. Only the comparison is measured: the documents are read
// before it, the redline is written after it.

import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { CompareStage } from "@versus/engine/tasks";
import type { Answer, Question } from "./contenders.ts";
import { type Engine, type EngineName, engines } from "./engines.ts";

// Standard output is reserved for the answers, but libraries may print there.
for (const method of ["log", "info", "debug"] as const) console[method] = console.error;
const engine = await engines[process.argv[2] as EngineName]();

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(engine, JSON.parse(line)))}\n`);
}
process.exit(0);

async function answer({ compare }: Engine, { before, after, to }: Question): Promise<Answer> {
  const documents = { before: readFileSync(before), after: readFileSync(after) };
  const marks: { stage: CompareStage; at: number }[] = [];
  const start = cpuNow();
  try {
    const { docx, steps } = await compare(documents, (stage) => marks.push({ stage, at: cpuNow() }));
    const end = cpuNow();
    writeFileSync(to, docx);
    const stages = marks.map(({ stage, at }, index) => [stage, (marks[index + 1]?.at ?? end) - at]);
    const memory = process.resourceUsage().maxRSS / 1024;
    const told = steps === undefined ? {} : { steps };
    return { ok: { cpu: end - start, memory, stages: Object.fromEntries(stages), ...told } };
  } catch (problem) {
    return { error: problem instanceof Error ? problem.message : String(problem) };
  }
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
