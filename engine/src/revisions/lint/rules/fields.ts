// Checks fields: begin, optional separator, end. They may nest and span paragraphs, never stories.
//
// A field must be whole in the document as it is, and after accepting or rejecting all changes. A deletion of one of
// three field characters breaks the field when the deletion is accepted. Word itself has written a field with only its
// end in an insertion. So Word repairs a field only if it is broken in the document as it is.

import { W } from "../../../document/word-names.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import {
  type FoundElement,
  foundIn,
  IN_DELETION,
  IN_INSERTION,
  IN_MOVE_FROM,
  IN_MOVE_TO,
  type IndexedPart,
} from "../indexed-part.ts";
import { inStories, type Rule } from "../rule.ts";

export const fieldRules: readonly Rule[] = [
  {
    id: "field-unbalanced",
    severity: "repaired",
    says: "Every field begins and ends in its story, with at most one separator.",
    check: inStories((part) => unbalanced(part, 0)),
  },
  {
    id: "field-unbalanced-accepted",
    severity: "odd",
    says: "Every field that was whole is whole when all changes are accepted.",
    check: inStories((part) => unbalanced(part, IN_DELETION | IN_MOVE_FROM)),
  },
  {
    id: "field-unbalanced-rejected",
    severity: "odd",
    says: "Every field that was whole is whole when all changes are rejected.",
    check: inStories((part) => unbalanced(part, IN_INSERTION | IN_MOVE_TO)),
  },
];

/** Returns the field characters without a partner and repeated separators. Ignores characters in the given wrappers. */
function unbalanced(part: IndexedPart, leftOut: number): NodeId[] {
  const characters = foundIn(part, W.fldChar).filter(({ within }) => (within & leftOut) === 0);
  const stories = Map.groupBy(characters, ({ story }) => story);
  return [...stories.values()].flatMap((members) => unbalancedInStory(part, members));
}

function unbalancedInStory({ tree }: IndexedPart, characters: readonly FoundElement[]): NodeId[] {
  const guilty: NodeId[] = [];
  const open: { readonly node: NodeId; isSeparated: boolean }[] = [];
  for (const { node } of characters) {
    const type = tree.attribute(node, W.fldCharType);
    const field = open.at(-1);
    if (type === "begin") open.push({ node, isSeparated: false });
    else if (field === undefined || (type === "separate" && field.isSeparated)) guilty.push(node);
    else if (type === "separate") field.isSeparated = true;
    else open.pop();
  }
  return [...guilty, ...open.map(({ node }) => node)];
}
