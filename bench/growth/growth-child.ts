// Runs one step on one shape in a separate process.
//
// `growth-child.ts STEP SHAPE SCALE FOLDER [ENGINE]` prints one line of JSON. The folder has what a step needs of
// earlier ones: the redline, the edits, the edited copies. ENGINE names the folder of another checkout, whose engine
// then does the work.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { nodeZlib as NodeZlib } from "@versus/engine/node-zlib";
import type * as Tasks from "@versus/engine/tasks";
import { makeShape } from "@versus/proof/growth-shapes";
import { editsFor } from "./edits-for.ts";
import type { StepName, StepResult } from "./run-step.ts";

const [step, shape = "", scale = "", folder = "", engine = join(import.meta.dirname, "../..")] = process.argv.slice(2);
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(engine, "engine", path)).href);
const { compareTask, contentTask, decideTask, editTask, mergeTask } = (await load("src/tasks.ts")) as typeof Tasks;
const { nodeZlib: codec } = (await load("platform/node-zlib.ts")) as { readonly nodeZlib: typeof NodeZlib };

const DATE = "2026-01-02T03:04:05Z";
const AUTHOR = "Bench";
const FORMATS = ["docx", "json", "md", "fragment"] as const;
const AT_ONCE = 20;

/** The result of a step: its artifacts, and the number of steps that the engine counted, if it does. */
interface Made {
  readonly artifacts: readonly Uint8Array[];
  readonly steps?: number;
}

/** A function that reads its input and returns the measured work. */
type Prepare = () => () => Made;

const work: Readonly<Record<StepName, Prepare>> = {
  compare: () => {
    const { before, after } = makeShape(shape, Number(scale));
    const names = { before: "a.docx", after: "b.docx" };
    return () => {
      const task = compareTask({ before, after, names, author: AUTHOR, date: DATE, codec, formats: FORMATS });
      return { artifacts: keep("redline.docx", FORMATS, task.artifacts), steps: task.steps };
    };
  },
  accept: () => {
    const bytes = readFileSync(join(folder, "redline.docx"));
    return () => {
      const outcome = decideTask({ bytes, codec, decisions: { rest: "accept" } });
      if (outcome.kind === "refused") throw new Error("The decisions are refused");
      return { artifacts: [outcome.docx] };
    };
  },
  content: () => {
    const { before: document } = makeShape(shape, Number(scale));
    return () => {
      const { json, markdown, staged } = contentTask({ document, codec });
      return { artifacts: [json, markdown, staged] };
    };
  },
  replace: () => replaceIn("before"),
  merge: () => {
    const { before, after } = makeShape(shape, Number(scale));
    const revisions = [
      { name: "b.docx", author: "B", bytes: after },
      { name: "a-edited.docx", author: "C", bytes: readFileSync(join(folder, "before-edited.docx")) },
      { name: "b-edited.docx", author: "D", bytes: readFileSync(join(folder, "after-edited.docx")) },
    ];
    return () => {
      const base = { name: "a.docx", bytes: before };
      const task = mergeTask({ base, revisions, date: DATE, codec, formats: FORMATS });
      return { artifacts: keep("merge.docx", FORMATS, task.artifacts), steps: task.steps };
    };
  },
};

function replaceIn(side: "before" | "after"): () => Made {
  const document = makeShape(shape, Number(scale))[side];
  const edits = editsFor(document, AT_ONCE);
  return () => {
    const outcome = editTask({ document, edits, author: AUTHOR, date: DATE, codec });
    // Nested fields cannot be replaced. Detecting that must not take long either.
    if (outcome.kind === "refused" && shape !== "nested-fields")
      throw new Error(`Edits are refused: ${JSON.stringify(outcome.refusals[0])}`);
    const artifacts = outcome.kind === "refused" ? [] : [outcome.redline, outcome.docx];
    writeFileSync(join(folder, `${side}-edited.docx`), artifacts[1] ?? document);
    return { artifacts };
  };
}

function keep<Format extends string>(file: string, formats: readonly Format[], made: ReadonlyMap<Format, Uint8Array>) {
  writeFileSync(join(folder, file), made.get(formats[0]!)!);
  return formats.map((format) => made.get(format)!);
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const prepare = step === "edit-after" ? () => replaceIn("after") : work[step as StepName];
if (step === "merge" && !existsSync(join(folder, "after-edited.docx")))
  throw new Error("The copies to merge are missing");
const run = prepare();
const start = cpuNow();
const { artifacts, steps } = run();
const result: StepResult = {
  cpu: cpuNow() - start,
  megabytes: process.resourceUsage().maxRSS / 1024,
  bytes: artifacts.map(({ length }) => length),
  ...(steps === undefined ? {} : { steps }),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
