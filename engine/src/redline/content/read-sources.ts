// Makes the sources of one redline from documents without tracked changes.

import type { WordDocument } from "../../document/open-document.ts";
import { readSettings } from "../../document/settings.ts";
import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import { Formats, type FormattingMode } from "../formatting/formats.ts";
import { SimilarSizes } from "./drawings/similar-sizes.ts";
import { Fingerprints } from "./fingerprints.ts";
import { Lexicon } from "./lexicon.ts";
import { Source } from "./source.ts";
import { exactWording, type Wording } from "./wording.ts";

export interface ReadAs {
  readonly wording?: Wording;
  readonly formatting?: FormattingMode;
}

/**
 * Returns one source per document, in order. They share a lexicon, formats and fingerprints. `carrier` is the index of
 * the carrier.
 */
export function readSources(
  documents: readonly WordDocument[],
  carrier: number,
  { wording = exactWording, formatting = "all" }: ReadAs = {},
): Source[] {
  const carrying = documents[carrier]!;
  const others = documents.filter((document) => document !== carrying);
  const shared = {
    lexicon: new Lexicon(wording),
    contents: new ByteNumbers(),
    formats: new Formats(carrying, formatting),
    fingerprints: new Fingerprints(carrying, others),
    sizes: new SimilarSizes(),
    hasEvenPages: documents.some((document) => readSettings(document).evenAndOddHeaders),
  };
  return documents.map((document, number) => new Source(number, document, shared));
}
