// Turns pages of placed text into a Word file for the service.
//
// docs/design/reflow.md has the rules.

import { countWords } from "../document/text/words.ts";
import { save } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { PlacedPage } from "../reflow/page.ts";
import { reflow } from "../reflow/reflow.ts";
import { writeFlow } from "../reflow/write/write-flow.ts";

export interface ReflowRequest {
  /** At least one page. */
  readonly pages: readonly PlacedPage[];
  /** The time of creation, as ISO 8601 in UTC, to the second. */
  readonly date: string;
  readonly codec: Codec;
}

export interface ReflowOutcome {
  readonly docx: Uint8Array;
  readonly words: number;
}

export function reflowTask({ pages, date, codec }: ReflowRequest): ReflowOutcome {
  const document = writeFlow(reflow(pages), { date }, codec);
  return { docx: save(document), words: countWords(document) };
}
