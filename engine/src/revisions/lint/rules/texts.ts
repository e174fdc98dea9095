// Checks the kind of text: w:delText and w:delInstrText in a deletion, w:t and w:instrText elsewhere.
//
// Moved text stays w:t on both sides. A text box in deleted text is a separate story and keeps w:t. White space at the
// ends of a text is lost without xml:space.

import { losesSpace } from "../../../document/text/lost-space.ts";
import { W } from "../../../document/word-names.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { type FoundElement, foundIn, IN_DELETION } from "../indexed-part.ts";
import { inStories, type Rule } from "../rule.ts";

export const textRules: readonly Rule[] = [
  {
    id: "deleted-text-as-text",
    severity: "repaired",
    says: "Text in a deletion is w:delText.",
    check: inStories((part) => nodesOf(foundIn(part, W.t).filter(isDeleted))),
  },
  {
    id: "text-as-deleted-text",
    severity: "repaired",
    says: "Text outside a deletion is not w:delText.",
    check: inStories((part) => nodesOf(foundIn(part, W.delText).filter((found) => !isDeleted(found)))),
  },
  {
    id: "deleted-code-as-code",
    severity: "odd",
    says: "The code of a field in a deletion is w:delInstrText.",
    check: inStories((part) => nodesOf(foundIn(part, W.instrText).filter(isDeleted))),
  },
  {
    id: "code-as-deleted-code",
    severity: "repaired",
    says: "The code of a field outside a deletion is not w:delInstrText.",
    check: inStories((part) => nodesOf(foundIn(part, W.delInstrText).filter((found) => !isDeleted(found)))),
  },
  {
    id: "text-space-lost",
    severity: "odd",
    says: "Text that begins or ends with white space says that it is to be kept.",
    check: inStories((part) =>
      nodesOf([...foundIn(part, W.t), ...foundIn(part, W.delText)]).filter((node) => losesSpace(part.tree, node)),
    ),
  },
];

function nodesOf(found: readonly FoundElement[]): NodeId[] {
  return found.map(({ node }) => node);
}

function isDeleted({ within }: FoundElement): boolean {
  return (within & IN_DELETION) !== 0;
}
