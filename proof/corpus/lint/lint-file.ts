// Lints one document, in a thread of its own, and takes the time it needs beside the time of reading.

import { readFileSync } from "node:fs";
import { type Finding, lintDocument } from "@versus/engine/inside";
import { Failure } from "@versus/engine/tasks";
import { readDocument } from "../read-document.ts";

export interface LintJob {
  /** From the root of the corpus; the name of the file in the report. */
  readonly path: string;
  readonly file: string;
}

export interface LintResult {
  readonly path: string;
  /** What it came to: linted, refused by the reader, or a fault of ours. */
  readonly outcome: "linted" | "unopened" | "crashed";
  readonly reason: string;
  readonly findings: readonly Finding[];
  readonly readMilliseconds: number;
  readonly lintMilliseconds: number;
}

const NOTHING = { findings: [], readMilliseconds: 0, lintMilliseconds: 0 };

export function work({ path, file }: LintJob): LintResult {
  const bytes = readFileSync(file);
  const start = performance.now();
  try {
    const { document } = readDocument(bytes);
    const read = performance.now();
    const findings = lintDocument(document);
    return {
      path,
      outcome: "linted",
      reason: "",
      findings,
      readMilliseconds: read - start,
      lintMilliseconds: performance.now() - read,
    };
  } catch (problem) {
    if (problem instanceof Failure) return { ...NOTHING, path, outcome: "unopened", reason: problem.code };
    throw problem;
  }
}

export function crashedLint({ path }: LintJob, reason: string): LintResult {
  const [error = "", place = ""] = reason.split("\n");
  return { ...NOTHING, path, outcome: "crashed", reason: `${error} ${place.trim()}` };
}
