// Settles conflicts about formatting: the properties of the chosen side take the place of the original's (MRG-61).

import { strangersIn } from "../../document/grammar.ts";
import { type MergeRecord, type RecordedConflict, revisionsByLabel } from "../../document/merge-record.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { type PropertyOwner, readProperties } from "../../document/recorded-properties.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { paragraphProperties } from "../write/mark-structure.ts";
import { type Changes, chosenRevision, type Decisions, ORIGINAL } from "./chosen-verdicts.ts";
import { dropAnchors } from "./conflict-anchors.ts";
import type { Conflict, ConflictSpot } from "./conflicts.ts";

/** Applies the sides that the decisions choose in property conflicts. Returns the conflicts that are settled. */
export function settleFormats(document: WordDocument, changes: Changes, decisions: Decisions): ReadonlySet<Conflict> {
  const settled = new Set<Conflict>();
  for (const conflict of changes.conflicts.filter(({ kind }) => kind === "property")) {
    const recorded = changes.record?.conflicts.find(({ id }) => id === conflict.id);
    if (recorded?.owner === undefined) continue;
    const chosen = chosenSide(recorded, changes, decisions);
    if (chosen === undefined) continue;
    settled.add(conflict);
    const side = recorded.sides?.find(({ revisions }) => revisions.includes(chosen));
    if (side?.properties === undefined) continue;
    for (const spot of conflict.spots) applyAt(spot, recorded.owner, side.properties);
  }
  if (settled.size > 0) dropAnchors(document, changes.conflicts, (conflict) => settled.has(conflict));
  return settled;
}

/** Stands for the original, which is no revision. */
const NOBODY = -1;

/** Returns the revision whose properties are taken, or NOBODY; undefined if the conflict stays open. */
function chosenSide(
  { id, sides = [] }: RecordedConflict,
  { record }: Changes,
  { conflicts = [], accept, rest }: Decisions,
): number | undefined {
  const choose = conflicts.find((one) => one.id === id)?.choose;
  if (choose === ORIGINAL) return NOBODY;
  if (choose !== undefined) return chosenRevision(record, choose);
  const isWhole = accept !== undefined && accept.ids === undefined && accept.kinds === undefined;
  const named = isWhole
    ? sides.flatMap(({ revisions }) => revisions).filter((index) => isNamed(index, record!, accept))
    : [];
  if (named.length > 0) return named[0];
  return rest === "accept" ? sides[0]?.revisions[0] : undefined;
}

/** True if a selection names a revision by its name, its author or a label that is its own. */
function isNamed(
  index: number,
  record: MergeRecord,
  { revisions, authors }: { readonly revisions?: readonly string[]; readonly authors?: readonly string[] },
): boolean {
  const { name, author } = record.revisions[index]!;
  if (revisions !== undefined && !revisions.includes(name)) return false;
  if (authors === undefined) return revisions !== undefined;
  const own = [...revisionsByLabel(record)].flatMap(([label, makers]) => (makers.includes(index) ? [label] : []));
  return [author, ...own].some((one) => authors.includes(one));
}

function applyAt({ tree, paragraph, inside }: ConflictSpot, owner: PropertyOwner, markup: string): void {
  if (owner === "paragraph") replaceIn(tree, paragraph, { name: W.pPr, owner, markup });
  else if (owner === "mark") replaceIn(tree, paragraphProperties(tree, paragraph), { name: W.rPr, owner, markup });
  else {
    const runs = [...inside].filter((node) => tree.isElement(node) && tree.name(node) === W.r);
    for (const run of runs) replaceIn(tree, run, { name: W.rPr, owner, markup });
  }
}

interface Replacement {
  readonly name: NameId;
  readonly owner: PropertyOwner;
  readonly markup: string;
}

/** Replaces the properties of an element. Marks, other properties elements and records of old properties stay. */
function replaceIn(tree: Tree, holder: NodeId, { name, owner, markup }: Replacement): void {
  const properties = propertiesOf(tree, holder, { name, owner });
  const strangers = strangersIn(name);
  for (const child of tree.children(properties)) if (!strangers.has(tree.name(child))) tree.remove(child);
  // The marks of a run come before its properties. All else that is not a property comes after them.
  const next = name === W.rPr ? tree.child(properties, W.rPrChange) : tree.firstChild(properties);
  for (const node of readProperties(tree, markup, owner)) tree.insertBefore(properties, node, next);
}

function propertiesOf(tree: Tree, holder: NodeId, { name, owner }: Pick<Replacement, "name" | "owner">): NodeId {
  const known = tree.child(holder, name);
  if (known !== NONE) return known;
  const made = tree.element(name);
  const isOfMark = owner === "mark";
  const after = [W.sectPr, W.pPrChange].map((one) => tree.child(holder, one)).find((node) => node !== NONE);
  tree.insertBefore(holder, made, isOfMark ? (after ?? NONE) : tree.firstChild(holder));
  return made;
}
