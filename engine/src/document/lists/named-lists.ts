// The lists that a document names, whether or not it has them: a list that comes must be none of these, or paragraphs and styles that
// show no number would show one.

import { isElementSpan, type SpanTree, spanAttribute, spanName } from "../../ooxml/xml/span-tree.ts";
import type { WordDocument } from "../open-document.ts";
import { partsOf } from "../text/stories.ts";
import { W } from "../word-names.ts";

/** The parts that name lists, besides the main one. */
const NAMING = ["styles", "header", "footer", "footnotes", "endnotes", "comments"];

/** The ids of the lists that a document as it was read names. */
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
