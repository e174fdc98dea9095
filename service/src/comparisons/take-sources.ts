// Takes the two sources of a comparison from the form or from uploaded files.
//
// An uploaded file is copied, so that the comparison outlives it.

import { type ApiError, refusalFor } from "../contract/api-error.ts";
import type { Caller } from "../contract/app.ts";
import { disambiguate } from "../contract/file-names.ts";
import type { ReceivedFile, ReceivedForm } from "../contract/forms.ts";
import { isFileId, type RandomBytes } from "../contract/ids.ts";
import type { CheckSources } from "../files/check-sources.ts";
import { copyFile } from "../files/copy-file.ts";
import { type FindParts, type FoundFile, findReady } from "../files/find-file.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { fileField, type SourceRole, sourceRoles } from "./rules.ts";

export interface SourceParts extends FindParts {
  readonly store: ObjectStore;
  readonly random: RandomBytes;
  readonly checkSources: CheckSources;
}

export interface SourceRequest {
  readonly comparisonId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
}

interface NamedSource extends ReceivedFile {
  /** The name of the file, with a number added if the original has the same name. */
  readonly name: string;
}

export type Sources = Readonly<Record<SourceRole, NamedSource>>;

/**
 * Returns both sources. Throws the errors of `checkSources`, INVALID_REQUEST for a malformed file id, and the errors of
 * `findReady`.
 */
export async function takeSources(request: SourceRequest, parts: SourceParts): Promise<Sources> {
  const { form, caller } = request;
  const sent = sourceRoles.flatMap((role) => form.files(role).map((file) => [role, file] as const));
  const { organization } = caller;
  await parts.checkSources({ sources: Object.fromEntries(sent), organization, signal: form.signal });
  // Find both files before copying one.
  const named = await Promise.all(sourceRoles.map((role) => findNamed(role, request, parts)));
  // Copy one after the other, so that no copy is still being written if another fails.
  const original = await take("original", named[0]);
  const modified = await take("modified", named[1]);
  return namedSources(original, modified);

  function take(role: SourceRole, file: FoundFile | undefined): ReceivedFile | Promise<ReceivedFile> {
    const [received] = form.files(role);
    if (file !== undefined) return copyNamed(role, { ...request, file }, parts);
    if (received === undefined) throw new Error("a complete form has both sources");
    return received;
  }
}

/** Returns both sources with their names. If the names are equal, the modified one gets a number. */
export function namedSources(original: ReceivedFile, modified: ReceivedFile): Sources {
  const [originalName = "", modifiedName = ""] = disambiguate([original.fileName, modified.fileName]);
  return { original: { ...original, name: originalName }, modified: { ...modified, name: modifiedName } };
}

/** Returns undefined if the source is a file of the form. */
async function findNamed(
  role: SourceRole,
  { caller, form }: SourceRequest,
  parts: SourceParts,
): Promise<FoundFile | undefined> {
  const field = fileField(role);
  const [fileId] = form.texts(field);
  if (fileId === undefined) return undefined;
  if (!isFileId(fileId)) throw malformed(field);
  return findReady({ fileId, organizationId: caller.organization.organizationId, field }, parts);
}

function copyNamed(
  role: SourceRole,
  { comparisonId, caller: { organization }, form, file }: SourceRequest & { readonly file: FoundFile },
  parts: SourceParts,
): Promise<ReceivedFile> {
  const { organizationId } = organization;
  const objectKey = newObjectKey({ organizationId, ownerId: comparisonId }, role, parts);
  form.adopt(objectKey);
  return copyFile(file, { objectKey, organization }, parts);
}

function malformed(field: string): ApiError {
  const message = `\`${field}\` must be the file_id of a file, a UUID in lower case.`;
  return refusalFor("INVALID_REQUEST", [{ field, reason: "INVALID_VALUE", message }]);
}
