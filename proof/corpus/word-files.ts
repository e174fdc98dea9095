// Lists the Word documents of the corpus that should open.
//
// Other commands, such as `corpus hostile`, read the files that may be refused.

import type { Corpus } from "./find-corpus.ts";
import { type CorpusFile, categoryOf, extensionOf } from "./manifest.ts";

const WORD_EXTENSIONS: ReadonlySet<string> = new Set(["docx", "dotx", "docm", "dotm"]);
const LEFT_OUT: ReadonlySet<string> = new Set(["hostile", "docx/broken", "docx/encrypted"]);

export function wordFiles({ files }: Corpus): CorpusFile[] {
  return files.filter((file) => WORD_EXTENSIONS.has(extensionOf(file)) && !LEFT_OUT.has(categoryOf(file)));
}
