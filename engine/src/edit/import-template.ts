// Takes styles and lists from a template that came with the request, before the first edit.
//
// Definitions whose ids the document lacks are added, untracked; those that it has stay as they are; nothing else is taken.

import { partOfKind } from "../document/made-parts.ts";
import type { WordDocument } from "../document/open-document.ts";
import { partsOf } from "../document/stories.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

/** A fork of a document with what it lacks of a template. Both share their names. */
export function withTemplate(document: WordDocument, template: WordDocument): WordDocument {
  const result = { ...document, package: document.package.fork() };
  addMissing(result, template, { part: "styles", kinds: [[W.style, W.styleId]] });
  addMissing(result, template, {
    part: "numbering",
    // policy: definitions of lists by their ids
    kinds: [
      [W.abstractNum, W.abstractNumId],
      [W.num, W.numId],
    ],
  });
  return result;
}

interface Definitions {
  readonly part: "styles" | "numbering";
  /** Elements and the attributes that name them, in the order in which they stand. */
  readonly kinds: readonly (readonly [element: NameId, id: NameId])[];
}

function addMissing(document: WordDocument, template: WordDocument, { part, kinds }: Definitions): void {
  const [source] = partsOf(template, part);
  if (source === undefined) return;
  const from = template.package.tree(source);
  for (const [element, id] of kinds) {
    const wanted = elements(from, element);
    if (wanted.length === 0) continue;
    const tree = document.package.tree(partOfKind(document, part));
    const known = new Set(elements(tree, element).map((node) => tree.attribute(node, id)));
    // Abstract lists stand before the lists made of them.
    const before = element === W.abstractNum ? (elements(tree, W.num)[0] ?? NONE) : NONE;
    for (const node of wanted) {
      const own = from.attribute(node, id);
      if (own === undefined || known.has(own)) continue;
      known.add(own);
      const copy = tree.graft(from, node);
      tree.insertBefore(tree.root, copy, before);
      // The document has its own default.
      if (element === W.style) tree.setAttribute(copy, W.default, undefined);
    }
  }
}

function elements(tree: Tree, name: NameId): NodeId[] {
  return tree.children(tree.root).filter((node) => tree.name(node) === name);
}
