// The names of WordprocessingML that we read and write by number.

import { packageVocabularies } from "../ooxml/parts/package-names.ts";
import { defineVocabulary, Names, namesOf } from "../ooxml/xml/names.ts";

const wordprocessing = defineVocabulary({
  slot: 8,
  prefix: "w",
  uris: [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
  ],
  locals: ["document", "body", "p", "r", "t"],
});

export const W = namesOf(wordprocessing);

/** Names for one task: the documents opened with them can be compared and can exchange nodes. */
export function wordNames(): Names {
  return new Names([...packageVocabularies, wordprocessing]);
}
