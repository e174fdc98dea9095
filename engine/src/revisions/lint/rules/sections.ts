// Checks the margins of sections.

import { UNSIGNED_MARGINS } from "../../../document/sections.ts";
import { twips } from "../../../document/values.ts";
import { W } from "../../../document/word-names.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { foundIn, type IndexedPart } from "../indexed-part.ts";
import { inStories, type Rule } from "../rule.ts";

export const sectionRules: readonly Rule[] = [
  {
    id: "margin-negative",
    severity: "refused",
    says: "No margin of a page but the top and the bottom one is negative.",
    check: inStories(negativeMargins),
  },
];

function negativeMargins(part: IndexedPart): NodeId[] {
  const { tree } = part;
  const isNegative = (node: NodeId): boolean =>
    UNSIGNED_MARGINS.some((name) => (twips(tree.attribute(node, name)) ?? 0) < 0);
  return foundIn(part, W.pgMar)
    .map(({ node }) => node)
    .filter(isNegative);
}
