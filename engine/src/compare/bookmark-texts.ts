// Bookmarks that no longer enclose what they did.
//
// Word cannot track a bookmark, so the after side's stand in both views. That is a difference only where a bookmark encloses other text
// once the changes are rejected: one that merely shifted with the text around it, or in which something was edited, encloses the same.

import { CAME, PROPERTIES } from "../document/grammar.ts";
import type { WordDocument } from "../document/open-document.ts";
import { W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

/** How many bookmarks of the body enclose other text in the rejected redline than in the before document, or came or went by a name of their own. */
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

/** By name of a bookmark the text it encloses without what was inserted or moved there. */
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
  // Inside of what was added only the bookmarks count: the text is not there once it is rejected.
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
