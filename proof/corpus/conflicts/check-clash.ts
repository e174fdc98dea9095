// Merges one generated clash, or a near miss, and counts its conflicts, in its own thread.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "@versus/engine/tasks";
import type { BasedClash } from "../../generate/merges/clashes/clashes-for.ts";
import { type ClashKind, clashForms, type MadeClash, makeClash } from "../../generate/merges/clashes/make-clash.ts";
import { ContentPackage } from "../../reading/content-package.ts";
import { readContent } from "../compare/read-content.ts";
import { compareExcusing, readDecided } from "../merge/decided.ts";
import { mergers, namedCopies } from "../merge/merger.ts";
import { acceptsOf, type MergeRecord, readRecord } from "../merge/read-record.ts";

export interface ClashJob extends BasedClash {
  /** The root folder of the corpus. */
  readonly root: string;
  /** The folder in which the documents are saved, or undefined to save none. */
  readonly saveIn: string | undefined;
}

export interface ClashResult {
  readonly name: string;
  readonly kind: ClashKind;
  readonly isNear: boolean;
  /** "unmade" if no document had a position for this clash. */
  readonly outcome: "judged" | "refused" | "crashed" | "unmade";
  readonly reason: string;
  /** The file and the paragraph of the clash. */
  readonly where: string;
  readonly isDistinctive: boolean;
  /** The kinds of the conflicts found. `isRight` is true if they are exactly the expected ones. */
  readonly conflicts: readonly string[];
  readonly isRight: boolean;
  /** One entry for each document (base or copy) that the merged document does not restore. */
  readonly problems: readonly string[];
}

const NOTHING = { reason: "", where: "", isDistinctive: false, conflicts: [], isRight: false, problems: [] } as const;

export async function work({ name, kind, isNear, seed, paths, root, saveIn }: ClashJob): Promise<ClashResult> {
  const told = { ...NOTHING, name, kind, isNear };
  const made = firstMade(paths, (path) => makeClash(readFileSync(join(root, path)), { kind, isNear, seed }));
  if (made === undefined) return { ...told, outcome: "unmade" };
  const { path, clash } = made;
  const where = `${path}, paragraph ${clash.paragraph}`;
  const copies = namedCopies(clash.copies);
  if (saveIn !== undefined) {
    const files = [{ name: "base.docx", bytes: clash.base }, ...copies];
    for (const file of files) writeFileSync(join(saveIn, `${name}-${file.name}`), file.bytes);
  }
  const merged = await mergers.versus(clash.base, copies);
  if ("refusal" in merged) return { ...told, outcome: "refused", reason: merged.refusal, where };
  if (saveIn !== undefined) writeFileSync(join(saveIn, `${name}-merged.docx`), merged.docx);
  const record = readRecord(new ContentPackage(merged.docx));
  if (record === undefined) return { ...told, outcome: "refused", reason: "no record", where };
  const conflicts = record.conflicts.map((conflict) => conflict.kind);
  const wanted = isNear ? [] : [clashForms[kind].conflict];
  return {
    ...told,
    outcome: "judged",
    where,
    isDistinctive: clash.isDistinctive,
    conflicts,
    isRight: conflicts.join() === wanted.join(),
    problems: restoreProblems(merged.docx, clash, record),
  };
}

export function crashedClash({ name, kind, isNear }: ClashJob, reason: string): ClashResult {
  const [error = "", place = ""] = reason.split("\n");
  return { ...NOTHING, name, kind, isNear, outcome: "crashed", reason: `${error} ${place.trim()}` };
}

function firstMade(paths: readonly string[], make: (path: string) => MadeClash | undefined) {
  for (const path of paths) {
    const clash = orNone(() => make(path));
    if (clash !== undefined) return { path, clash };
  }
  return undefined;
}

/** Returns undefined if the document cannot be read. */
function orNone<Result>(make: () => Result | undefined): Result | undefined {
  try {
    return make();
  } catch (problem) {
    if (problem instanceof Failure) return undefined;
    throw problem;
  }
}

function restoreProblems(merged: Uint8Array, { base, copies }: MadeClash, record: MergeRecord): string[] {
  const versions = [
    { whose: "base", bytes: base, accepts: () => false },
    ...copies.map((bytes, index) => ({
      whose: `revision ${index + 1}`,
      bytes,
      accepts: acceptsOf(record, (revisions) => revisions.includes(index)),
    })),
  ];
  return versions.flatMap(({ whose, bytes, accepts }) => {
    const expected = readContent(bytes, { withFormatting: true });
    const { difference, formatting } = compareExcusing(expected, readDecided(merged, accepts));
    const place = difference?.place ?? formatting?.difference?.place;
    return place === undefined ? [] : [`${whose}: ${place}`];
  });
}
