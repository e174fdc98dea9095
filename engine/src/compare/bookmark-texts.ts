// Counts bookmarks that enclose other text in the view of a redline that shows the side without the carrier (CMP-79).
//
// Word cannot track a bookmark, so the bookmarks of the carrier, by default the after side, are in both views. A
// bookmark that only shifted, or in which text was edited, still encloses the same text of the other side and is not
// counted.

import { PROPERTIES } from "../document/grammar.ts";
import type { WordDocument } from "../document/open-document.ts";
import { isHidden, type WholeView } from "../document/text/views.ts";
import { W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

/**
 * Returns the number of bookmarks that enclose other text in a view of the redline than in `side`, the document that
 * the view shows. Bookmarks that only one of the two has count if a person named them.
 */
export function changedBookmarks(side: WordDocument, redline: WordDocument, view: WholeView): number {
  const [one, other] = [side, redline].map(({ package: opened, main }) => opened.tree(main));
  if (!one!.mayHave(W.bookmarkStart) && !other!.mayHave(W.bookmarkStart)) return 0;
  const [old, now] = [enclosedTexts(one!, view), enclosedTexts(other!, view)];
  const changed = [...old].filter(([name, text]) => (now.has(name) ? now.get(name) !== text : isNamed(name)));
  return changed.length + [...now.keys()].filter((name) => !old.has(name) && isNamed(name)).length;
}

/** True if a person named the bookmark. Word hides its own bookmarks (`_Ref1`) and recreates them at will. */
function isNamed(name: string): boolean {
  return !name.startsWith("_");
}

const PASSED = new NameSet([...PROPERTIES, W.instrText, W.delInstrText]);
const TEXTS: ReadonlySet<NameId> = new Set([W.t, W.delText]);

/** Maps the name of a bookmark to the text that it encloses in a view. */
function enclosedTexts(tree: Tree, view: WholeView): Map<string, string> {
  const open = new Map<string, { readonly name: string; readonly from: number }>();
  const texts = new Map<string, string>();
  let text = "";
  const visit = (node: NodeId): void => {
    const name = tree.name(node);
    if (name === W.bookmarkStart) {
      open.set(tree.attribute(node, W.id) ?? "", { name: tree.attribute(node, W.name) ?? "", from: text.length });
    } else if (name === W.bookmarkEnd) {
      const started = open.get(tree.attribute(node, W.id) ?? "");
      if (started !== undefined) texts.set(started.name, text.slice(started.from));
    } else if (TEXTS.has(name)) {
      for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) text += tree.text(child);
    } else if (!PASSED.has(name)) read(node, isHidden(tree, node, view) ? "marks" : "all");
  };
  // Inside content that the view hides only the bookmarks count.
  const read = (parent: NodeId, what: "all" | "marks"): void => {
    for (let child = tree.firstChild(parent); child !== NONE; child = tree.nextSibling(child)) {
      if (!tree.isElement(child)) continue;
      if (what === "all" || tree.name(child) === W.bookmarkStart || tree.name(child) === W.bookmarkEnd) visit(child);
      else if (!TEXTS.has(tree.name(child))) read(child, "marks");
    }
  };
  read(tree.root, "all");
  texts.delete("_GoBack");
  return texts;
}
