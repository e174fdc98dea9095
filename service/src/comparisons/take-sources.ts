// Takes the two sources of a comparison from the form or from uploaded files.
//
// An uploaded file is copied, so that the comparison outlives it.

import type { Caller } from "../contract/app.ts";
import { disambiguate } from "../contract/file-names.ts";
import type { ReceivedFile, ReceivedForm } from "../contract/forms.ts";
import type { CheckSources } from "../files/check-sources.ts";
import type { FoundFile } from "../files/find-file.ts";
import { copyNamedFile, findNamedFile, type NamedFileParts } from "../files/named-files.ts";
import { fileField, type SourceRole, sourceRoles } from "./rules.ts";

export interface SourceParts extends NamedFileParts {
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
    if (file !== undefined) return copyNamedFile(file, role, { ownerId: request.comparisonId, caller, form }, parts);
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
  return fileId === undefined ? undefined : findNamedFile({ fileId, field }, caller, parts);
}
