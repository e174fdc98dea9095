// Runs Versus and docxodus as mergers, each in a separate process, with the same questions.

import { join } from "node:path";
import { KeptProcess, type Reply } from "@versus/proof/kept-process";
import type { MadeCopies } from "./make-copies.ts";

export type MergerName = "versus" | "docxodus";

/**
 * A question: merge the copies, compare the base with each of them, or count the conflicts. A resulting document is
 * written to `to`.
 */
export interface MergeQuestion extends MadeCopies {
  readonly do: "merge" | "compare" | "conflicts";
  readonly to: string;
}

export interface MergeRun {
  /** Milliseconds of CPU time. */
  readonly cpu: number;
  /** Maximum megabytes of the process so far. */
  readonly memory: number;
  /** Number of conflicts, if requested, otherwise 0. */
  readonly conflicts: number;
}

export type MergeAnswer = Reply<MergeRun>;

/** Milliseconds that a run may take before it counts as hung. */
const PATIENCE = 240_000;

/** Returns the author of the copy with this index. */
export function authorOf(index: number): string {
  return `Reviewer ${index + 1}`;
}

/** Starts a merger, calls `use`, and ends the merger. */
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
