// Counts bookmarks that enclose other text after the changes are rejected (CMP-79).
//
// Word cannot track a bookmark, so the bookmarks of the carrier, by default the after side, are in both views. A
// bookmark that only shifted, or in which text was edited, still encloses the same rejected text and is not counted.

import { CAME, PROPERTIES } from "../document/grammar.ts";
import type { WordDocument } from "../document/open-document.ts";
import { W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

/**
 * Returns the number of bookmarks that enclose other text in the rejected redline than in `before`. Bookmarks that only
 * one of the two has count if a person named them.
 */
export function changedBookmarks(before: WordDocument, redline: WordDocument): number {
  const [one, other] = [before, redline].map(({ package: opened, main }) => opened.tree(main));
  if (!one!.mayHave(W.bookmarkStart) && !other!.mayHave(W.bookmarkStart)) return 0;
  const [old, now] = [enclosedTexts(one!), enclosedTexts(other!)];
  const changed = [...old].filter(([name, text]) => (now.has(name) ? now.get(name) !== text : isNamed(name)));
  return changed.length + [...now.keys()].filter((name) => !old.has(name) && isNamed(name)).length;
}

/** True if a person named the bookmark. Word hides its own bookmarks (`_Ref1`) and recreates them at will. */
function isNamed(name: string): boolean {
  return !name.startsWith("_");
}

const PASSED = new NameSet([...PROPERTIES, W.instrText, W.delInstrText]);
const TEXTS: ReadonlySet<NameId> = new Set([W.t, W.delText]);

/** Maps the name of a bookmark to the text that it encloses, without text that was inserted or moved there. */
function enclosedTexts(tree: Tree): Map<string, string> {
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
    } else if (!PASSED.has(name)) read(node, CAME.has(name) ? "marks" : "all");
  };
  // Inside inserted content only the bookmarks count, because rejecting removes the text.
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
