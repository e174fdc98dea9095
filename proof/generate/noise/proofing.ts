// Removes the marks of the spelling and grammar checker and inserts others, always in pairs.

import { NONE, type NodeId, type Tree, W } from "@versus/engine/inside";
import { drawIndex } from "../../runner/random.ts";
import { allElements, type Noisemaker, RUN_HOLDERS, someOf } from "./noise-kinds.ts";

const SHARE = 0.15;
const MARKS = ["spell", "gram"] as const;

export const changeProofing: Noisemaker = (document, random) => {
  const elements = [...allElements(document)];
  const marks = elements.filter(({ tree, node }) => tree.name(node) === W.proofErr);
  for (const { tree, node } of marks) tree.remove(node);
  const runs = elements.filter(({ tree, node }) => tree.name(node) === W.r && tree.child(node, W.t) !== NONE);
  const chosen = someOf(
    runs.filter(({ tree, node }) => RUN_HOLDERS.has(tree.name(tree.parent(node)))),
    random,
    SHARE,
  );
  for (const { tree, node } of chosen) mark(tree, node, MARKS[drawIndex(random, MARKS.length)]!);
  return marks.length + chosen.length;
};

function mark(tree: Tree, run: NodeId, kind: (typeof MARKS)[number]): void {
  const holder = tree.parent(run);
  tree.insertBefore(holder, tree.element(W.proofErr, [[W.type, `${kind}Start`]]), run);
  tree.insertBefore(holder, tree.element(W.proofErr, [[W.type, `${kind}End`]]), tree.nextSibling(run));
}
