// Runs one merger in a separate process: `merge-child.ts NAME`.
//
// Each input line is a question, each output line an answer. Only the work is measured: the documents are read before
// it, the result is written after it.

import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { authorOf, type MergeAnswer, type MergeQuestion, type MergerName } from "./contenders.ts";

// Standard output is reserved for the answers, but libraries may print there.
for (const method of ["log", "info", "debug"] as const) console[method] = console.error;

const DATE = "2026-01-02T03:04:05Z";

interface Copy {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly author: string;
}

/** The resulting document, or the number of conflicts. */
type Done = Uint8Array | number;
type Merger = Readonly<Record<MergeQuestion["do"], (base: Uint8Array, copies: readonly Copy[]) => Promise<Done>>>;

const mergers: Readonly<Record<MergerName, () => Promise<Merger>>> = { versus: loadVersus, docxodus: loadDocxodus };

async function loadVersus(): Promise<Merger> {
  const { compareTask, mergeTask } = await import("@versus/engine/tasks");
  const { nodeZlib } = await import("@versus/engine/node-zlib");
  const settings = { date: DATE, codec: nodeZlib } as const;
  const merge = (base: Uint8Array, revisions: readonly Copy[], format: "docx" | "json"): Uint8Array => {
    const named = { bytes: base, name: "base.docx" };
    return mergeTask({ base: named, revisions, ...settings, formats: [format] }).artifacts.get(format)!;
  };
  return {
    merge: async (base, copies) => merge(base, copies, "docx"),
    async compare(before, copies) {
      const redlines = copies.map(({ bytes: after, name, author }) => {
        const names = { before: "base.docx", after: name };
        return compareTask({ before, after, names, author, ...settings, formats: ["docx"] }).artifacts.get("docx")!;
      });
      return redlines.at(-1)!;
    },
    async conflicts(base, copies) {
      const { conflicts } = JSON.parse(new TextDecoder().decode(merge(base, copies, "json")));
      return (conflicts ?? []).length;
    },
  };
}

/** Docxodus's number for keeping every reviewer's version of a conflict, for a person to choose. */
const STACK_ALL = 2;

async function loadDocxodus(): Promise<Merger> {
  const { docxDiffCompare, docxDiffConsolidate, docxDiffGetConflicts, initialize } = await import("docxodus/core");
  await initialize();
  const reviewersOf = (copies: readonly Copy[]) => copies.map(({ bytes, author }) => ({ document: bytes, author }));
  const settings = { conflictResolution: STACK_ALL };
  return {
    merge: (base, copies) => docxDiffConsolidate(base, reviewersOf(copies), settings),
    async compare(base, copies) {
      let redline = base;
      for (const { bytes, author: authorForRevisions } of copies) {
        redline = await docxDiffCompare(base, bytes, { authorForRevisions });
      }
      return redline;
    },
    conflicts: async (base, copies) => (await docxDiffGetConflicts(base, reviewersOf(copies), settings)).length,
  };
}

async function answer(merger: Merger, question: MergeQuestion): Promise<MergeAnswer> {
  const base = readFileSync(question.base);
  const copies = question.revisions.map((file, index) => {
    return { bytes: readFileSync(file), name: `copy-${index + 1}.docx`, author: authorOf(index) };
  });
  const start = cpuNow();
  try {
    const done = await merger[question.do](base, copies);
    const cpu = cpuNow() - start;
    if (typeof done !== "number") writeFileSync(question.to, done);
    const memory = process.resourceUsage().maxRSS / 1024;
    return { ok: { cpu, memory, conflicts: typeof done === "number" ? done : 0 } };
  } catch (problem) {
    return { error: problem instanceof Error ? problem.message : String(problem) };
  }
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const loaded = await mergers[process.argv[2] as MergerName]();
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(loaded, JSON.parse(line)))}\n`);
}
process.exit(0);
