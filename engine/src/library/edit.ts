// Applies edits with addresses to a document, as tracked changes.

import type { PasswordHash } from "../document/write-settings.ts";
import { type EditOutcome, editDocument } from "../edit/edit-document.ts";
import { withTemplate } from "../edit/import-template.ts";
import type { Undecided } from "../edit/operations/operation.ts";
import { type Document, readTogether } from "./documents.ts";
import { openSource } from "./open-source.ts";

export interface EditAsked {
  /** Author of the tracked changes, and their date: ISO 8601 in UTC, to the second. */
  readonly author: string;
  readonly date: string;
  /** Hash of the password that set_document_settings sets. The caller computes it. */
  readonly passwordHash?: PasswordHash;
  /**
   * Handling of positions where a formatting edit meets another author's undecided property change. "refuse" (default) refuses
   * the edit; "skip" leaves those positions out.
   */
  readonly undecided?: Undecided | undefined;
  /** Document whose styles and lists are copied before the first edit. */
  readonly styleTemplate?: Document;
}

/**
 * Checks the form of the edits and applies all of them or none. Returns the redline and the clean copy, or the refusals. Throws
 * a Failure if the result would not lead back to the document, or would break a rule of the format.
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
