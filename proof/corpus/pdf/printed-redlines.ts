// Makes the redlines that `corpus pdf` prints: comparisons of pairs, and merges.

import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure, mergeTask } from "@versus/engine/tasks";
import type { PrintedRedline } from "@versus/service/redline-pdf";
import { readInputs } from "../compare/check-pair.ts";
import { comparers, type Refusal } from "../compare/comparer.ts";
import type { Pair } from "../compare/pairs.ts";
import { type MergeCase, type MergeSource, readMerge } from "../merge/merges.ts";

export type PrintJob =
  | { readonly kind: "pair"; readonly name: string; readonly source: Pair["source"] }
  | { readonly kind: "merge"; readonly name: string; readonly source: MergeSource };

export function jobOfPair({ name, source }: Pair): PrintJob {
  return { kind: "pair", name, source };
}

export function jobOfMerge({ name, source }: MergeCase): PrintJob {
  return { kind: "merge", name, source };
}

/** A redline and what its PDF says about it. */
export interface PrintableRedline {
  readonly docx: Uint8Array;
  readonly json: Uint8Array;
  readonly about: PrintedRedline["about"];
}

/** The date of all changes, constant so that the bytes are always the same. */
const CHANGED = "2026-01-02T03:04:05Z";
const CREATED_AT = new Date(CHANGED);

export async function makePrintable(job: PrintJob): Promise<PrintableRedline | Refusal> {
  return job.kind === "pair" ? comparePair(job.source) : mergeCopies(job.source);
}

async function comparePair(source: Pair["source"]): Promise<PrintableRedline | Refusal> {
  const inputs = readInputs(source);
  if (inputs instanceof Failure) return { refusal: inputs.code };
  const made = await comparers.versus(inputs.before, inputs.after);
  if ("refusal" in made) return made;
  const documents = [
    { role: "original", name: "before.docx" },
    { role: "modified", name: "after.docx" },
  ] as const;
  return { docx: made.docx, json: made.json!, about: { documents, createdAt: CREATED_AT } };
}

function mergeCopies(source: MergeSource): PrintableRedline | Refusal {
  try {
    const { base, copies } = readMerge(source);
    const revisions = copies.map((bytes, at) => ({ bytes, name: `copy-${at + 1}.docx`, author: `Reviewer ${at + 1}` }));
    const formats = ["docx", "json"] as const;
    const asked = { base: { bytes: base, name: "base.docx" }, revisions, date: CHANGED, codec: nodeZlib, formats };
    const { artifacts } = mergeTask(asked);
    const documents = [
      { role: "base", name: "base.docx" } as const,
      ...revisions.map(({ name, author }) => ({ role: "revision", name, author }) as const),
    ];
    return {
      docx: artifacts.get("docx")!,
      json: artifacts.get("json")!,
      about: { documents, createdAt: CREATED_AT },
    };
  } catch (problem) {
    if (problem instanceof Failure) return { refusal: problem.code };
    throw problem;
  }
}
