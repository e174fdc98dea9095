// Describes merges as a kind of owner.

import { decidedName } from "../contract/file-names.ts";
import { mediaTypeIn, mergeFormats } from "../contract/formats.ts";
import { isId } from "../contract/ids.ts";
import { MergeList } from "../contract/list-schemas.ts";
import { MergeDeletedResponse, MergePath } from "../contract/schemas.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import type { StoredRevision } from "../storage/schema.ts";

export const mergeOwner = {
  noun: "merge",
  table: "merges",
  id: "merge_id",
  isOwn: (id) => isId("mrg", id),
  path: "/v1/merge",
  params: MergePath,
  response: MergeDeletedResponse,
  tag: "Merges",
  malformed: "INVALID_MERGE_ID",
  unknown: "MERGE_NOT_FOUND",
  content: "Deletes its sources, the merged document and every rendering",
  emptied: { original_name: "", revisions: null, error: null, summary: null, notices: null },
  mediaType: (_, format) => mediaTypeIn(mergeFormats, format),
  listed: {
    plural: "merges",
    response: MergeList,
    columns: ["original_name", "revisions"],
    names: {
      original_file_name: ({ original_name: name }) => name,
      revision_file_names: ({ revisions }) => (revisions as readonly StoredRevision[]).map(({ name }) => name),
    },
    contents: ["summary"],
  },
  events: { names: ["ready", "failed"] },
  redline: { decidedName: ({ original_name: name }) => decidedName(String(name)) },
  outlivesZeroDay: true,
} as const satisfies OwnerKind;
