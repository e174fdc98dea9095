// Checks the nesting of elements, where Word refuses what it does not expect.
//
// Parents of other namespaces are not checked, and markup compatibility is skipped. Tracked wrappers contain runs. A
// link or a simple field contains tracked wrappers, never the other way round.

import { STORIES, TRACKED, UNTRACKED_RUN_HOLDERS } from "../../../document/grammar.ts";
import { W, wordNamespace } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../../ooxml/xml/tree.ts";
import { type FoundElement, foundIn, type IndexedPart } from "../indexed-part.ts";
import { inStories, type Rule } from "../rule.ts";
import { containerOf, firstElement, holderOf, nextElement } from "../surroundings.ts";

const WRAPPING = [W.sdtContent, W.customXml];
const BLOCK_HOLDERS = [...WRAPPING, ...STORIES, W.tc];
/** A control contains its content in w:sdtContent. */
const LINK_HOLDERS = [W.p, ...UNTRACKED_RUN_HOLDERS].filter((name) => name !== W.sdt);
const RUN_HOLDERS = [...LINK_HOLDERS, ...TRACKED, W.rt, W.rubyBase];

/** Maps an element to the elements of Word that may contain it. */
// policy: the parents without which Word refuses a document
const HOLDERS: ReadonlyMap<NameId, ReadonlySet<NameId>> = new Map([
  [W.p, new Set(BLOCK_HOLDERS)],
  [W.tbl, new Set(BLOCK_HOLDERS)],
  [W.tr, new Set([...WRAPPING, W.tbl])],
  [W.tc, new Set([...WRAPPING, W.tr])],
  [W.r, new Set(RUN_HOLDERS)],
  [W.hyperlink, new Set(LINK_HOLDERS)],
  [W.fldSimple, new Set(LINK_HOLDERS)],
]);

export const nestingRules: readonly Rule[] = [
  {
    id: "paragraph-misplaced",
    severity: "refused",
    says: "A paragraph stands in a story, a cell or a content control, never in a paragraph or a run.",
    check: misplaced(W.p),
  },
  {
    id: "table-misplaced",
    severity: "refused",
    says: "A table stands where a paragraph may.",
    check: misplaced(W.tbl),
  },
  {
    id: "row-misplaced",
    severity: "refused",
    says: "A row stands in a table.",
    check: misplaced(W.tr),
  },
  {
    id: "cell-misplaced",
    severity: "refused",
    says: "A cell stands in a row.",
    check: misplaced(W.tc),
  },
  {
    id: "run-misplaced",
    severity: "refused",
    says: "A run stands in a paragraph or in what a paragraph holds.",
    check: misplaced(W.r),
  },
  {
    id: "hyperlink-misplaced",
    severity: "refused",
    says: "A link stands in a paragraph, never in a tracked change.",
    check: misplaced(W.hyperlink),
  },
  {
    id: "simple-field-misplaced",
    severity: "refused",
    says: "A simple field stands in a paragraph, never in a tracked change.",
    check: misplaced(W.fldSimple),
  },
  {
    id: "text-misplaced",
    severity: "refused",
    says: "Text stands in elements that hold text.",
    check: inStories(({ strayTexts }) => strayTexts),
  },
  {
    id: "properties-not-first",
    severity: "refused",
    says: "The properties of a paragraph, a run and a cell come before its content.",
    check: inStories((part) => PROPERTIES.flatMap(([owner, properties]) => notFirst(part, owner, properties))),
  },
  {
    id: "properties-repeated",
    severity: "refused",
    says: "A paragraph, a run and a cell have their properties once.",
    check: inStories((part) => PROPERTIES.flatMap(([owner, properties]) => notOnce(part, owner, properties))),
  },
  {
    id: "section-misplaced",
    severity: "repaired",
    says: "The properties of a section stand last in the body, or in a paragraph that stands in the body.",
    check: inStories((part) => nodesOf(foundIn(part, W.sectPr)).filter((node) => !isSectionInPlace(part, node))),
  },
];

function nodesOf(found: readonly FoundElement[]): NodeId[] {
  return found.map(({ node }) => node);
}

function misplaced(name: NameId): Rule["check"] {
  const holders = HOLDERS.get(name)!;
  return inStories((part) =>
    nodesOf(foundIn(part, name)).filter((node) => {
      const holder = part.tree.name(holderOf(part, node));
      return !holders.has(holder) && part.tree.names.namespaceOf(holder) === wordNamespace;
    }),
  );
}

// policy: the properties that Word requires first and once
const PROPERTIES: readonly (readonly [NameId, NameId])[] = [
  [W.p, W.pPr],
  [W.r, W.rPr],
  [W.tc, W.tcPr],
];

/** Returns the properties that are direct children of their owner. Those in a property change have another parent. */
function propertiesIn(part: IndexedPart, owner: NameId, properties: NameId): NodeId[] {
  return nodesOf(foundIn(part, properties)).filter((node) => part.tree.name(part.tree.parent(node)) === owner);
}

function notFirst(part: IndexedPart, owner: NameId, properties: NameId): NodeId[] {
  return propertiesIn(part, owner, properties).filter(
    (node) => firstElement(part.tree, part.tree.parent(node)) !== node,
  );
}

/** If an owner has its properties twice, the second ones are not the first child. */
function notOnce(part: IndexedPart, owner: NameId, properties: NameId): NodeId[] {
  const { tree } = part;
  return notFirst(part, owner, properties).filter((node) => tree.child(tree.parent(node), properties) !== node);
}

function isSectionInPlace(part: IndexedPart, node: NodeId): boolean {
  const { tree } = part;
  const parent = tree.parent(node);
  const name = tree.name(parent);
  if (name === W.body) return nextElement(tree, node) === NONE;
  if (name === W.pPr) return tree.name(containerOf(part, tree.parent(parent))) === W.body;
  return name === W.sectPrChange;
}
