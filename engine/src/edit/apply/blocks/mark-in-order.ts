// Records what becomes of a paragraph mark that others may have changed too: the records stand in the order of the schema.

import { TRACKED } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../../ooxml/xml/tree.ts";
import type { ContentChange } from "../../../revisions/write/mark-content.ts";
import { markParagraph } from "../../../revisions/write/mark-structure.ts";
import type { Workspace } from "../workspace.ts";

const ORDER: readonly NameId[] = [...TRACKED];

export function markInOrder(work: Workspace, tree: Tree, paragraph: NodeId, change: ContentChange): void {
  markParagraph(tree, paragraph, { change, maker: work.own });
  const properties = tree.child(tree.child(paragraph, W.pPr), W.rPr);
  const marks = tree.children(properties).filter((child) => ORDER.includes(tree.name(child)));
  if (marks.length < 2) return;
  for (const mark of marks) tree.remove(mark);
  const first = tree.firstChild(properties);
  for (const mark of marks.sort((one, other) => ORDER.indexOf(tree.name(one)) - ORDER.indexOf(tree.name(other)))) {
    tree.insertBefore(properties, mark, first);
  }
}
