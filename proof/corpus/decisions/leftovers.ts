// Finds revisions in a document, and ranges that have no meaning without revisions.

import { listRevisions, type NameId, trackedParts, W, type WordDocument } from "@versus/engine/inside";
import { elementsNamed } from "../change-word.ts";

const RANGES: readonly NameId[] = [
  W.moveFromRangeStart,
  W.moveFromRangeEnd,
  W.moveToRangeStart,
  W.moveToRangeEnd,
  W.customXmlInsRangeStart,
  W.customXmlInsRangeEnd,
  W.customXmlDelRangeStart,
  W.customXmlDelRangeEnd,
  W.customXmlMoveFromRangeStart,
  W.customXmlMoveFromRangeEnd,
  W.customXmlMoveToRangeStart,
  W.customXmlMoveToRangeEnd,
];

/** Returns the kinds of the remaining revisions and the names of the remaining range elements, each with its part. */
export function leftovers(document: WordDocument): string[] {
  const revisions = listRevisions(document).map(({ part, kind, place }) => `${kind} of ${place} in ${part}`);
  const ranges = trackedParts(document).flatMap((part) => {
    const tree = document.package.tree(part);
    const found = RANGES.filter((name) => tree.mayHave(name) && elementsNamed(tree, name).length > 0);
    return found.map((name) => `${tree.names.local(name)} in ${part}`);
  });
  return [...new Set([...revisions, ...ranges])];
}
