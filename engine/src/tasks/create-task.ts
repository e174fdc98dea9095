// Creates a document from paragraphs for the service, the command line and the MCP server.

import { type CreatedParagraph, checkParagraphs } from "../create/paragraphs.ts";
import type { CreationProblem } from "../create/write-paragraphs.ts";
import { countWords } from "../document/text/words.ts";
import type { Notice } from "../failures/failure.ts";
import type { RunProblem } from "../language/content-runs/check-runs.ts";
import { createChecked } from "../library/create.ts";
import { open } from "../library/documents.ts";
import { openSource } from "../library/open-source.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { saveLimited } from "./output-limit.ts";

export interface CreateRequest {
  /** A list of paragraphs. The task checks it; `checkParagraphs` finds the same problems beforehand. */
  readonly paragraphs: unknown;
  /** A .docx, .dotx or .dotm whose styles, lists, and theme fonts and colours are used. */
  readonly template?: Uint8Array;
  /** The time of creation, as ISO 8601 in UTC, to the second. */
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
  /**
   * The list is invalid, needs something that neither template nor defaults have, or has a reference without a result.
   */
  | { readonly kind: "refused"; readonly problems: readonly (RunProblem | CreationProblem)[] };

/**
 * Creates a document. Throws a Failure with the source `style_template` if the template cannot be read, and one if the
 * result exceeds the limit.
 */
export function createTask({ paragraphs, template, ...facts }: CreateRequest): CreateOutcome {
  // An invalid list is refused before the template is opened.
  const faults = checkParagraphs(paragraphs);
  if (faults.length > 0) return { kind: "refused", problems: faults };
  const opened = template && openSource("style_template", () => open(template, facts.codec));
  const asked = { ...facts, ...(opened && { template: opened }) };
  const outcome = createChecked(paragraphs as readonly CreatedParagraph[], asked);
  if (outcome.kind === "refused") return outcome;
  const { document, notices } = outcome;
  const docx = saveLimited(document, opened === undefined ? [] : [opened]);
  return { kind: "created", docx, words: countWords(document), notices };
}
