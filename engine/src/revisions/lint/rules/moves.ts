// Checks tracked moves: two ranges with the same name, each with a start and an end with the same id.
//
// The ranges name the move; the moved text is in w:moveFrom and w:moveTo. If one range is missing, Word reads the other
// as a plain deletion or insertion, and the move is lost.

import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { idOf, repeated, unpaired } from "../identities.ts";
import { foundAmong, foundIn, type IndexedPart } from "../indexed-part.ts";
import { inStories, type Rule } from "../rule.ts";

const FROM = { start: W.moveFromRangeStart, end: W.moveFromRangeEnd, content: W.moveFrom };
const TO = { start: W.moveToRangeStart, end: W.moveToRangeEnd, content: W.moveTo };

export const moveRules: readonly Rule[] = [
  {
    id: "move-range-open",
    severity: "repaired",
    says: "Every move range has a start and an end of the same id.",
    check: inStories((part) => [...unpaired(part, FROM), ...unpaired(part, TO)]),
  },
  {
    id: "move-range-id-repeated",
    severity: "repaired",
    says: "No two move ranges of a part have the same id.",
    check: inStories((part) => repeated(foundAmong(part, [FROM.start, TO.start]), ({ node }) => idOf(part, node))),
  },
  {
    id: "move-unpaired",
    severity: "repaired",
    says: "Every move range has a counterpart of the same name in its part.",
    check: inStories((part) => [
      ...withoutCounterpart(part, FROM.start, TO.start),
      ...withoutCounterpart(part, TO.start, FROM.start),
    ]),
  },
  {
    id: "move-name-repeated",
    severity: "repaired",
    says: "A move has one source and one destination.",
    check: inStories((part) => [
      ...repeated(foundIn(part, FROM.start), ({ node }) => nameOf(part, node)),
      ...repeated(foundIn(part, TO.start), ({ node }) => nameOf(part, node)),
    ]),
  },
  {
    id: "move-outside-range",
    severity: "odd",
    says: "Moved text stands in a range that names its move.",
    check: inStories((part) => [...outsideRange(part, FROM), ...outsideRange(part, TO)]),
  },
];

function nameOf({ tree }: IndexedPart, node: NodeId): string | undefined {
  return tree.attribute(node, W.name);
}

function withoutCounterpart(part: IndexedPart, ranges: NameId, counterparts: NameId): NodeId[] {
  const names = new Set(foundIn(part, counterparts).map(({ node }) => nameOf(part, node)));
  return foundIn(part, ranges)
    .map(({ node }) => node)
    .filter((node) => !names.has(nameOf(part, node)));
}

/**
 * Returns moved content outside of ranges. Paragraph marks are exempt: a mark may come after the end of the range
 * around its paragraph's text.
 */
function outsideRange(part: IndexedPart, { start, end, content }: typeof FROM): NodeId[] {
  const { tree } = part;
  let open = 0;
  return foundAmong(part, [start, end, content]).flatMap(({ node }) => {
    const name = tree.name(node);
    if (name === start) open += 1;
    else if (name === end) open -= 1;
    else if (open <= 0 && tree.name(tree.parent(node)) !== W.rPr) return [node];
    return [];
  });
}
