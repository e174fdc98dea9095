// The kinds of things that own content: what retention, acknowledging and erasing are about. Each has a table with the
// same columns for it; the name of its id is the same in the table and on the wire. A new kind is one row here.

import type { z } from "zod";
import type { RefusalCode } from "../contract/errors.ts";
import { isFileId, isId } from "../contract/ids.ts";
import {
  ComparisonAcknowledgedResponse,
  ComparisonPath,
  CreationAcknowledgedResponse,
  CreationPath,
  EditAcknowledgedResponse,
  EditPath,
  FileAcknowledgedResponse,
  FilePath,
} from "../contract/schemas.ts";

export interface OwnerKind {
  /** What a caller calls it. */
  readonly noun: string;
  readonly table: "comparisons" | "files" | "creations" | "edits";
  readonly id: "comparison_id" | "file_id" | "creation_id" | "edit_id";
  readonly isOwn: (id: string) => boolean;
  /** Where the API has it. */
  readonly path: string;
  /** The shape of its id in a path, and what acknowledging and erasing answer. */
  readonly params: z.ZodType;
  readonly response: z.ZodType;
  readonly tag: string;
  readonly malformed: RefusalCode;
  readonly unknown: RefusalCode;
  /** What goes with it, for the description. */
  readonly content: string;
  /** The columns that tell of its content, and what they hold when it is deleted. */
  readonly emptied: Readonly<Record<string, "" | null>>;
}

const comparisonOwners: OwnerKind = {
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
  content: "Its sources, its redline and every rendering",
  emptied: { author: "", original_name: "", modified_name: "", options: null, error: null },
};

const fileOwners: OwnerKind = {
  noun: "file",
  table: "files",
  id: "file_id",
  isOwn: isFileId,
  path: "/v1/files",
  params: FilePath,
  response: FileAcknowledgedResponse,
  tag: "Files",
  malformed: "INVALID_FILE_ID",
  unknown: "DOCUMENT_NOT_FOUND",
  content: "Its bytes and what was read of it; what was made from it stays",
  emptied: { file_name: "", error: null },
};

const creationOwners: OwnerKind = {
  noun: "creation",
  table: "creations",
  id: "creation_id",
  isOwn: (id) => isId("crt", id),
  path: "/v1/create",
  params: CreationPath,
  response: CreationAcknowledgedResponse,
  tag: "Creations",
  malformed: "INVALID_CREATION_ID",
  unknown: "CREATION_NOT_FOUND",
  content: "Its paragraphs, its template and the document with its file",
  emptied: { file_name: "", error: null },
};

const editOwners: OwnerKind = {
  noun: "edit",
  table: "edits",
  id: "edit_id",
  isOwn: (id) => isId("edt", id),
  path: "/v1/edit",
  params: EditPath,
  response: EditAcknowledgedResponse,
  tag: "Edits",
  malformed: "INVALID_EDIT_ID",
  unknown: "EDIT_NOT_FOUND",
  content:
    "Its edits, its template, and the edited document and the redline with their files; the file that was edited stays",
  emptied: { author: "", error: null },
};

export const ownerKinds: readonly OwnerKind[] = [comparisonOwners, fileOwners, creationOwners, editOwners];

/** By the form of its id; undefined for what is no owner of ours. */
export function ownerKindOf(ownerId: string): OwnerKind | undefined {
  return ownerKinds.find(({ isOwn }) => isOwn(ownerId));
}
