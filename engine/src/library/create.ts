// Creates a new document from paragraphs.

import { applyTemplate } from "../create/apply-template.ts";
import { defaultDocument } from "../create/default-document.ts";
import { type CreatedParagraph, checkParagraphs } from "../create/paragraphs.ts";
import { type CreationProblem, writeParagraphs } from "../create/write-paragraphs.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import type { RunProblem } from "../language/content-runs/check-runs.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { Document } from "./documents.ts";
import { openSource } from "./open-source.ts";

export interface CreateAsked {
  readonly codec: Codec;
  /** Creation time, ISO 8601 in UTC, to the second. */
  readonly date: string;
  /** Title and author of the file. Characters that XML cannot contain are left out. */
  readonly title?: string;
  readonly author?: string;
  /** A document whose styles, lists, and theme fonts and colours are used. */
  readonly template?: Document;
}

/** The new document, or all reasons why no document was created. */
export type Created =
  | { readonly kind: "created"; readonly document: Document; readonly notices: readonly Notice[] }
  /**
   * The list is invalid, needs something that neither template nor defaults have, or has a reference without a result.
   */
  | { readonly kind: "refused"; readonly problems: readonly (RunProblem | CreationProblem)[] };

/** Checks the form of a list of paragraphs, then creates a document from it. */
export function create(paragraphs: unknown, asked: CreateAsked): Created {
  const faults = checkParagraphs(paragraphs);
  if (faults.length > 0) return { kind: "refused", problems: faults };
  return createChecked(paragraphs as readonly CreatedParagraph[], asked);
}

/** Creates a document from a list of paragraphs whose form was checked. */
export function createChecked(
  paragraphs: readonly CreatedParagraph[],
  { codec, template, ...facts }: CreateAsked,
): Created {
  const document = defaultDocument(facts, { codec, names: template?.package.names ?? wordNames() });
  if (template !== undefined) openSource("style_template", () => applyTemplate(document, template));
  const problems = writeParagraphs(document, paragraphs, { date: facts.date });
  if (problems.length > 0) return { kind: "refused", problems };
  return { kind: "created", document, notices: template?.notices ?? [] };
}
