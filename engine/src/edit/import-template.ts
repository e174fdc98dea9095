// Adds the styles of a template in the request, before the first edit.
//
// Styles whose ids the document lacks are added without tracking, each with the list that it shows in the template. Existing
// styles are not changed. Nothing else of the template is used.

import { readStyles } from "../document/formatting/styles.ts";
import { partOfKind } from "../document/made-parts.ts";
import type { WordDocument } from "../document/open-document.ts";
import { W } from "../document/word-names.ts";
import { bringLists } from "./template-lists.ts";

/** Returns a fork of a document with the template's styles that it lacked. Both must share one name table (`Names`). */
export function withTemplate(document: WordDocument, template: WordDocument): WordDocument {
  const result = { ...document, package: document.package.fork() };
  const known = readStyles(result).byId;
  const { tree: from, byId } = readStyles(template);
  const missing = [...byId.values()].filter(({ id }) => id !== "" && !known.has(id));
  if (missing.length === 0) return result;
  const tree = result.package.tree(partOfKind(result, "styles"));
  for (const { node } of missing) {
    const copy = tree.graft(from!, node);
    tree.append(tree.root, copy);
    // The document has its own default style.
    tree.setAttribute(copy, W.default, undefined);
  }
  bringLists(result, template, new Set(missing.map(({ id }) => id)));
  return result;
}
