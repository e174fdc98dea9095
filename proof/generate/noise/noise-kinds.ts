// The kinds of noise, in the order in which they are made, and what makes one.

import { type NameId, type NodeId, type Tree, trackedParts, W, type WordDocument } from "@versus/engine/inside";
import { type RandomNumbers, shuffle } from "../../runner/random.ts";
import { walk } from "../markup.ts";

export const noiseKinds = [
  "run_merges",
  "run_splits",
  "proofing_marks",
  "page_breaks",
  "rsids",
  "bookmark_ids",
  "paragraph_ids",
  "relationship_ids",
  "attribute_order",
  "zip_order",
] as const;
export type NoiseKind = (typeof noiseKinds)[number];

/** Changes a document through its trees; gives how many changes it made. */
export type Noisemaker = (document: WordDocument, random: RandomNumbers) => number;

/** Every element of every part of WordprocessingML, in document order. */
export function* allElements(document: WordDocument): Generator<{ tree: Tree; node: NodeId; part: string }> {
  for (const part of trackedParts(document)) {
    const tree = document.package.tree(part);
    // The tree changes under whoever goes through it.
    for (const node of [...walk(tree, tree.root)]) yield { tree, node, part };
  }
}

/** What holds runs; in text that is tracked as deleted nothing is changed. */
export const RUN_HOLDERS: ReadonlySet<NameId> = new Set([
  W.p,
  W.hyperlink,
  W.ins,
  W.moveTo,
  W.moveFrom,
  W.smartTag,
  W.fldSimple,
  W.sdtContent,
]);

/** A share of the items by chance, at least one where there are any. */
export function someOf<Item>(items: readonly Item[], random: RandomNumbers, share: number): Item[] {
  return shuffle(items, random).slice(0, Math.ceil(items.length * share));
}
