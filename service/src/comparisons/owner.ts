// Describes comparisons as a kind of owner.

import { decidedName } from "../contract/file-names.ts";
import { comparisonFormats, mediaTypeIn } from "../contract/formats.ts";
import { isId } from "../contract/ids.ts";
import { ComparisonList } from "../contract/list-schemas.ts";
import { ComparisonAcknowledgedResponse, ComparisonPath } from "../contract/schemas.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";

export const comparisonOwner = {
  noun: "comparison",
  table: "comparisons",
  id: "comparison_id",
  isOwn: (id) => isId("cmp", id),
  path: "/v1/compare",
  params: ComparisonPath,
  response: ComparisonAcknowledgedResponse,
  tag: "Comparisons",
  malformed: "INVALID_COMPARISON_ID",
  unknown: "COMPARISON_NOT_FOUND",
  content: "Deletes its sources, its redline and every rendering",
  emptied: {
    author: "",
    original_name: "",
    modified_name: "",
    options: null,
    error: null,
    summary: null,
    notices: null,
  },
  mediaType: (_, format) => mediaTypeIn(comparisonFormats, format),
  listed: {
    plural: "comparisons",
    response: ComparisonList,
    // Excludes redlines of versions, because their ids start with rdl_.
    idsBelow: "cmq",
    columns: ["original_name", "modified_name"],
    names: {
      original_file_name: ({ original_name: name }) => name,
      modified_file_name: ({ modified_name: name }) => name,
    },
    contents: ["summary"],
  },
  events: { names: ["ready", "failed", "deleted"] },
  redline: {
    decidedName: ({ modified_name: name }) => decidedName(String(name)),
    revision: ({ modified_name: name }) => String(name),
  },
} as const satisfies OwnerKind;
