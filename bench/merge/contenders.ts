// Who merges: Versus and docxodus, each in a process of its own, both asked in the same way.

import { join } from "node:path";
import { KeptProcess, type Reply } from "@versus/proof/kept-process";
import type { MadeCopies } from "./make-copies.ts";

export type MergerName = "versus" | "docxodus";

/** Merge the copies, compare the base with each of them, or tell the conflicts; and where the document goes. */
export interface MergeQuestion extends MadeCopies {
  readonly do: "merge" | "compare" | "conflicts";
  readonly to: string;
}

export interface MergeRun {
  /** Milliseconds of CPU time. */
  readonly cpu: number;
  /** The most megabytes that the process ever held. */
  readonly memory: number;
  /** Where they were asked for. */
  readonly conflicts: number;
}

export type MergeAnswer = Reply<MergeRun>;

/** Milliseconds that a run may take before it counts as hanging. */
const PATIENCE = 240_000;

/** Who the changes of a copy are by, from its number on. */
export function authorOf(index: number): string {
  return `Reviewer ${index + 1}`;
}

/** Lends a merger, started afresh, and ends it. */
export async function withMerger<Result>(
  name: MergerName,
  use: (ask: (question: MergeQuestion) => Promise<MergeAnswer>) => Promise<Result>,
): Promise<Result> {
  const kept = new KeptProcess({
    command: process.execPath,
    words: [join(import.meta.dirname, "merge-child.ts"), name],
  });
  try {
    return await use((question) => kept.ask<MergeRun>(question, PATIENCE));
  } finally {
    kept.stop();
  }
}
