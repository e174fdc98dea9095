// Takes files that a form names by their file_id as sources of another owner.
//
// A named file is copied, so that its owner outlives it. Find all files before copying one.

import { type ApiError, refusalFor } from "../contract/api-error.ts";
import type { Caller } from "../contract/app.ts";
import type { ReceivedFile, ReceivedForm } from "../contract/forms.ts";
import { isFileId, type RandomBytes } from "../contract/ids.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { copyFile } from "./copy-file.ts";
import { type FindParts, type FoundFile, findReady } from "./find-file.ts";

export interface NamedFileParts extends FindParts {
  readonly store: ObjectStore;
  readonly random: RandomBytes;
}

export interface NamedFile {
  readonly fileId: string;
  /** The field that names the file. */
  readonly field: string;
}

/** Returns a ready file. Throws INVALID_REQUEST for a malformed id, and the errors of `findReady`. */
export async function findNamedFile(
  { fileId, field }: NamedFile,
  { organization }: Pick<Caller, "organization">,
  parts: FindParts,
): Promise<FoundFile> {
  if (!isFileId(fileId)) throw malformed(field);
  return findReady({ fileId, organizationId: organization.organizationId, field }, parts);
}

export interface CopyOwner {
  readonly ownerId: string;
  readonly caller: Pick<Caller, "organization">;
  readonly form: Pick<ReceivedForm, "adopt">;
}

/** Copies the file to an object of the owner in the role. Throws CONTENT_DELETED. */
export function copyNamedFile(
  file: FoundFile,
  role: string,
  { ownerId, caller: { organization }, form }: CopyOwner,
  parts: NamedFileParts,
): Promise<ReceivedFile> {
  const objectKey = newObjectKey({ organizationId: organization.organizationId, ownerId }, role, parts);
  form.adopt(objectKey);
  return copyFile(file, { objectKey, organization }, parts);
}

function malformed(field: string): ApiError {
  const message = `\`${field}\` must be the file_id of a file, a UUID in lower case.`;
  return refusalFor("INVALID_REQUEST", [{ field, reason: "INVALID_VALUE", message }]);
}
