// Revised copies of one document into one draft.

import type { Notice } from "../failures/failure.ts";
import { mergeDocuments, type RevisedCopy } from "../merge/merge-documents.ts";
import type { RedlineConflict } from "../render/redline.ts";
import { type Document, readTogether } from "./documents.ts";
import { type Redline, toJson } from "./redline.ts";

export interface MergeAsked {
  /** When the changes were made: ISO 8601 in UTC, to the second. */
  readonly date: string;
  /** The name of the base, as a reader knows it. */
  readonly name?: string;
  /** Told when a draft is written and begins to be checked. */
  readonly onCheck?: () => void;
}

/** A draft with the changes of every copy, and the conflicts that a person settles. */
export interface Merge extends Redline {
  /** The places where copies want different things, as the JSON tells them: read when they are asked for. */
  readonly conflicts: readonly RedlineConflict[];
}

/**
 * The base with every copy's changes tracked, and marked conflicts. Rejecting all of it gives the base, accepting one copy's
 * changes alone gives that copy. Two or more copies, whose names differ. Throws a Failure rather than give an inexact draft.
 */
export function merge(
  base: Document,
  copies: readonly RevisedCopy[],
  { date, name = "original.docx", onCheck }: MergeAsked,
): Merge {
  const [original, ...revised] = readTogether([base, ...copies.map(({ document }) => document)]);
  const renamed = copies.map((copy, index) => ({ ...copy, document: revised[index]! }));
  const merged = mergeDocuments(original!, renamed, { date, ...(onCheck === undefined ? {} : { onCheck }) });
  const found = [
    base.notices.map(namedBy("original")),
    ...copies.map((copy) => copy.document.notices.map(namedBy(copy.name))),
  ];
  const notices = [...found.flat(), ...merged.notices];
  const documents = [
    { role: "original" as const, name },
    ...copies.map((copy) => ({ role: "revision" as const, name: copy.name })),
  ];
  // The record in the document tells which revision made a change.
  const redline: Redline = { ...merged, notices, about: { kind: "merge", revision: "", documents, notices } };
  return {
    ...redline,
    get conflicts() {
      return toJson(redline).conflicts ?? [];
    },
  };
}

/** A notice of one of several documents says which. */
function namedBy(source: string): (notice: Notice) => Notice {
  return (notice) => ({ ...notice, source });
}
