// Merges one base with its copies and judges the merge, in its own thread.

import { writeFileSync } from "node:fs";
import { Failure } from "@versus/engine/tasks";
import type { MadeMerge } from "../../generate/merges/make-merge.ts";
import { ContentPackage } from "../../reading/content-package.ts";
import { type Content, readContent } from "../compare/read-content.ts";
import { newErrorKinds, newFindings, newlyDangling } from "../compare/redline-checks.ts";
import { compareExcusing, type DecidedComparison, readDecided, viewDifference } from "./decided.ts";
import { listChanges } from "./list-changes.ts";
import type { MergeCheck, MergeProblem } from "./merge-checks.ts";
import { authorOf, type Copy, type Merged, type MergerName, mergers, namedCopies } from "./merger.ts";
import { type MergeCase, type MergeFamily, readMerge } from "./merges.ts";
import { acceptsOf, type MergeRecord, missingMarks, readRecord } from "./read-record.ts";
import { renderedDifferences } from "./renderings.ts";
import { judgeTwins, type Twins } from "./twins.ts";
import { differentLooks } from "./view-looks.ts";

export interface MergeJob extends MergeCase {
  readonly merger: MergerName;
  /** True if the validator checks the merge, which is the slowest check. */
  readonly validates: boolean;
  /** The file in which the merge is saved, or undefined. */
  readonly saveAs: string | undefined;
}

export interface MergeResult {
  readonly name: string;
  readonly family: MergeFamily;
  /** "unmade" if the documents of the merge could not be read or made. */
  readonly outcome: "judged" | "refused" | "crashed" | "unmade";
  readonly reason: string;
  readonly problems: readonly MergeProblem[];
  readonly notices: readonly string[];
  readonly edits: readonly string[];
  /** Number of revised copies, and of those that are restored when the changes of that copy alone are accepted. */
  readonly revisions: number;
  readonly restored: number;
  /** The kinds of its conflicts. */
  readonly conflicts: readonly string[];
  /** Number of lines whose formatting is excused by a property conflict. */
  readonly excused: number;
  readonly twins: Twins;
  readonly milliseconds: number;
}

const NOTHING = {
  reason: "",
  problems: [],
  notices: [],
  edits: [],
  revisions: 0,
  restored: 0,
  conflicts: [],
  excused: 0,
  twins: { shared: 0, asOne: 0 },
  milliseconds: 0,
} as const;

export async function work(job: MergeJob): Promise<MergeResult> {
  const { name, family, source, merger } = job;
  const made = makeOrFail(source);
  if (made instanceof Failure) return { ...NOTHING, name, family, outcome: "unmade", reason: made.code };
  const { edits, copies } = made;
  const start = performance.now();
  const merged = await mergers[merger](made.base, namedCopies(copies));
  const milliseconds = performance.now() - start;
  const told = { ...NOTHING, name, family, edits, revisions: copies.length };
  if ("refusal" in merged) return { ...told, outcome: "refused", reason: merged.refusal };
  if (job.saveAs !== undefined) writeFileSync(job.saveAs, merged.docx);
  const { notices } = merged;
  const judgement = await judge(made, merged, job);
  const problems = [...judgement.problems, ...(merger === "versus" ? await checkVisible(made, merged) : [])];
  return { ...told, outcome: "judged", notices, milliseconds, ...judgement, problems };
}

