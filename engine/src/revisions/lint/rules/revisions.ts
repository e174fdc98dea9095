// Checks tracked changes themselves: author, date, id, and their position among properties.
//
// Word numbers the changes of all stories from one counter. Each set of properties keeps one change of each kind, which
// Word expects last. The change of a paragraph mark comes first in the mark's run properties (ISO 29500-1, 17.13.5).

import { PROPERTY_CHANGES, TRACKED } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { idOf, repeated } from "../identities.ts";
import { foundAmong, foundIn, IN_OLD_PROPERTIES, type IndexedPart } from "../indexed-part.ts";
import type { LintedDocument } from "../linted-document.ts";
import { type Breach, breachesIn, inStories, type Rule } from "../rule.ts";
import { nextElement } from "../surroundings.ts";
import { REVISIONS } from "../watched-names.ts";

export const revisionRules: readonly Rule[] = [
  {
    id: "revision-id-repeated",
    severity: "repaired",
    says: "No two tracked changes of a document have the same id.",
    check: repeatedIds,
  },
  {
    id: "revision-id-invalid",
    severity: "refused",
    says: "Every tracked change has an id, and it is a number.",
    check: inStories((part) => revisionsWhere(part, (node) => !/^[+-]?\d{1,10}$/.test(idOf(part, node) ?? ""))),
  },
  {
    id: "revision-author-missing",
    severity: "refused",
    says: "Every tracked change names its author.",
    check: inStories((part) => revisionsWhere(part, (node) => part.tree.attribute(node, W.author) === undefined)),
  },
  {
    id: "revision-date-invalid",
    severity: "refused",
    says: "The date of a tracked change is a date and a time of day.",
    check: inStories((part) =>
      revisionsWhere(part, (node) => !isDateTime(part.tree.attribute(node, W.date) ?? SOME_DATE)),
    ),
  },
  {
    id: "property-change-repeated",
    severity: "refused",
    says: "A set of properties keeps at most one tracked change of its kind.",
    check: inStories((part) =>
      foundAmong(part, PROPERTY_CHANGES)
        .map(({ node }) => node)
        .filter((node) => part.tree.child(part.tree.parent(node), part.tree.name(node)) !== node),
    ),
  },
  {
    id: "property-change-not-last",
    severity: "refused",
    says: "The tracked change of a set of properties comes last in it.",
    check: inStories((part) =>
      foundAmong(part, PROPERTY_CHANGES)
        .map(({ node }) => node)
        .filter((node) => nextElement(part.tree, node) !== NONE),
    ),
  },
  {
    id: "property-change-holds-foreign",
    severity: "refused",
    says: "The old properties of a tracked change hold no tracked change, mark, section or header of their own.",
    check: inStories((part) => foreignOldProperties(part)),
  },
  {
    id: "mark-change-not-first",
    severity: "refused",
    says: "The tracked insertion, deletion or move of a paragraph mark comes first among the mark's properties.",
    check: inStories((part) => marksNotFirst(part)),
  },
];

const SOME_DATE = "2000-01-01T00:00:00Z";

function* repeatedIds({ stories }: LintedDocument): Generator<Breach> {
  const seen = new Set<string>();
  for (const part of stories) {
    const numbered = foundAmong(part, [...REVISIONS, W.tblGridChange]);
    yield* breachesIn(
      part,
      repeated(numbered, ({ node }) => idOf(part, node), seen),
    );
  }
}

function revisionsWhere(part: IndexedPart, isGuilty: (node: NodeId) => boolean): NodeId[] {
  return REVISIONS.flatMap((name) => foundIn(part, name).map(({ node }) => node)).filter(isGuilty);
}

function isDateTime(text: string): boolean {
  const match = /^\d{4}-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text.trim());
  if (match === null) return false;
  const [month, day, hour, minute, second] = match.slice(1).map(Number) as [number, number, number, number, number];
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDay && hour <= 24 && minute <= 59 && second <= 59;
}

/** Maps each kind of old properties to the elements that it cannot contain. */
// policy: what Word refuses in old properties; it writes marks there itself
const FOREIGN: ReadonlyMap<NameId, readonly NameId[]> = new Map([
  [W.pPrChange, [W.rPr, W.sectPr, W.pPrChange]],
  [W.rPrChange, [W.rPrChange]],
  [W.sectPrChange, [W.headerReference, W.footerReference, W.sectPrChange]],
]);

function foreignOldProperties(part: IndexedPart): NodeId[] {
  const { tree } = part;
  const watched = [...new Set([...FOREIGN.values()].flat())];
  return watched.flatMap((name) =>
    foundIn(part, name)
      .filter(({ within }) => (within & IN_OLD_PROPERTIES) !== 0)
      .map(({ node }) => node)
      .filter((node) => FOREIGN.get(tree.name(tree.parent(tree.parent(node))))?.includes(name)),
  );
}

function marksNotFirst(part: IndexedPart): NodeId[] {
  const { tree } = part;
  const marks = [...TRACKED].flatMap((name) => foundIn(part, name).map(({ node }) => node));
  return marks.filter((node) => {
    const properties = tree.parent(node);
    const isMark = tree.name(properties) === W.rPr && tree.name(tree.parent(properties)) === W.pPr;
    return isMark && elementsBefore(tree, node).some((before) => !TRACKED.has(tree.name(before)));
  });
}

function elementsBefore(tree: Tree, node: NodeId): NodeId[] {
  const siblings = tree.children(tree.parent(node)).filter((sibling) => tree.isElement(sibling));
  return siblings.slice(0, siblings.indexOf(node));
}
