// Adds, changes and removes ids of editing sessions.

import { type NameId, W } from "@versus/engine/inside";
import { drawIndex, type RandomNumbers } from "../../runner/random.ts";
import { allElements, type Noisemaker, someOf } from "./noise-kinds.ts";

const SHARE = 0.4;
/** The attributes that each element may have. */
const RSIDS: ReadonlyMap<NameId, readonly NameId[]> = new Map([
  [W.p, [W.rsidR, W.rsidRDefault, W.rsidP, W.rsidRPr]],
  [W.r, [W.rsidR, W.rsidRPr]],
  [W.tr, [W.rsidR, W.rsidTr]],
]);

export const changeRsids: Noisemaker = (document, random) => {
  const carriers = [...allElements(document)].filter(({ tree, node }) => RSIDS.has(tree.name(node)));
  const chosen = someOf(carriers, random, SHARE);
  for (const { tree, node } of chosen) {
    const names = RSIDS.get(tree.name(node))!;
    const name = names[drawIndex(random, names.length)]!;
    const isRemoved = tree.attribute(node, name) !== undefined && random() < 0.5;
    tree.setAttribute(node, name, isRemoved ? undefined : newRsid(random));
  }
  return chosen.length;
};

function newRsid(random: RandomNumbers): string {
  return `00${drawIndex(random, 0x1000000).toString(16).padStart(6, "0").toUpperCase()}`;
}
