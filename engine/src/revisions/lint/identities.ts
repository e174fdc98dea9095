// Checks elements by id: repeated ids, starts and ends without a partner.

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { type FoundElement, foundIn, type IndexedPart } from "./indexed-part.ts";

/** Returns the elements whose key an earlier element has. Elements without a key are skipped. */
export function repeated(
  elements: readonly FoundElement[],
  keyOf: (found: FoundElement) => string | undefined,
  seen: Set<string> = new Set(),
): NodeId[] {
  return elements.flatMap((found) => {
    const key = keyOf(found);
    if (key === undefined) return [];
    if (seen.has(key)) return [found.node];
    seen.add(key);
    return [];
  });
}

/** Returns starts without an end of the same id, and ends without a start. */
export function unpaired(part: IndexedPart, { start, end }: { start: NameId; end: NameId }): NodeId[] {
  const starts = foundIn(part, start);
  const ends = foundIn(part, end);
  const startIds = idsOf(part, starts);
  const endIds = idsOf(part, ends);
  return [
    ...starts.filter(({ node }) => !endIds.has(idOf(part, node))),
    ...ends.filter(({ node }) => !startIds.has(idOf(part, node))),
  ].map(({ node }) => node);
}

export function idOf({ tree }: IndexedPart, node: NodeId): string | undefined {
  return tree.attribute(node, W.id);
}

export function idsOf(part: IndexedPart, elements: readonly FoundElement[]): Set<string | undefined> {
  return new Set(elements.map(({ node }) => idOf(part, node)));
}

export function valueIn({ tree }: IndexedPart, node: NodeId): string | undefined {
  return tree.attribute(node, W.val);
}
