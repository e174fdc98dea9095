// Finds out in its own thread if any part of a file has tracked changes, by our own listing.

import { readFileSync } from "node:fs";
import { listRevisions } from "@versus/engine/inside";
import { Failure } from "@versus/engine/tasks";
import { openCorpusDocument } from "../read-document.ts";

export interface FindJob {
  readonly path: string;
  readonly file: string;
}

export type Found = "tracked" | "untracked" | "unopened" | "crashed";

export function work({ file }: FindJob): Found {
  try {
    return listRevisions(openCorpusDocument(readFileSync(file))).length > 0 ? "tracked" : "untracked";
  } catch (problem) {
    if (problem instanceof Failure) return "unopened";
    throw problem;
  }
}
