// The creation of a document, as the service, the command line and a worker run it: paragraphs in, a file out.

import { type CreatedParagraph, checkParagraphs } from "../create/paragraphs.ts";
import type { CreationProblem } from "../create/write-paragraphs.ts";
import { countWords } from "../document/text/words.ts";
import type { Notice } from "../failures/failure.ts";
import type { RunProblem } from "../language/content-runs/check-runs.ts";
import { createChecked } from "../library/create.ts";
import { open, save } from "../library/documents.ts";
import { openSource } from "../library/open-source.ts";
import type { Codec } from "../ooxml/zip/archive.ts";

export interface CreateRequest {
  /** A list of paragraphs, checked here: `checkParagraphs` tells the same beforehand. */
  readonly paragraphs: unknown;
  /** A .docx, .dotx or .dotm whose styles, lists, and theme fonts and colours are used. */
  readonly template?: Uint8Array;
  /** When the document is made: ISO 8601 in UTC, to the second. */
  readonly date: string;
  /** Properties of the file. Characters that cannot be written are left out. */
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

/** Throws a Failure, whose source is `style_template`, when the template cannot be read. */
export function createTask({ paragraphs, template, ...facts }: CreateRequest): CreateOutcome {
  // A wrong list is refused before a template is opened.
  const faults = checkParagraphs(paragraphs);
  if (faults.length > 0) return { kind: "refused", problems: faults };
  const opened =
    template === undefined ? {} : { template: openSource("style_template", () => open(template, facts.codec)) };
  const outcome = createChecked(paragraphs as readonly CreatedParagraph[], { ...facts, ...opened });
  if (outcome.kind === "refused") return outcome;
  const { document, notices } = outcome;
  return { kind: "created", docx: save(document), words: countWords(document), notices };
}
