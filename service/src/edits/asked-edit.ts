// Validates the fields of an edit request, whether they come from a JSON body or a form.

import type { ContentJson, Undecided, UntrackedKind } from "@versus/engine/tasks";
import { ApiError, type ErrorDetail, refusalFor } from "../contract/api-error.ts";
import { editAuthorOf } from "../contract/author.ts";
import { readDocumentDate } from "../contract/dates.ts";
import { type EditFormat, editFormatNames } from "../contract/formats.ts";
import { isFileId } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { referenceOf } from "../contract/references.ts";
import type { EditRequest } from "./request-shape.ts";
import { invalidEdit } from "./rules.ts";

export interface AskedEdit {
  readonly fileId: string;
  readonly work: ExplicitEdits | Instructed;
  readonly author: string;
  /** Undefined means the time of the request. */
  readonly date: string | undefined;
  readonly undecided: Undecided | undefined;
  readonly reference: string | null;
  /** Set if the caller waits for the edit, with the requested outputs. */
  readonly wait: Wait | undefined;
}

export interface ExplicitEdits {
  readonly kind: "written";
  /** As sent; the form of each edit is checked later. */
  readonly edits: readonly unknown[];
}

export interface Instructed {
  readonly kind: "instructed";
  readonly instruction: string;
  readonly replacementText: string | undefined;
  /** The kinds of untracked effects that are allowed; undefined means those that the instruction requests. */
  readonly allow: readonly UntrackedKind[] | undefined;
}

export interface Wait {
  readonly formats: readonly EditFormat[];
  readonly inline: boolean;
}

/**
 * Returns the validated request. Throws INVALID_REQUEST, INVALID_EDIT for another version of the content or an edit
 * that is nested too deep, and REQUEST_TOO_LARGE.
 */
export function askedEdit(given: EditRequest): AskedEdit {
  const { edits, instruction, replacement_text: replacementText, allow } = given;
  const author = editAuthorOf(given.author);
  const date = given.date === undefined ? undefined : readDocumentDate(given.date);
  const faults = faultsOf(given, { author, date });
  if (faults.length > 0) throw refusalFor("INVALID_REQUEST", faults);
  if (edits !== undefined) requireFlatAndSmall(edits);
  if (given.schema_version !== contentVersion) throw otherVersion(given.schema_version ?? 0);
  return {
    fileId: given.file_id,
    work:
      edits === undefined
        ? { kind: "instructed", instruction: instruction ?? "", replacementText, allow }
        : { kind: "written", edits },
    author: author ?? "",
    date,
    undecided: given.undecided,
    reference: referenceOf(given.reference),
    wait: waitOf(given),
  };
}

function waitOf({ wait, outputs, inline = false }: EditRequest): Wait | undefined {
  if (wait !== true) return undefined;
  return { formats: [...new Set(outputs ?? editFormatNames.slice(0, 1))], inline };
}

interface Read {
  readonly author: string | undefined;
  readonly date: string | undefined;
}

function faultsOf(given: EditRequest, { author, date }: Read): ErrorDetail[] {
  const { edits, instruction, replacement_text: replacementText, wait } = given;
  const length = [...(instruction ?? "")].length;
  const rules: readonly (readonly [field: string, isKept: boolean, message: string])[] = [
    [
      "file_id",
      isFileId(given.file_id),
      "`file_id` must be a UUID in lower case, as an upload or an edit returned it.",
    ],
    ["edits", (edits === undefined) !== (instruction === undefined), "Send either `edits` or `instruction`, not both."],
    [
      "instruction",
      instruction === undefined || (length > 0 && length <= limits.instructionCharacters),
      `\`instruction\` must have 1 to ${limits.instructionCharacters} characters.`,
    ],
    [
      "replacement_text",
      replacementText === undefined || instruction !== undefined,
      "`replacement_text` needs `instruction`.",
    ],
    [
      "allow",
      given.allow === undefined || instruction !== undefined,
      "`allow` needs `instruction`: edits that you write are not restricted.",
    ],
    [
      "author",
      author !== undefined,
      `\`author\` must be one line of at most ${limits.editAuthorCharacters} characters.`,
    ],
    [
      "date",
      given.date === undefined || date !== undefined,
      "`date` must be an ISO 8601 date and time such as 2026-01-31T09:30:00Z.",
    ],
    ["outputs", given.outputs === undefined || wait === true, "`outputs` needs `wait`: true."],
    ["inline", given.inline === undefined || wait === true, "`inline` needs `wait`: true."],
  ];
  const broken = rules.flatMap(([field, isKept, message]) =>
    isKept ? [] : [{ field, reason: "INVALID_VALUE", message }],
  );
  return given.schema_version === undefined ? [missingVersion, ...broken] : broken;
}

/**
 * Throws if an edit is nested too deep or the edits are too large. Recursive functions would overflow the stack on a
 * deeper edit, and no valid edit is that deep.
 */
function requireFlatAndSmall(edits: readonly unknown[]): void {
  const deep = edits.flatMap((edit, index) => {
    const message = `This edit nests values more than ${limits.editDepth} levels deep; no edit type needs that.`;
    return isDeep(edit) ? [{ edit: index, field: `edits[${index}]`, reason: "INVALID_VALUE", message }] : [];
  });
  if (deep.length > 0) throw invalidEdit(deep);
  if (Buffer.byteLength(JSON.stringify(edits)) <= limits.editBytes) return;
  throw new ApiError(
    "REQUEST_TOO_LARGE",
    `\`edits\` must have at most ${limits.editBytes / 1024} KB. Send several requests.`,
  );
}

function isDeep(edit: unknown): boolean {
  let level: unknown[] = [edit];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.editDepth) return true;
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** The version of the content JSON that the service currently writes. */
const contentVersion: ContentJson["schema_version"] = 1;

const versionHints = { allowed: [`${contentVersion}`], did_you_mean: `${contentVersion}` };

const missingVersion: ErrorDetail = {
  field: "schema_version",
  reason: "MISSING_FIELD",
  message: `\`schema_version\` is required: the schema_version of the content, ${contentVersion}.`,
  ...versionHints,
};

function otherVersion(given: number): ApiError {
  const message = `\`schema_version\` must be ${contentVersion}, not ${given}. Read the content again.`;
  return invalidEdit([{ field: "schema_version", reason: "SCHEMA_VERSION_MISMATCH", message, ...versionHints }]);
}
