// Compares one pair of documents and judges the redline, in its own thread.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { openArchive, readEntry, readerLimits } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure } from "@versus/engine/tasks";
import { makeShape } from "../../generate/growth/shapes.ts";
import { reviseDocument } from "../../generate/revise-document.ts";
import { copyForOffice } from "../../office/office-copy.ts";
import type { ContentDifference } from "./compare-contents.ts";
import { type ComparerName, comparers, type FormattingMode, type Redline } from "./comparer.ts";
import { lookDifferences } from "./judge-looks.ts";
import type { Family, Pair, PairSource } from "./pairs.ts";
import { readContent } from "./read-content.ts";
import {
  acceptedBytes,
  askDocxodus,
  compareDecided,
  type Inputs,
  newErrorKinds,
  newFindings,
  newlyDangling,
  type Opinion,
  renderingDifferences,
} from "./redline-checks.ts";

export interface PairJob extends Pair {
  readonly comparer: ComparerName;
  readonly formatting: FormattingMode;
  /** True if only the digests are needed. */
  readonly isDigestOnly: boolean;
  /** True if the redline must restore formatting, too. */
  readonly withFormatting: boolean;
  /** The files in which the redline and a copy for LibreOffice are saved, or undefined. */
  readonly saveAs: string | undefined;
  readonly saveForOffice: string | undefined;
}

export const checkNames = [
  "accepted it is the document after",
  "rejected it is the document before",
  "accepted it looks like the document after",
  "rejected it looks like the document before",
  "no new kind of validation error",
  "no new lint finding",
  "the JSON rebuilds both",
  "the Markdown rebuilds both",
  "no reference leads nowhere once it is rejected",
] as const;
export type CheckName = (typeof checkNames)[number];

/** The problem that a check found, by positions and kinds. `lines` are the differing lines for verbose reports. */
export interface Problem {
  readonly check: CheckName;
  readonly problem: string;
  readonly lines: readonly string[];
}

export interface PairResult {
  readonly name: string;
  readonly family: Family;
  /** "unmade" if the documents of the pair could not be made. */
  readonly outcome: "judged" | "refused" | "crashed" | "unmade";
  /** Why there is no redline; empty if there is one. */
  readonly reason: string;
  readonly problems: readonly Problem[];
  readonly notices: readonly string[];
  /** The kinds of edits between the two documents, if they are known, each as often as it was made. */
  readonly edits: readonly string[];
  /** How often each equivalence was needed. */
  readonly decided: Readonly<Record<string, number>>;
  /** How often each property differs after deciding the redline. A key is, for example, `run b`. */
  readonly formatting: Readonly<Record<string, number>>;
  readonly opinion: Opinion;
  /** Digests of the bytes of the redline, and of its uncompressed content. */
  readonly digests: { readonly bytes: string; readonly content: string };
  readonly milliseconds: number;
}

const NOTHING = {
  reason: "",
  problems: [],
  notices: [],
  edits: [],
  decided: {},
  formatting: {},
  opinion: { kind: "none", reason: "not asked" },
  digests: { bytes: "", content: "" },
  milliseconds: 0,
} as const;

export async function work(job: PairJob): Promise<PairResult> {
  const { name, family, source, comparer, formatting } = job;
  const inputs = readInputs(source);
  if (inputs instanceof Failure) return { ...NOTHING, name, family, outcome: "unmade", reason: inputs.code };
  const { edits } = inputs;
  const start = performance.now();
  const redline = await comparers[comparer](inputs.before, inputs.after, formatting);
  const milliseconds = performance.now() - start;
  if ("refusal" in redline) return { ...NOTHING, name, family, outcome: "refused", reason: redline.refusal, edits };
  if (job.saveAs !== undefined) writeFileSync(job.saveAs, redline.docx);
  if (job.saveForOffice !== undefined) writeFileSync(job.saveForOffice, copyForOffice(redline.docx));
  const judgement = job.isDigestOnly ? {} : await judge(redline, inputs, job);
  const { notices, docx } = redline;
  const digests = { bytes: sha256(docx), content: contentDigest(docx) };
  return { ...NOTHING, name, family, outcome: "judged", notices, edits, digests, milliseconds, ...judgement };
}

