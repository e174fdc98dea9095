// Lists the kinds of noise, in the order in which they are made, with helpers for making them.

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

/** A function that changes a document through its trees and returns the number of changes. */
export type Noisemaker = (document: WordDocument, random: RandomNumbers) => number;

/** Yields every element of every WordprocessingML part, in document order. */
export function* allElements(document: WordDocument): Generator<{ tree: Tree; node: NodeId; part: string }> {
  for (const part of trackedParts(document)) {
    const tree = document.package.tree(part);
    // A copy of the list, because the caller changes the tree during the loop.
    for (const node of [...walk(tree, tree.root)]) yield { tree, node, part };
  }
}

/** Elements whose runs may be changed. `w:del` is not one of them, so deleted text is not changed. */
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

/** Returns a random share of the items, at least one if there are any. */
export function someOf<Item>(items: readonly Item[], random: RandomNumbers, share: number): Item[] {
  return shuffle(items, random).slice(0, Math.ceil(items.length * share));
}
