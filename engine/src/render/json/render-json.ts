// The Redline JSON of a document with tracked changes: blocks, segments and changes, in a fixed order of keys.

import type { WordDocument } from "../../document/open-document.ts";
import { readRedline } from "../read-redline.ts";
import type { RedlineJson, RenderOptions } from "../redline.ts";

/** The redline as a value to be written as JSON: the same document gives the same keys in the same order. */
export function renderJson(document: WordDocument, options: RenderOptions): RedlineJson {
  return readRedline(document, options);
}
