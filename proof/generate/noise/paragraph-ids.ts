// Changes the ids of paragraphs and rows, except those of comments, which other parts refer to.

import { W } from "@versus/engine/inside";
import { drawIndex, type RandomNumbers } from "../../runner/random.ts";
import { allElements, type Noisemaker } from "./noise-kinds.ts";

const WORD_2010 = "http://schemas.microsoft.com/office/word/2010/wordml";
const END_OF_IDS = 0x80000000;

export const changeParagraphIds: Noisemaker = (document, random) => {
  const { names } = document.package;
  const [paraId, textId] = [names.of(WORD_2010, "paraId"), names.of(WORD_2010, "textId")];
  const carriers = [...allElements(document)].filter(({ tree, node }) => tree.attribute(node, paraId) !== undefined);
  const taken = new Set(carriers.map(({ tree, node }) => tree.attribute(node, paraId)!.toUpperCase()));
  const free = carriers.filter(({ tree }) => tree.name(tree.root) !== W.comments);
  for (const { tree, node } of free) {
    tree.setAttribute(node, paraId, newId(taken, random));
    if (tree.attribute(node, textId) !== undefined) tree.setAttribute(node, textId, newId(taken, random));
  }
  return free.length;
};

function newId(taken: Set<string>, random: RandomNumbers): string {
  for (;;) {
    const id = (1 + drawIndex(random, END_OF_IDS - 1)).toString(16).padStart(8, "0").toUpperCase();
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}
