// Merges revised copies of one document into one draft.

import type { Notice } from "../failures/failure.ts";
import type { AllOptions } from "../language/option-table.ts";
import { mergeDocuments, type RevisedCopy } from "../merge/merge-documents.ts";
import type { RedlineCheck, RedlineConflict } from "../render/redline.ts";
import { type Document, readTogether } from "./documents.ts";
import { type Redline, toJson } from "./redline.ts";

export interface MergeAsked {
  /** Date of the changes, ISO 8601 in UTC, to the second. */
  readonly date: string;
  /**
   * True if a tag such as `«A» ` comes before each version of a conflict in the document. Decisions remove it, and the
   * JSON and other renderings leave it out. Default: false.
   */
  readonly versionTags?: boolean;
  /**
   * Formatting changes of the copies that are tracked: those that are visible, all, or none (ignore). Where they are not
   * tracked, the draft has the formatting of the base. Default: visible.
   */
  readonly formatting?: AllOptions["formatting"] | undefined;
  /** Name of the base as shown to readers. Default: original.docx. */
  readonly name?: string;
  /** Called each time a draft is written and its check begins. A failed check is followed by a coarser draft. */
  readonly onCheck?: () => void;
}

/** A draft with the changes of every copy, and the conflicts that a person decides. */
export interface Merge extends Redline {
  /** Conflicts as the JSON lists them. The getter reads them on demand. */
  readonly conflicts: readonly RedlineConflict[];
  /** Terms that some copies renamed and others use in new text, as the JSON lists them. */
  readonly checks: readonly RedlineCheck[];
}

/**
 * Returns the base with every copy's changes tracked and the conflicts marked. The documents are read with their own
 * tracked changes accepted. Rejecting all changes restores the text, structure and look of the base, and with
 * `formatting: "all"` its direct formatting too. Accepting only one copy's changes does the same for that copy. Expects
 * two or more copies with different names. Throws a Failure if no exact draft can be written.
 */
export function merge(
  base: Document,
  copies: readonly RevisedCopy[],
  { date, name = "original.docx", versionTags = false, formatting, onCheck }: MergeAsked,
): Merge {
  const [original, ...revised] = readTogether([base, ...copies.map(({ document }) => document)]);
  const renamed = copies.map((copy, index) => ({ ...copy, document: revised[index]! }));
  const merged = mergeDocuments(original!, renamed, {
    date,
    versionTags,
    ...(formatting === undefined ? {} : { formatting }),
    ...(onCheck === undefined ? {} : { onCheck }),
  });
  const found = [
    base.notices.map(namedBy("original")),
    ...copies.map((copy) => copy.document.notices.map(namedBy(copy.name))),
  ];
  const notices = [...found.flat(), ...merged.notices];
  const documents = [
    { role: "original" as const, name },
    ...copies.map((copy) => ({ role: "revision" as const, name: copy.name })),
  ];
  // The merge record in the document names the revision of each change, so `revision` is empty.
  const styles = merged.styleChanges === undefined ? {} : { styleChanges: merged.styleChanges };
  const named = (numbers: readonly number[]): string[] => numbers.map((number) => copies[number]!.name);
  const checks = merged.checks.map(({ renamedBy, usedBy, ...check }) => ({
    ...check,
    renamedBy: named(renamedBy),
    usedBy: named(usedBy),
  }));
  const redline: Redline = {
    ...merged,
    notices,
    about: { kind: "merge", revision: "", documents, notices, checks, ...styles },
  };
  return {
    ...redline,
    get conflicts() {
      return toJson(redline).conflicts ?? [];
    },
    get checks() {
      return toJson(redline).checks ?? [];
    },
  };
}

/** Adds the name of its document to a notice. */
function namedBy(source: string): (notice: Notice) => Notice {
  return (notice) => ({ ...notice, source });
}
