// The creation of a document, as the service, the command line and a worker run it: paragraphs in, a file out.

import { applyTemplate } from "../create/apply-template.ts";
import { defaultDocument } from "../create/default-document.ts";
import { checkParagraphs, type NewParagraph } from "../create/paragraphs.ts";
import { type CreationProblem, writeParagraphs } from "../create/write-paragraphs.ts";
import type { RunProblem } from "../document/content-runs/check-runs.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import { countWords } from "../document/words.ts";
import type { Notice } from "../failures/failure.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { openSource } from "./open-source.ts";

export interface CreateRequest {
  /** A list of paragraphs, checked here: `checkParagraphs` tells the same beforehand. */
  readonly paragraphs: unknown;
  /** A .docx, .dotx or .dotm whose styles, lists, and theme fonts and colours are used. */
  readonly template?: Uint8Array;
  /** When the document is made: ISO 8601 in UTC, to the second. */
  readonly date: string;
  /** What the file says of itself. Characters that cannot be written are left out. */
  readonly title?: string;
  readonly author?: string;
  readonly codec: Codec;
}

export type CreateOutcome =
  | {
      readonly kind: "created";
      readonly docx: Uint8Array;
      readonly words: number;
      readonly notices: readonly Notice[];
    }
  /** The list is not one, or asks for what neither the template nor the defaults have: nothing is made. */
  | { readonly kind: "refused"; readonly problems: readonly (RunProblem | CreationProblem)[] };

/** Deflate's level. */
const LEVEL = 6;

/** Throws a Failure, whose source is `style_template`, when the template cannot be read. */
export function createTask(request: CreateRequest): CreateOutcome {
  const { paragraphs, codec, date } = request;
  const faults = checkParagraphs(paragraphs);
  if (faults.length > 0) return { kind: "refused", problems: faults };
  const names = wordNames();
  const document = defaultDocument(request, { codec, names });
  const { template } = request;
  const notices: Notice[] = [];
  if (template !== undefined) {
    openSource("style_template", () => {
      const opened = openDocument(template, { codec, names });
      applyTemplate(document, opened);
      notices.push(...opened.notices);
    });
  }
  const problems = writeParagraphs(document, paragraphs as readonly NewParagraph[], { date });
  if (problems.length > 0) return { kind: "refused", problems };
  return { kind: "created", docx: document.package.save(LEVEL), words: countWords(document), notices };
}
