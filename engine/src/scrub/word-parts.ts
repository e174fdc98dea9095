// The parts that a scrub goes through: those of the document, and those of its building blocks.

import type { WordDocument } from "../document/open-document.ts";
import { partsOf } from "../document/text/stories.ts";
import type { Tree } from "../ooxml/xml/tree.ts";
import { trackedParts } from "../revisions/list-revisions.ts";

/** The trees of all parts of WordprocessingML. */
export function wordTrees(document: WordDocument): Tree[] {
  return trackedParts(document).map((part) => document.package.tree(part));
}

/** The building blocks that a document keeps: a part with comments, styles and notes of its own. */
export function glossariesOf(document: WordDocument): WordDocument[] {
  return partsOf(document, "glossaryDocument").map((main) => ({ ...document, main }));
}
