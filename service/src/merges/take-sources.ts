// Takes the sources of a merge from the form or from uploaded files.

import type { Caller } from "../contract/app.ts";
import type { ReceivedForm } from "../contract/forms.ts";
import { copyNamedFile, findNamedFile, type NamedFileParts } from "../files/named-files.ts";
import { revisionRole, type Sources } from "./rules.ts";

export interface SourceRequest {
  readonly mergeId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
}

/** Throws INVALID_REQUEST for a malformed file id, and the errors of `findReady`. */
export async function takeSources(request: SourceRequest, parts: NamedFileParts): Promise<Sources> {
  const { mergeId: ownerId, caller, form } = request;
  const find = (field: string) =>
    Promise.all(form.texts(field).map((fileId) => findNamedFile({ fileId, field }, caller, parts)));
  const [bases, copies] = [await find("original_file_id"), await find("revision_file_ids")];
  const owner = { ownerId, caller, form };
  const [base] = bases;
  const original = base === undefined ? form.files("original")[0] : await copyNamedFile(base, "original", owner, parts);
  if (original === undefined) throw new Error("a complete form has an original");
  // Copy one after the other, so that no copy is still being written if another fails.
  const revisions = [...form.files("revisions")];
  for (const [index, copy] of copies.entries()) {
    revisions.push(await copyNamedFile(copy, revisionRole(index), owner, parts));
  }
  return { original, revisions };
}
