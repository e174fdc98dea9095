// Defines why an edit is refused.
//
// All refusals of a request are reported together, and nothing is changed then. A message names the field and what is
// allowed. It may quote what the caller wrote, shortened, and never contains text of the document. `context` and
// `did_you_mean` may contain text of the document, so only the caller receives them, and they are never stored or logged.

import type { PartLocator } from "../document/text/addresses.ts";
import type { Hints } from "../failures/nearest-name.ts";

export type RefusalReason =
  | "UNKNOWN_TYPE"
  | "UNKNOWN_FIELD"
  | "MISSING_FIELD"
  | "INVALID_VALUE"
  | "TEXT_NOT_FOUND"
  | "TEXT_NOT_UNIQUE"
  | "OCCURRENCE_OUT_OF_RANGE"
  | "PARAGRAPH_NOT_FOUND"
  | "PART_NOT_FOUND"
  | "SECTION_NOT_FOUND"
  | "TABLE_NOT_FOUND"
  | "ROW_NOT_FOUND"
  | "COLUMN_NOT_FOUND"
  | "NOTE_NOT_FOUND"
  | "COMMENT_NOT_FOUND"
  | "REVISION_NOT_FOUND"
  | "STYLE_NOT_FOUND"
  | "LIST_STYLE_NOT_FOUND"
  | "REF_UNDEFINED"
  | "REF_DUPLICATE"
  | "REF_WRONG_KIND"
  | "RANGE_INVALID"
  | "RANGE_CUTS_TABLE"
  | "CELL_WOULD_BE_EMPTY"
  | "TARGET_REMOVED"
  | "OVERLAP"
  | "UNDEFINED_COMBINATION"
  | "PROTECTED_CONTENT"
  | "URL_NOT_ALLOWED"
  | "FIELD_NOT_ALLOWED"
  | "ALREADY_LINKED"
  | "NOT_LINKED"
  | "ALREADY_EXISTS"
  | "NOT_ALLOWED_HERE"
  | "MERGED_CELLS"
  | "DECISIONS_MIXED"
  | "EMPTY_FILTER"
  | "REVISION_NOT_REJECTABLE"
  | "UNDECIDED_CHANGE";

/** A paragraph as a caller names it. */
export interface ParagraphName {
  readonly index: number;
  readonly part?:
    | { readonly kind: "header" | "footer"; readonly type: string; readonly section: { readonly number: number } }
    | { readonly kind: "footnote" | "endnote"; readonly number: number };
}

/** A problem with one value of a request, and hints to repair it. */
export interface Problem extends Hints {
  /** JSON path in the request: `edits[3].text.match`. */
  readonly field: string;
  readonly reason: RefusalReason;
  /** A few short sentences: the problem and, if known, the remedy. */
  readonly message: string;
  /** Paragraphs in which the problem is, or which the caller may have meant. */
  readonly paragraphs?: readonly ParagraphName[];
  /** Up to 200 characters of the paragraph that was searched. */
  readonly context?: string;
}

/** The reason why one edit of a request is not applied. A request with a refusal changes nothing. */
export interface Refusal extends Problem {
  /** The index of the edit in the request, from 0. */
  readonly edit: number;
}

/** A value of a request and its JSON path. */
export interface RequestValue<Value = unknown> {
  readonly value: Value;
  readonly field: string;
}

/** The result of a locator or selector, or the problems that prevented one. */
export type Lookup<Value> = { readonly found: Value } | { readonly problems: readonly Problem[] };

/** Fields that a problem may have besides its message. */
export type ProblemExtras = Pick<Problem, "paragraphs" | "allowed" | "did_you_mean" | "context">;

export function refuse(
  field: string,
  reason: RefusalReason,
  message: string,
  { paragraphs = [], ...extras }: ProblemExtras = {},
): { readonly problems: readonly Problem[] } {
  return { problems: [{ field, reason, message, ...(paragraphs.length === 0 ? {} : { paragraphs }), ...extras }] };
}

/** Returns all results; if one lookup failed, returns all problems. */
export function allFound<Value>(results: readonly Lookup<Value>[]): Lookup<Value[]> {
  const problems = results.flatMap((result) => ("problems" in result ? result.problems : []));
  if (problems.length > 0) return { problems };
  return { found: results.flatMap((result) => ("found" in result ? [result.found] : [])) };
}

export function paragraphName(locator: PartLocator, index: number): ParagraphName {
  if (locator.kind === "body") return { index };
  if ("number" in locator) return { part: { kind: locator.kind, number: locator.number }, index };
  const { kind, type, section } = locator;
  return { part: { kind, type, section: { number: section } }, index };
}

/** Returns the problem of an edit that would leave a cell empty (EDT-18). */
export function emptyCell(field: string): Problem {
  return { field, reason: "CELL_WOULD_BE_EMPTY", message: "A table cell must keep at least one paragraph." };
}
