// Changes the marks (`w:lastRenderedPageBreak`) where pages ended in the last layout. Every layout changes them.

import { NONE, W } from "@versus/engine/inside";
import { allElements, type Noisemaker, someOf } from "./noise-kinds.ts";

const SHARE = 0.05;

export const changePageBreaks: Noisemaker = (document, random) => {
  const elements = [...allElements(document)];
  const breaks = elements.filter(({ tree, node }) => tree.name(node) === W.lastRenderedPageBreak);
  for (const { tree, node } of breaks) tree.remove(node);
  const runs = elements.filter(({ tree, node }) => tree.name(node) === W.r && tree.child(node, W.t) !== NONE);
  const inBody = runs.filter(({ part }) => part === document.main);
  const chosen = someOf(inBody.length > 0 ? inBody : runs, random, SHARE);
  for (const { tree, node } of chosen) {
    tree.insertBefore(node, tree.element(W.lastRenderedPageBreak), tree.child(node, W.t));
  }
  return breaks.length + chosen.length;
};
