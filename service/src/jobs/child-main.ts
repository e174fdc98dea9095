// The program of a child process of the sandbox: takes one task, answers, takes the next. It alone runs document work;
// what it does to time and memory is watched from outside (child-process.ts).

import { type CompareRequest, compareTask, Failure, openDocument, wordNames } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";
import {
  type ChildAnswer,
  type ChildTask,
  type CompareChildTask,
  type Crashed,
  childReady,
  type Refused,
} from "./child-protocol.ts";
import { countWords } from "./count-words.ts";

process.on("message", (task: ChildTask) => tell(answer(task)));
process.on("disconnect", () => process.exit());
tell(childReady);

function tell(message: ChildAnswer | typeof childReady): void {
  process.send?.(message);
}

function answer(task: ChildTask): ChildAnswer {
  try {
    return task.kind === "compare" ? compare(task) : check(task.document);
  } catch (problem) {
    if (problem instanceof Failure) return refusal(problem);
    if (isOutOfMemory(problem)) return { kind: "killed", reason: "memory" };
    return crash(problem);
  }
}

function compare(task: CompareChildTask): ChildAnswer {
  let words = { before: 0, after: 0 };
  const onOpened: CompareRequest["onOpened"] = (before, after) => {
    words = { before: countWords(before), after: countWords(after) };
  };
  const { artifacts, notices } = compareTask({ ...task, codec: nodeZlib, onOpened });
  return { kind: "compared", artifacts, notices, words };
}

function check(document: Uint8Array): ChildAnswer {
  return { kind: "checked", notices: open(document).notices };
}

function open(document: Uint8Array): ReturnType<typeof openDocument> {
  return openDocument(document, { codec: nodeZlib, names: wordNames() });
}

function refusal({ code, rule, place }: Failure): Refused {
  const { source, part } = place;
  return {
    kind: "failed",
    code,
    rule,
    ...(source === "before" || source === "after" ? { source } : {}),
    ...(part === undefined ? {} : { part }),
  };
}

// Buffers lie outside of the heap: when the system gives no more, Node throws instead of ending the process.
function isOutOfMemory(problem: unknown): boolean {
  return problem instanceof RangeError && /allocation failed/i.test(problem.message);
}

function crash(problem: unknown): Crashed {
  const { name, stack = "" } = problem instanceof Error ? problem : new Error("what was thrown is no error");
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return { kind: "crashed", trace: [name, ...frames].join("\n") };
}