/** Merges in the mode of visible formatting, and judges the text, the structure and the looks of the views. */
async function checkVisible({ base, copies }: MadeMerge, { notices }: Merged): Promise<MergeProblem[]> {
  const restores = "with visible formatting the texts are restored";
  const named = namedCopies(copies);
  const merged = await mergers.versus(base, named, "visible");
  if ("refusal" in merged) return problemsOf(restores, [merged.refusal]);
  const record = readRecord(new ContentPackage(merged.docx)) ?? plainRecord(named);
  const wrongIn = (bytes: Uint8Array, index?: number): string[] => {
    const accepts = index === undefined ? () => false : acceptsOf(record, (revisions) => revisions.includes(index));
    const wanted = readContent(bytes, { withFormatting: true });
    const { difference } = compareExcusing(wanted, readDecided(merged.docx, accepts));
    return difference === undefined
      ? []
      : [`${index === undefined ? "base" : `revision ${index + 1}`}: ${difference.place}`];
  };
  const replaced = fallbacksIn(merged).length - notices.filter((code) => code.startsWith("BLOCK_FALLBACK")).length;
  return [
    ...problemsOf(restores, [...wrongIn(base), ...copies.flatMap((bytes, index) => wrongIn(bytes, index))]),
    ...problemsOf("with visible formatting no more blocks are replaced", replaced > 0 ? [`${replaced} more`] : []),
    ...problemsOf("with visible formatting the looks are restored", differentLooks(merged, { base, named, record })),
  ];
}

export function crashedMerge({ name, family }: MergeJob, reason: string): MergeResult {
  const [error = "", place = ""] = reason.split("\n");
  return { ...NOTHING, name, family, outcome: "crashed", reason: `${error} ${place.trim()}` };
}

