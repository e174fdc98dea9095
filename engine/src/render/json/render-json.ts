// Renders a document with tracked changes as Redline JSON.

import type { WordDocument } from "../../document/open-document.ts";
import { readRedline } from "../read-redline.ts";
import type { RedlineJson, RenderOptions } from "../redline.ts";

/** Returns the redline as a value for JSON. The same document gives the same keys in the same order. */
export function renderJson(document: WordDocument, options: RenderOptions): RedlineJson {
  return readRedline(document, options);
}
