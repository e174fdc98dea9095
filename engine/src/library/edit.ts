// Addressed edits of a document, as tracked changes.

import type { PasswordHash } from "../document/write-settings.ts";
import { type EditOutcome, editDocument } from "../edit/edit-document.ts";
import { withTemplate } from "../edit/import-template.ts";
import type { Undecided } from "../edit/operations/operation.ts";
import { type Document, readTogether } from "./documents.ts";
import { openSource } from "./open-source.ts";

export interface EditAsked {
  /** Who the tracked changes are by, and when: ISO 8601 in UTC, to the second. */
  readonly author: string;
  readonly date: string;
  /** The hash of the password that set_document_settings gives: who calls has hashed it. */
  readonly passwordHash?: PasswordHash;
  /** Places where a formatting edit meets another's undecided change of properties are refused (the default) or skipped. */
  readonly undecided?: Undecided | undefined;
  /** A document whose styles and lists are taken before the first edit. */
  readonly styleTemplate?: Document;
}

/**
 * All edits, or none: the redline and the clean copy, or the refusals. The form of the edits is checked too. Throws a Failure
 * when the result would not lead back to the document.
 */
export function edit(
  document: Document,
  edits: readonly unknown[],
  { styleTemplate, ...signature }: EditAsked,
): EditOutcome {
  if (styleTemplate === undefined) return editDocument(document, edits, signature);
  const styled = openSource("style_template", () => {
    const [own, template] = readTogether([document, styleTemplate]);
    return withTemplate(own!, template!);
  });
  return editDocument(styled, edits, signature);
}
