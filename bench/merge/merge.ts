// Measures merging beside comparing each copy, its growth with the copies, and docxodus.
//
// `npm run bench -- merge` merges a contract of 100 pages with 5 or 20 copies. In each copy one paragraph in twenty is
// edited, and some are moved, inserted or deleted. Merging five copies and comparing the base with each of them take
// turns in one process; the medians count. Both include the gate and make only the Word document. The memory is that of
// a process that did nothing else. A merge is right about the base if rejecting all gives its text. It is right about a
// revision if accepting its changes alone gives its text (read-views.ts).

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decideAuthors, openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { readViews } from "../compare/read-views.ts";
import { decimal, table } from "../compare/tables.ts";
import { type Figure, median } from "../measure.ts";
import {
  authorOf,
  type MergeAnswer,
  type MergeQuestion,
  type MergeRun,
  type MergerName,
  withMerger,
} from "./contenders.ts";
import { type MadeCopies, makeCopies } from "./make-copies.ts";

const PAGES = 100;
const COPIES = { few: 5, many: 20 } as const;
const TURNS = { warmUps: 2, counted: 3 } as const;
const BARS = { beside: 0.9, growth: 4.4, megabytes: 1024 } as const;

export async function benchMerge(progress: (text: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "versus-bench-merge-"));
  try {
    const copies = makeCopies(PAGES, COPIES.many, folder);
    const few = { base: copies.base, revisions: copies.revisions.slice(0, COPIES.few) };
    progress("merging and comparing, in turns");
    const turns = await takeTurns(few, copies, folder);
    const rows: string[][] = [];
    for (const name of ["versus", "docxodus"] as const) {
      for (const made of [few, copies]) {
        progress(`${name}, ${made.revisions.length} copies`);
        rows.push(await describeMerger(name, made, folder));
      }
    }
    const headings = ["", "copies", "CPU ms", "peak MB", "base", "revisions", "conflicts"];
    console.log(`\n${table([headings, ...rows])}\n`);
    const memory = await memoryOf(copies, folder);
    return [
      {
        name: "5 copies: merge / five comparisons, CPU",
        value: turns.few / turns.compared,
        bar: { atMost: BARS.beside },
      },
      { name: "20 copies / 5 copies, CPU", value: turns.many / turns.few, bar: { atMost: BARS.growth } },
      { name: "20 copies: peak MB", value: memory, bar: { atMost: BARS.megabytes } },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the medians of CPU milliseconds. */
function takeTurns(few: MadeCopies, many: MadeCopies, folder: string) {
  const questions: Record<"few" | "compared" | "many", MergeQuestion> = {
    few: { do: "merge", ...few, to: join(folder, "few.docx") },
    compared: { do: "compare", ...few, to: join(folder, "compared.docx") },
    many: { do: "merge", ...many, to: join(folder, "many.docx") },
  };
  return withMerger("versus", async (ask) => {
    const times: Record<keyof typeof questions, number[]> = { few: [], compared: [], many: [] };
    for (let turn = 0; turn < TURNS.warmUps + TURNS.counted; turn += 1) {
      for (const name of Object.keys(questions) as (keyof typeof questions)[]) {
        const { cpu } = runOf(await ask(questions[name]));
        if (turn >= TURNS.warmUps) times[name].push(cpu);
      }
    }
    return { few: median(times.few), compared: median(times.compared), many: median(times.many) };
  });
}

/** Returns the memory of a process that merges once. */
function memoryOf(copies: MadeCopies, folder: string): Promise<number> {
  return withMerger("versus", async (ask) => {
    return runOf(await ask({ do: "merge", ...copies, to: join(folder, "memory.docx") })).memory;
  });
}

function runOf(answer: MergeAnswer): MergeRun {
  if ("error" in answer) throw new Error(answer.error);
  return answer.ok;
}

/** Returns a line of the table; for a merger that fails, with the reason. */
function describeMerger(name: MergerName, copies: MadeCopies, folder: string): Promise<string[]> {
  const to = join(folder, `${name}-${copies.revisions.length}.docx`);
  const who = name === "versus" ? "Versus" : "docxodus Consolidate";
  return withMerger(name, async (ask) => {
    const runs: MergeRun[] = [];
    for (let turn = 0; turn < TURNS.warmUps; turn += 1) {
      const answer = await ask({ do: "merge", ...copies, to });
      if ("error" in answer) return [who, String(copies.revisions.length), answer.error];
      runs.push(answer.ok);
    }
    const { cpu, memory } = runs.at(-1)!;
    const told = await ask({ do: "conflicts", ...copies, to });
    const conflicts = "error" in told ? told.error : String(told.ok.conflicts);
    const { base, restored } = judge(readFileSync(to), copies);
    const revisions = `${restored} of ${copies.revisions.length}`;
    return [
      who,
      String(copies.revisions.length),
      decimal(cpu),
      decimal(memory),
      base ? "yes" : "no",
      revisions,
      conflicts,
    ];
  });
}

/** Returns if the base is restored, and the number of restored revisions. */
function judge(merged: Uint8Array, { base, revisions }: MadeCopies): { base: boolean; restored: number } {
  const textOf = (bytes: Uint8Array): string => readViews(bytes).accepted.join("\n");
  const isRight = (accepts: (author: string) => boolean, file: string): boolean =>
    textOf(decided(merged, accepts)) === textOf(readFileSync(file));
  const restored = revisions.filter((file, index) => {
    return isRight((author) => author.split(", ").includes(authorOf(index)), file);
  });
  return { base: isRight(() => false, base), restored: restored.length };
}

const LEVEL = 1;

function decided(merged: Uint8Array, accepts: (author: string) => boolean): Uint8Array {
  const document = openDocument(merged, { codec: nodeZlib, names: wordNames() });
  decideAuthors(document, { accepts });
  return document.package.save(LEVEL);
}
