// Lints one document in its own thread and measures the time for reading and for linting.

import { readFileSync } from "node:fs";
import { type Finding, lintDocument } from "@versus/engine/inside";
import { Failure } from "@versus/engine/tasks";
import { readDocument } from "../read-document.ts";

export interface LintJob {
  /** Path from the root of the corpus; the name of the file in the report. */
  readonly path: string;
  readonly file: string;
}

export interface LintResult {
  readonly path: string;
  /** "unopened" if the reader refused the document, "crashed" after a bug on our side. */
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
