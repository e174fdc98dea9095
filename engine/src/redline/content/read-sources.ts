// Opens documents without tracked changes as the sources of one redline: they share their words, their formats and their prints.

import type { WordDocument } from "../../document/open-document.ts";
import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import { Formats } from "../formatting/formats.ts";
import { Fingerprints } from "./fingerprints.ts";
import { Lexicon } from "./lexicon.ts";
import { Source } from "./source.ts";
import { exactWording, type Wording } from "./wording.ts";

export interface ReadAs {
  readonly wording?: Wording;
  readonly ignoreFormatting?: boolean;
}

/** The sources in the order of the documents, which share their names; `carrier` is the number of the one that carries. */
export function readSources(
  documents: readonly WordDocument[],
  carrier: number,
  { wording = exactWording, ignoreFormatting = false }: ReadAs = {},
): Source[] {
  const carrying = documents[carrier]!;
  const others = documents.filter((document) => document !== carrying);
  const shared = {
    lexicon: new Lexicon(wording),
    contents: new ByteNumbers(),
    formats: new Formats(carrying, { areIgnored: ignoreFormatting }),
    fingerprints: new Fingerprints(carrying, others),
  };
  return documents.map((document, number) => new Source(number, document, shared));
}
