// Paragraphs into a new document.

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
  /** When the document is made: ISO 8601 in UTC, to the second. */
  readonly date: string;
  /** Properties of the file. Characters that cannot be written are left out. */
  readonly title?: string;
  readonly author?: string;
  /** A document whose styles, lists, and theme fonts and colours are used. */
  readonly template?: Document;
}

/** The new document, or every reason why none was made. */
export type Created =
  | { readonly kind: "created"; readonly document: Document; readonly notices: readonly Notice[] }
  /** The list is not one, or asks for what neither the template nor the defaults have: nothing is made. */
  | { readonly kind: "refused"; readonly problems: readonly (RunProblem | CreationProblem)[] };

/** A new document of a list of paragraphs, whose form is checked too. */
export function create(paragraphs: unknown, asked: CreateAsked): Created {
  const faults = checkParagraphs(paragraphs);
  if (faults.length > 0) return { kind: "refused", problems: faults };
  return createChecked(paragraphs as readonly CreatedParagraph[], asked);
}

/** The same, of a list whose form is right. */
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
