// Lists the parts that a scrub covers: those of the document and of its building blocks.

import type { WordDocument } from "../document/open-document.ts";
import { partsOf } from "../document/text/stories.ts";
import type { Tree } from "../ooxml/xml/tree.ts";
import { trackedParts } from "../revisions/list-revisions.ts";

/** Returns the trees of all parts of WordprocessingML. */
export function wordTrees(document: WordDocument): Tree[] {
  return trackedParts(document).map((part) => document.package.tree(part));
}

/** Returns the glossary documents: a part with building blocks has separate comments, styles and notes. */
export function glossariesOf(document: WordDocument): WordDocument[] {
  return partsOf(document, "glossaryDocument").map((main) => ({ ...document, main }));
}