export function crashedPair({ name, family }: PairJob, reason: string): PairResult {
  const [error = "", place = ""] = reason.split("\n");
  return { ...NOTHING, name, family, outcome: "crashed", reason: `${error} ${place.trim()}` };
}

/**
 * Returns the two documents and the kinds of edits between them, or the Failure of a file from which nothing can be
 * generated.
 */
export function readInputs(source: PairSource): (Inputs & { readonly edits: readonly string[] }) | Failure {
  if (source.kind === "shape") return { ...makeShape(source.shape, source.scale), edits: [] };
  if (source.kind === "files") {
    return { before: readFileSync(source.before), after: readFileSync(source.after), edits: [] };
  }
  const bytes = readFileSync(source.base);
  try {
    const { base, bytes: after, truth } = reviseDocument(bytes, source.plan);
    return { before: base ?? bytes, after, edits: truth.edits.map(({ kind }) => kind) };
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}

type Judgement = Pick<PairResult, "problems" | "decided" | "formatting" | "opinion">;

async function judge(
  redline: Redline,
  inputs: Inputs,
  { withFormatting, formatting: mode }: PairJob,
): Promise<Judgement> {
  const isVisible = mode === "visible";
  const options = { withFormatting: withFormatting && !isVisible, isAsSeen: isVisible };
  const sides = { before: acceptedBytes(inputs.before), after: acceptedBytes(inputs.after) };
  const expected = { accept: readContent(sides.after, options), reject: readContent(sides.before, options) };
  const accepted = compareDecided(redline.docx, "accept", expected.accept);
  const rejected = compareDecided(redline.docx, "reject", expected.reject);
  const looks = withFormatting && isVisible ? lookDifferences(redline, sides) : undefined;
  const renderings = renderingDifferences(redline);
  const both = [inputs.after, inputs.before];
  const problems = [
    ...contentProblems("accepted it is the document after", accepted.difference),
    ...contentProblems("rejected it is the document before", rejected.difference),
    ...contentProblems("accepted it looks like the document after", looks?.accept ?? accepted.formatting?.difference),
    ...contentProblems("rejected it looks like the document before", looks?.reject ?? rejected.formatting?.difference),
    ...problemsOf("no new kind of validation error", await newErrorKinds(redline.docx, both)),
    ...problemsOf("no new lint finding", newFindings(redline.docx, both)),
    ...problemsOf("the JSON rebuilds both", renderings.json),
    ...problemsOf("the Markdown rebuilds both", renderings.markdown),
    ...problemsOf("no reference leads nowhere once it is rejected", newlyDangling(redline.docx, inputs.before)),
  ];
  const opinion = await askDocxodus(redline.docx, expected);
  const decided = sumCounts([accepted, rejected].flatMap((one) => [one.decided, one.formatting?.decided ?? {}]));
  const formatting = sumCounts([accepted, rejected].map((one) => one.formatting?.counts ?? {}));
  return { problems, decided, formatting, opinion };
}

function contentProblems(check: CheckName, difference: ContentDifference | undefined): Problem[] {
  if (difference === undefined) return [];
  const [expected, found] = difference.lines;
  return [{ check, problem: difference.place, lines: [`wanted ${expected}`, `found  ${found}`] }];
}

function problemsOf(check: CheckName, found: readonly string[]): Problem[] {
  return found.length === 0 ? [] : [{ check, problem: found.join("; "), lines: [] }];
}

function sumCounts(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const one of counts) for (const [name, count] of Object.entries(one)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Returns a digest of names and unpacked bytes. It shows whether only the compression differs. */
function contentDigest(docx: Uint8Array): string {
  const hash = createHash("sha256");
  for (const entry of openArchive(docx, readerLimits).entries) {
    hash.update(`${entry.name}\n`).update(sha256(readAnyway(entry)));
  }
  return hash.digest("hex");
}

/**
 * Returns the uncompressed bytes of an entry. For an entry that cannot be read, such as one with a wrong checksum,
 * returns the compressed bytes.
 */
function readAnyway(entry: ReturnType<typeof openArchive>["entries"][number]): Uint8Array {
  try {
    return readEntry(entry, nodeZlib);
  } catch {
    return entry.data;
  }
}