function makeOrFail(source: MergeCase["source"]): MadeMerge | Failure {
  try {
    return readMerge(source);
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}

type Judgement = Pick<MergeResult, "problems" | "restored" | "conflicts" | "excused" | "twins">;

async function judge(made: MadeMerge, merged: Merged, job: MergeJob): Promise<Judgement> {
  const { base, copies, whole, shared } = made;
  const named = namedCopies(copies);
  const parts = new ContentPackage(merged.docx);
  const record = readRecord(parts) ?? plainRecord(named);
  const read = (bytes: Uint8Array): Content => readContent(bytes, { withFormatting: true });
  const rejected = compareExcusing(
    read(base),
    readDecided(merged.docx, () => false),
  );
  const each = copies.map((bytes, index) => checkRevision(merged.docx, bytes, { record, index, read }));
  const problems = [
    ...contentProblems(["rejected it is the base", "rejected it looks like the base"], rejected, ""),
    ...each.flatMap((one) => one.problems),
    ...problemsOf("every conflict has its marks", job.merger === "versus" ? missingMarks(parts, record) : []),
    ...(whole === undefined ? [] : checkDisjoint(merged.docx, record, read(whole))),
    ...(job.family === "identical" ? checkNone("identical copies make no conflict", record) : []),
    ...(await checkOrder(made, { parts, record }, job.merger)),
    ...(job.validates ? await checkValid(merged.docx, [base, ...copies]) : []),
    ...problemsOf("no new lint finding", newFindings(merged.docx, [base, ...copies])),
    ...renderedDifferences(merged, named, record).map(({ check, problem }) => ({ check, problem, lines: [] })),
    ...problemsOf("no reference leads nowhere once it is rejected", newlyDangling(merged.docx, base)),
    ...(job.family === "fan" ? problemsOf("no block is replaced as a whole", fallbacksIn(merged)) : []),
  ];
  return {
    problems,
    restored: each.filter((one) => one.problems.length === 0).length,
    conflicts: record.conflicts.map(({ kind }) => kind),
    excused: each.reduce((sum, { excused }) => sum + excused, 0),
    twins: shared === undefined ? NOTHING.twins : judgeTwins(merged.docx, record, shared),
  };
}

/** Returns a record for a merge without one: each author label belongs to one copy. */
function plainRecord(copies: readonly Copy[]): MergeRecord {
  const labels = new Map(copies.map((copy, index) => [authorOf(copy), [index]] as const));
  return { revisions: copies.map(({ name }) => name), labels, conflicts: [] };
}

interface Asked {
  readonly record: MergeRecord;
  readonly index: number;
  readonly read: (bytes: Uint8Array) => Content;
}

function checkRevision(merged: Uint8Array, copy: Uint8Array, { record, index, read }: Asked) {
  const accepts = acceptsOf(record, (revisions) => revisions.includes(index));
  const comparison = compareExcusing(read(copy), readDecided(merged, accepts));
  const view = viewDifference(merged, accepts, copy);
  const problems = [
    ...contentProblems(
      ["accepted for one revision it is that revision", "accepted for one revision it looks like that revision"],
      comparison,
      `revision ${index + 1}: `,
    ),
    ...problemsOf(
      "read for one revision it is that revision",
      view === undefined ? [] : [`revision ${index + 1}: ${view}`],
    ),
  ];
  return { problems, excused: comparison.excused.length };
}

function checkDisjoint(merged: Uint8Array, record: MergeRecord, whole: Content): MergeProblem[] {
  const accepted = compareExcusing(
    whole,
    readDecided(merged, () => true),
  );
  return [
    ...checkNone("disjoint edits make no conflict", record),
    ...contentProblems(["disjoint edits are all made", "disjoint edits are all made"], accepted, ""),
  ];
}

function checkNone(check: MergeCheck, { conflicts }: MergeRecord): MergeProblem[] {
  return problemsOf(
    check,
    conflicts.map(({ id, kind }) => `conflict ${id} (${kind})`),
  );
}

interface ReadMerge {
  readonly parts: ContentPackage;
  readonly record: MergeRecord;
}

/**
 * Merges the copies in reverse order, with the same names and authors. Returns a problem if the changes or the kinds of
 * conflicts differ.
 */
async function checkOrder(
  { base, copies }: MadeMerge,
  { parts, record }: ReadMerge,
  merger: MergerName,
): Promise<MergeProblem[]> {
  const check = "another order makes the same changes";
  const turned = await mergers[merger](base, namedCopies(copies).toReversed());
  if ("refusal" in turned) return problemsOf(check, [turned.refusal]);
  const others = new ContentPackage(turned.docx);
  const otherRecord = readRecord(others) ?? plainRecord(namedCopies(copies).toReversed());
  const kindsOf = (one: MergeRecord): string[] => one.conflicts.map(({ kind }) => `conflict: ${kind}`);
  const [ours, theirs] = [
    [...kindsOf(record), ...listChanges(parts, record)],
    [...kindsOf(otherRecord), ...listChanges(others, otherRecord)],
  ];
  const [gone, came] = [without(ours, theirs), without(theirs, ours)];
  if (gone.length === 0 && came.length === 0) return [];
  const lines = [...gone.map((line) => `only first ${line}`), ...came.map((line) => `only turned ${line}`)];
  return [{ check, problem: `${gone.length} and ${came.length} of ${ours.length} differ`, lines }];
}

/** Returns the members of `list` that `others` lacks. Equal members count as often as they occur. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return list.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

async function checkValid(merged: Uint8Array, inputs: readonly Uint8Array[]): Promise<MergeProblem[]> {
  return problemsOf("no new kind of validation error", await newErrorKinds(merged, inputs));
}

function fallbacksIn({ notices }: Merged): string[] {
  return notices.filter((code) => code.startsWith("BLOCK_FALLBACK"));
}

function contentProblems(
  [says, looks]: readonly [MergeCheck, MergeCheck],
  { difference, formatting }: DecidedComparison,
  whose: string,
): MergeProblem[] {
  const found = [
    { check: says, difference },
    { check: looks, difference: formatting?.difference },
  ];
  return found.flatMap(({ check, difference: one }) => {
    if (one === undefined) return [];
    const [expected, other] = one.lines;
    return [{ check, problem: `${whose}${one.place}`, lines: [`wanted ${expected}`, `found  ${other}`] }];
  });
}

function problemsOf(check: MergeCheck, found: readonly string[]): MergeProblem[] {
  return found.length === 0 ? [] : [{ check, problem: found.join("; "), lines: [] }];
}
