// Edits of a file, as the service, the command line and a worker run them: bytes in, redline and clean copy out.

import type { PasswordHash } from "../document/write-settings.ts";
import type { Undecided } from "../edit/operations/operation.ts";
import type { EditResult } from "../edit/plan/edit-results.ts";
import type { Refusal } from "../edit/refusal.ts";
import { open, saveBoth } from "../library/documents.ts";
import { edit } from "../library/edit.ts";
import { openSource } from "../library/open-source.ts";
import type { Codec } from "../ooxml/zip/archive.ts";

export interface EditRequest {
  readonly document: Uint8Array;
  /** As they were sent: their form is checked too. */
  readonly edits: readonly unknown[];
  /** Who the tracked changes are by, and when: ISO 8601 in UTC, to the second. */
  readonly author: string;
  readonly date: string;
  readonly codec: Codec;
  /** The hash of the password that set_document_settings gives: who calls has hashed it. */
  readonly passwordHash?: PasswordHash;
  /** Places where a formatting edit meets another's undecided change of properties are refused (the default) or skipped. */
  readonly undecided?: Undecided | undefined;
  /** A document whose styles, each with its list, are taken before the first edit. */
  readonly styleTemplate?: Uint8Array;
}

export type EditTaskOutcome =
  | {
      readonly kind: "edited";
      /** The document with every change of the request as a tracked change. */
      readonly redline: Uint8Array;
      /** The clean copy: the changes of the request are applied, older ones are as they were. */
      readonly docx: Uint8Array;
      /** The effect of each edit, in the order of the request. */
      readonly results: readonly EditResult[];
    }
  | { readonly kind: "refused"; readonly refusals: readonly Refusal[] };

/**
 * Throws a Failure when a file cannot be read (its source is `style_template` when it is that one), or when the result would
 * not lead back to the document.
 */
export function editTask({ document, edits, codec, styleTemplate, ...signature }: EditRequest): EditTaskOutcome {
  const opened = open(document, codec);
  const template =
    styleTemplate === undefined
      ? {}
      : { styleTemplate: openSource("style_template", () => open(styleTemplate, codec)) };
  const outcome = edit(opened, edits, { ...signature, ...template });
  if (outcome.kind === "refused") return outcome;
  const [redline, docx] = saveBoth(outcome.redline, outcome.clean);
  return { kind: "edited", redline, docx, results: outcome.results };
}
