// Checks the ids of paragraphs and rows (w14:paraId), and the references to them.
//
// Ids are hexadecimal numbers above 0 and below 0x80000000, unique in a part. The extended comments part identifies
// each comment by the id of its last paragraph.

import { W, W14, W15 } from "../../../document/word-names.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { repeated } from "../identities.ts";
import { type FoundElement, foundAmong, foundIn, type IndexedPart } from "../indexed-part.ts";
import { COMMENTS_EXTENDED, type LintedDocument } from "../linted-document.ts";
import { type Breach, breachesIn, inStories, type Rule } from "../rule.ts";

const CARRIERS = [W.p, W.tr];
const END_OF_IDS = 0x80000000;

export const paragraphIdRules: readonly Rule[] = [
  {
    id: "paragraph-id-repeated",
    severity: "odd",
    says: "No two paragraphs of a part have the same id.",
    check: inStories((part) => repeated(carriersIn(part), ({ node }) => idIn(part, node))),
  },
  {
    id: "paragraph-id-out-of-range",
    severity: "refused",
    says: "The ids of paragraphs and of their texts are above 0 and below 0x80000000.",
    check: inStories((part) =>
      carriersIn(part)
        .map(({ node }) => node)
        .filter((node) => [W14.paraId, W14.textId].some((name) => isOutOfRange(part.tree.attribute(node, name)))),
    ),
  },
  {
    id: "comment-extension-unresolved",
    severity: "odd",
    says: "What extends a comment names a paragraph of a comment, and so does what it answers.",
    check: unresolvedExtensions,
  },
];

/** Returns the paragraphs and rows of a part. Empty if the part has no paragraph ids, so that it need not be read. */
function carriersIn(part: IndexedPart): readonly FoundElement[] {
  return part.tree.mayHave(W14.paraId) ? foundAmong(part, CARRIERS) : [];
}

function idIn({ tree }: IndexedPart, node: NodeId): string | undefined {
  return tree.attribute(node, W14.paraId)?.toUpperCase();
}

function isOutOfRange(id: string | undefined): boolean {
  if (id === undefined) return false;
  const value = /^[0-9A-Fa-f]{8}$/.test(id) ? Number.parseInt(id, 16) : 0;
  return value === 0 || value >= END_OF_IDS;
}

function* unresolvedExtensions({ related }: LintedDocument): Generator<Breach> {
  const extended = related.get(COMMENTS_EXTENDED);
  const comments = related.get("comments");
  if (extended === undefined) return;
  const paragraphs = comments === undefined ? [] : foundIn(comments, W.p).map(({ node }) => idIn(comments, node));
  const ids = new Set(paragraphs);
  const isUnresolved = (id: string | undefined): boolean => id !== undefined && !ids.has(id.toUpperCase());
  const nodes = foundIn(extended, W15.commentEx).map(({ node }) => node);
  yield* breachesIn(
    extended,
    nodes.filter((node) =>
      [W15.paraId, W15.paraIdParent].some((name) => isUnresolved(extended.tree.attribute(node, name))),
    ),
  );
}
