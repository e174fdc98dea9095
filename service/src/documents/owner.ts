// Describes stored documents as a kind of owner, and their versions.
//
// Callers reach a version only through its document.

import { DeletedResponse, DocumentPath, versionFormats } from "../contract/document-schemas.ts";
import { isId } from "../contract/ids.ts";
import type { ContentKind, OwnerKind } from "../storage/owner-kind.ts";

/** The artifacts of a version's history: the blocks as the reply contains them, and the Word document. */
export const historyArtifacts = { blocks: "history", docx: "history_docx" } as const;

const redlines = { table: "comparisons", id: "comparison_id" } as const;

export const versionContent = {
  noun: "version",
  table: "versions",
  id: "version_id",
  isOwn: (id) => isId("ver", id),
  emptied: { name: "", file_name: "", author: null, description: null, metadata: null, error: null },
  mediaType: (_, format) => {
    if (format === historyArtifacts.docx) return versionFormats.docx.mediaType;
    return Object.hasOwn(versionFormats, format)
      ? versionFormats[format as keyof typeof versionFormats].mediaType
      : undefined;
  },
  events: { names: ["ready", "failed"], ids: ["version_id", "document_id"] },
  takesAlong: [redlines],
} as const satisfies ContentKind;

export const documentOwner = {
  noun: "document",
  table: "documents",
  id: "document_id",
  isOwn: (id) => isId("doc", id),
  path: "/v1/documents",
  params: DocumentPath,
  response: DeletedResponse,
  tag: "Documents",
  malformed: "INVALID_DOCUMENT_ID",
  unknown: "DOCUMENT_NOT_FOUND",
  content: "Deletes its versions, their redlines, and the comparisons and merges made from them",
  emptied: { name: "", description: null, metadata: null },
  // Versions before redlines, because a job that fails both locks them in this order.
  takesAlong: [versionContent, redlines, { table: "merges", id: "merge_id" }],
  outlivesZeroDay: true,
  leavesNoRecord: true,
} as const satisfies OwnerKind;
