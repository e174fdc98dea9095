// Runs the engine of a checkout in a separate process: `engine-child.ts FOLDER`.
//
// Each input line is a question, each output line an answer.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import type { nodeZlib as NodeZlib } from "@versus/engine/node-zlib";
import type { compareTask as CompareTask, editTask as EditTask } from "@versus/engine/tasks";
import type { Reply } from "@versus/proof/kept-process";
import type { Question, Run } from "./against.ts";

interface Engine {
  readonly compareTask: typeof CompareTask;
  readonly editTask: typeof EditTask;
}

interface Zlib {
  readonly nodeZlib: typeof NodeZlib;
}

const folder = process.argv[2]!;
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, "engine", path)).href);
// Older commits export their tasks from `src/index.ts`.
const door = existsSync(join(folder, "engine/src/tasks.ts")) ? "src/tasks.ts" : "src/index.ts";
const { compareTask, editTask } = (await load(door)) as Engine;
const { nodeZlib: codec } = (await load("platform/node-zlib.ts")) as Zlib;

const WHO = { author: "Bench", date: "2026-01-02T03:04:05Z" } as const;
const NAMES = { before: "before.docx", after: "after.docx" } as const;

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
process.exit(0);

function answer(question: Question): Reply<Run> {
  try {
    const work = workOf(question);
    const start = process.cpuUsage();
    const steps = work();
    const { user, system } = process.cpuUsage(start);
    return { ok: { cpu: (user + system) / 1000, steps } };
  } catch (problem) {
    return { error: problem instanceof Error ? problem.message : String(problem) };
  }
}

/** Reads the input of a question. The function that it returns does the work and returns the counted steps. */
function workOf(question: Question): () => number {
  const document = readFileSync(question.document);
  if (question.do === "compare") {
    const after = readFileSync(question.after);
    const settings = { ...WHO, codec, names: NAMES, formats: ["docx"] } as const;
    return () => compareTask({ before: document, after, ...settings }).steps;
  }
  return () => {
    const { kind } = editTask({ document, edits: question.edits, ...WHO, codec });
    if (kind === "refused") throw new Error("the edits are refused");
    return 0;
  };
}
