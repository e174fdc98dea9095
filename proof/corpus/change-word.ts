// Changes one word of a document through its tree: the smallest possible edit.
//
// The seed selects the text of the main part at which the search for a word begins. That word is replaced by one that
// needs special encoding in both UTF-8 and XML. A document without words gets a run with the new word at the end of its
// first paragraph. Without a paragraph, nothing changes.

import { type NameId, NONE, type NodeId, type Tree, W, type WordDocument } from "@versus/engine/inside";
import { drawIndex, type RandomNumbers } from "../runner/random.ts";

/** The change that was made. A reader of the saved document uses it to look for the change. */
export interface WordChange {
  readonly kind: "word" | "run" | "nothing";
  /** Index of the changed `w:t` among all `w:t` elements of the main part; -1 if nothing changed. */
  readonly index: number;
  readonly text: string;
}

const NEW_WORD = "naïve&new";
const WORD = /[\p{L}\p{N}]+/gu;

export function changeWord({ package: opened, main }: WordDocument, random: RandomNumbers): WordChange {
  const tree = opened.tree(main);
  const texts = elementsNamed(tree, W.t);
  const changed = replaceWord(tree, texts, random);
  if (changed !== NONE) return { kind: "word", index: texts.indexOf(changed), text: textOf(tree, changed) };
  const [paragraph] = elementsNamed(tree, W.p);
  if (paragraph === undefined) return { kind: "nothing", index: -1, text: "" };
  const added = appendRun(tree, paragraph);
  return { kind: "run", index: elementsNamed(tree, W.t).indexOf(added), text: NEW_WORD };
}

/**
 * Replaces a word in the first text that contains one, starting at a random text. Returns that `w:t`, or NONE if no
 * text contains a word.
 */
function replaceWord(tree: Tree, texts: readonly NodeId[], random: RandomNumbers): NodeId {
  const start = drawIndex(random, texts.length);
  for (const text of [...texts.slice(start), ...texts.slice(0, start)]) {
    for (const child of tree.children(text)) {
      const before = tree.text(child);
      const words = [...before.matchAll(WORD)];
      const word = words[drawIndex(random, words.length)];
      if (word === undefined) continue;
      tree.setText(child, before.slice(0, word.index) + NEW_WORD + before.slice(word.index + word[0].length));
      return text;
    }
  }
  return NONE;
}

function appendRun(tree: Tree, paragraph: NodeId): NodeId {
  const run = tree.element(W.r);
  const text = tree.element(W.t);
  tree.append(text, tree.textNode(NEW_WORD));
  tree.append(run, text);
  tree.append(paragraph, run);
  return text;
}

/** Returns the elements with this name, in document order. */
export function elementsNamed(tree: Tree, name: NameId): NodeId[] {
  const found: NodeId[] = [];
  let node = tree.root;
  for (;;) {
    if (tree.name(node) === name) found.push(node);
    const child = tree.firstChild(node);
    if (child !== NONE) {
      node = child;
      continue;
    }
    while (node !== tree.root && tree.nextSibling(node) === NONE) node = tree.parent(node);
    if (node === tree.root) return found;
    node = tree.nextSibling(node);
  }
}

/** Returns the characters directly in an element. */
export function textOf(tree: Tree, element: NodeId): string {
  return tree
    .children(element)
    .map((child) => tree.text(child))
    .join("");
}
