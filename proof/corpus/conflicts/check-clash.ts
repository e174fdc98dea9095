// One clash made on purpose, or nearly, merged and its conflicts counted, in a thread of its own.

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
  /** Of the corpus. */
  readonly root: string;
  /** The folder to leave the documents in. */
  readonly saveIn: string | undefined;
}

export interface ClashResult {
  readonly name: string;
  readonly kind: ClashKind;
  readonly isNear: boolean;
  /** Clashes that no document had a place for are not made. */
  readonly outcome: "judged" | "refused" | "crashed" | "unmade";
  readonly reason: string;
  /** The file it was made in, and the paragraph. */
  readonly where: string;
  readonly isTelling: boolean;
  /** The kinds of conflicts that were found, and whether they are those that should be. */
  readonly conflicts: readonly string[];
  readonly isRight: boolean;
  /** The document that is not given back: the base, or a copy. */
  readonly problems: readonly string[];
}

const NOTHING = { reason: "", where: "", isTelling: false, conflicts: [], isRight: false, problems: [] } as const;

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
    isTelling: clash.isTelling,
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

/** Nothing where a document cannot be read. */
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
