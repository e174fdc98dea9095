// Renumbers bookmarks. Only the two ends of a bookmark use the number.

import { type NameId, type NodeId, type Tree, W } from "@versus/engine/inside";
import { shuffle } from "../../runner/random.ts";
import { allElements, type Noisemaker } from "./noise-kinds.ts";

const MARKS: ReadonlySet<NameId> = new Set([W.bookmarkStart, W.bookmarkEnd]);
/** Larger ids are avoided, because ids are 32-bit numbers. */
const MOST = 1_000_000_000;

export const renumberBookmarks: Noisemaker = (document, random) => {
  const elements = [...allElements(document)];
  const ids = elements.map(({ tree, node }) => Number(tree.attribute(node, W.id))).filter((id) => id < MOST);
  const marks = elements.filter(({ tree, node }) => MARKS.has(tree.name(node)));
  const keys = [...new Set(marks.map(keyOf))];
  const first = ids.reduce((most, id) => Math.max(most, id), 0) + 1;
  const numbers = shuffle(
    keys.map((_, index) => first + index),
    random,
  );
  const renumbered = new Map(keys.map((key, index) => [key, String(numbers[index])]));
  for (const mark of marks) mark.tree.setAttribute(mark.node, W.id, renumbered.get(keyOf(mark))!);
  return marks.length;
};

/** Returns the key of a bookmark mark. Marks of one part with the same id belong together. */
function keyOf({ tree, node, part }: { tree: Tree; node: NodeId; part: string }): string {
  return `${part} ${tree.attribute(node, W.id)}`;
}
