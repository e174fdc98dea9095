// Edits of a file, as the service, the command line and a worker run them: bytes in, redline and clean copy out.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { PasswordHash } from "../document/write-settings.ts";
import { editDocument } from "../edit/edit-document.ts";
import { withTemplate } from "../edit/import-template.ts";
import type { Undecided } from "../edit/operations/operation.ts";
import type { EditResult } from "../edit/plan/edit-results.ts";
import type { Refusal } from "../edit/refusal.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { openSource } from "./open-source.ts";

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
  /** What becomes of places where a formatting edit meets another's undecided change of properties. Default: refuse. */
  readonly undecided?: Undecided | undefined;
  /** A document whose styles and lists are taken before the first edit. */
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

/** Deflate's level for the parts that changed. */
const LEVEL = 6;

/**
 * Throws a Failure when a file cannot be read (its source is `style_template` when it is that one), or when the result would
 * not lead back to the document.
 */
export function editTask(request: EditRequest): EditTaskOutcome {
  const { edits, author, date, undecided, passwordHash } = request;
  const outcome = editDocument(openWithTemplate(request), edits, {
    author,
    date,
    undecided,
    ...(passwordHash === undefined ? {} : { passwordHash }),
  });
  if (outcome.kind === "refused") return outcome;
  const [redline, docx] = outcome.redline.package.saveWith(outcome.clean.package, LEVEL);
  return { kind: "edited", redline, docx, results: outcome.results };
}

function openWithTemplate({ document, codec, styleTemplate }: EditRequest): WordDocument {
  const names = wordNames();
  const opened = openDocument(document, { codec, names });
  if (styleTemplate === undefined) return opened;
  return openSource("style_template", () => withTemplate(opened, openDocument(styleTemplate, { codec, names })));
}
