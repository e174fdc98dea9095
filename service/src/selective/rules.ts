// Defines the rules of selective comparisons that need no database: ranges and refusals.

import { rangeLimits, type SelectiveOutcome, type SelectiveRefusal, type SelectiveRequest } from "@versus/engine/tasks";
import { ApiError, refusalFor } from "../contract/api-error.ts";
import { isFileId } from "../contract/ids.ts";
import type { SelectiveRange, SelectiveResult } from "../contract/selective-schemas.ts";
import type { FoundFile } from "../files/find-file.ts";

export type SideName = "original" | "modified";

type RangeRequest = SelectiveRequest["before"]["range"];

export interface AskedRange {
  readonly fileId: string;
  readonly range: RangeRequest;
}

/**
 * Returns the range. Throws INVALID_REQUEST for a malformed file id, or if the range is named in both ways or in
 * neither, incompletely, or backwards by its indexes.
 */
export function readRange(side: SideName, asked: SelectiveRange): AskedRange {
  if (!isFileId(asked.file_id))
    throw invalid(`${side}.file_id`, "`file_id` must be a UUID in lower case, as an upload or an edit returned it.");
  const indexes = { from: asked.start_paragraph_index, through: asked.end_paragraph_index };
  const ids = { from: asked.start_paragraph_id, through: asked.end_paragraph_id };
  const isByIndexes = indexes.from !== undefined || indexes.through !== undefined;
  const isByIds = ids.from !== undefined || ids.through !== undefined;
  if (isByIndexes === isByIds) {
    throw invalid(
      side,
      "Name the range by start_paragraph_index and end_paragraph_index, or by start_paragraph_id and end_paragraph_id.",
    );
  }
  const { from, through } = isByIndexes ? indexes : ids;
  if (from === undefined || through === undefined)
    throw invalid(side, "Name both the first and the last paragraph of the range, in the same way.");
  if (from > through && isByIndexes)
    throw invalid(side, "The first paragraph of the range must not come after the last.");
  return { fileId: asked.file_id, range: { from, through } as RangeRequest };
}

function invalid(field: string, message: string, code: "INVALID_REQUEST" | "PARAGRAPH_NOT_FOUND" = "INVALID_REQUEST") {
  const reason = code === "INVALID_REQUEST" ? "INVALID_VALUE" : code;
  return refusalFor(code, [{ field, reason, message }]);
}

const sideNames = { before: "original", after: "modified" } as const satisfies Record<string, SideName>;

/** Returns the engine's refusal in the form that callers see. */
export function rangeRefusalOf(refusal: SelectiveRefusal): ApiError {
  if (refusal.kind === "excess") {
    const pairs = `more than ${rangeLimits.pairs} pairs of paragraphs to compare`;
    const what = refusal.limit === "pairs" ? pairs : `more than ${rangeLimits.characters} characters`;
    return new ApiError(
      "RANGE_TOO_LARGE",
      `The two ranges have ${what}. Compare smaller ranges, or the whole documents with POST /v1/compare.`,
    );
  }
  const side = sideNames[refusal.side];
  switch (refusal.problem) {
    case "MISSING":
      return invalid(
        side,
        `\`${side}\` names a paragraph that its file does not have. Read the content of the file as JSON.`,
        "PARAGRAPH_NOT_FOUND",
      );
    case "REVERSED":
      return invalid(side, "The first paragraph of the range must not come after the last.");
    case "TWO_PARTS":
      return invalid(side, "The range must lie within one part of the document, such as the body.");
  }
}

export type Sides = Readonly<Record<SideName, FoundFile>>;

/** Returns the result in the form of the API. */
export function comparisonOf(
  { counts, summary, paragraphs }: SelectiveOutcome,
  { original, modified }: Sides,
): SelectiveResult["comparison"] {
  const side = ({ file_id, file_name }: FoundFile, paragraph_count: number) => ({
    file_id,
    file_name,
    paragraph_count,
  });
  return {
    schema_version: 1,
    original: side(original, counts.before),
    modified: side(modified, counts.after),
    summary,
    paragraphs: paragraphs.map((paragraph) => ({ ...paragraph, content: [...paragraph.content] })),
  };
}
