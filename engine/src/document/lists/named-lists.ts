// Finds the lists that a document names, even if it does not define them.
//
// An imported list must not take one of these ids. Otherwise paragraphs and styles without a number would show one.

import { isElementSpan, type SpanTree, spanAttribute, spanName } from "../../ooxml/xml/span-tree.ts";
import type { WordDocument } from "../open-document.ts";
import { partsOf } from "../text/stories.ts";
import { W } from "../word-names.ts";

/** Relationships of the parts that name lists, besides the main part. */
const NAMING = ["styles", "header", "footer", "footnotes", "endnotes", "comments"];

/** Returns the ids of the lists that a document names, as it was read. */
export function namedLists(document: WordDocument): string[] {
  const parts = [document.main, ...NAMING.flatMap((kind) => partsOf(document, kind))];
  return parts.flatMap((part) => namedIn(document.package.tree(part).span));
}

function namedIn(span: SpanTree): string[] {
  if (!span.qualifiedNames.has(W.numId)) return [];
  const ids = new Set<string>();
  for (let node = 0; node < span.count; node += 1) {
    if (isElementSpan(span, node) && spanName(span, node) === W.numId) ids.add(spanAttribute(span, node, W.val) ?? "");
  }
  return [...ids];
}
