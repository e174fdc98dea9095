// Finds the formatting changes between two paired paragraphs, rows, cells, tables or sections.

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { NO_PRINT } from "../../redline/content/fingerprints.ts";
import type { CellItem, ParagraphItem, RowItem, TableItem } from "../../redline/content/items.ts";
import type { FormatKind, Surroundings } from "../../redline/formatting/formats.ts";
import {
  isStyleTracked,
  type RunChange,
  runChanges,
  runChangesAlong,
  runChangesInSame,
  type SharedText,
  type SharedTokens,
} from "../../redline/formatting/run-changes.ts";
import type { ChangeDirection, LookChange, PropertiesChange, PropertiesRef } from "../../redline/script/script.ts";
import type { Orientation } from "./orientation.ts";

/** Something of the carrier and its partner. */
export interface Pair<Thing> {
  readonly own: Thing;
  readonly other: Thing;
}

export type ItemPair = Pair<ParagraphItem>;

function directionOf({ carries }: Orientation): ChangeDirection {
  return carries === "after" ? "old" : "new";
}

function isSamePrint({ own, other }: ItemPair): boolean {
  return other.print !== NO_PRINT && other.print === own.print;
}

/** Returns the formatting changes of the runs of a paragraph with equal content. */
export function lookChanges(pair: ItemPair, orientation: Orientation): LookChange[] {
  return isSamePrint(pair) ? NOTHING : looksOf(pair, runChangesInSame(pair.other, pair.own), orientation);
}

const NOTHING: never[] = [];

/** Returns the formatting changes of the tokens that two paragraphs share. */
export function lookChangesIn(pair: ItemPair, shared: readonly SharedTokens[], orientation: Orientation): LookChange[] {
  return looksOf(pair, runChanges(pair.other, pair.own, shared), orientation);
}

/** Returns the formatting changes of the carrier's text that the other paragraph shows too. */
export function lookChangesAlong(
  pair: ItemPair,
  shared: readonly SharedText[],
  orientation: Orientation,
): LookChange[] {
  return looksOf(pair, runChangesAlong(pair.other, pair.own, shared), orientation);
}

function looksOf({ own, other }: ItemPair, changes: readonly RunChange[], orientation: Orientation): LookChange[] {
  return changes.map(({ from, to, old }) => ({
    item: own,
    from,
    to,
    other: refTo(other, old),
    direction: directionOf(orientation),
    label: orientation.label,
  }));
}

type Owner = Pick<TableItem, "source" | "story" | "node">;

function refTo({ source, story }: Pick<Owner, "source" | "story">, node: NodeId): PropertiesRef {
  return { source, part: story.part, tree: story.tree, node };
}

/** Returns the changes of a paragraph's properties: its own, those of its list, and those of its mark. */
export function markChanges(pair: ItemPair, orientation: Orientation): PropertiesChange[] {
  const { own, other } = pair;
  // A paragraph that was made for a section break has no formatting of its own (FMT-40).
  if (other.story.tree.isMade(other.node)) return NOTHING;
  if (isSamePrint(pair) && !own.source.fingerprints.isNumbered(own.print)) return NOTHING;
  const { formats } = own.source;
  if (!formats.areVisible && own.properties === NONE && other.properties === NONE) return NOTHING;
  const [theirs, ours] = [keysOf(other), keysOf(own)];
  const change = (name: NameId, node: NodeId): PropertiesChange => ({
    owner: own.node,
    part: own.story.part,
    name,
    other: refTo(other, node),
    direction: directionOf(orientation),
    label: orientation.label,
  });
  const changes: PropertiesChange[] = [];
  const place = { own: { source: own.source, part: own.story.part, node: own.node }, other };
  const isMarkSame = formats.isSameIn("", theirs.mark, ours.mark);
  const hasOtherStyle = isStyleTracked(other, own);
  const isMarkCarried = !hasOtherStyle || formats.isSameMarkup(theirs.mark, ours.mark);
  if (!isMarkSame || !isMarkCarried) {
    changes.push(change(W.rPr, markProperties(other.story.tree, other.properties)));
  } else formats.countCarried({ ...place, kind: "mark" }, theirs.mark, ours.mark);
  const isSame = formats.isSame(theirs.paragraph, ours.paragraph);
  if (hasOtherStyle || !isSame) changes.push(change(W.pPr, other.properties));
  else formats.countCarried({ ...place, kind: "paragraph" }, theirs.paragraph, ours.paragraph);
  if (!formats.areIgnored && !hasOtherStyle && isSame) {
    const lists = { own: own.listLevel, other: other.listLevel };
    const areNamed = lists.own !== undefined || lists.other !== undefined;
    const mayDiffer = !formats.haveLooks(theirs.paragraph, ours.paragraph) || own.label !== other.label;
    if (mayDiffer && areNamed) changes.push({ ...change(W.pPr, other.properties), lists });
    else if (mayDiffer && isRelabelled(pair)) changes.push(change(W.pPr, other.properties));
  }
  return changes;
}

/** True if the styles of two paragraphs give different labels (CMP-76b). */
function isRelabelled({ own, other }: ItemPair): boolean {
  return own.source.styleLabels.of(own.style) !== other.source.styleLabels.of(other.style);
}

function keysOf({ source, story, properties, surroundings }: ParagraphItem) {
  return {
    paragraph: source.reader.keyOf(story.tree, properties, { kind: "paragraph", around: surroundings }),
    mark: source.reader.keyOf(story.tree, markProperties(story.tree, properties), {
      kind: "run",
      around: surroundings,
    }),
  };
}

function markProperties(tree: Tree, properties: NodeId): NodeId {
  return properties === NONE ? NONE : tree.child(properties, W.rPr);
}

export function tableChanges(pair: Pair<TableItem>, orientation: Orientation): PropertiesChange[] {
  return ownedChanges(pair, { name: W.tblPr, kind: "table" }, orientation);
}

export function rowChanges({ own, other }: Pair<RowItem>, orientation: Orientation): PropertiesChange[] {
  const owner = ({ source, story, row: { node } }: RowItem): Owner => ({ source, story, node });
  const pair = { own: owner(own), other: owner(other) };
  return [
    ...ownedChanges(pair, { name: W.tblPrEx, kind: "exception" }, orientation),
    ...ownedChanges(pair, { name: W.trPr, kind: "row" }, orientation),
  ];
}

/**
 * Returns the changes of a cell's properties. If columns of the table changed, a change of the width alone is carried
 * (CMP-77).
 */
export function cellChanges(
  { own, other }: Pair<CellItem>,
  { columnsChanged, ...orientation }: Orientation & { readonly columnsChanged: boolean },
): PropertiesChange[] {
  const owner = ({ container: { source, story }, cell: { node } }: CellItem): Owner => ({ source, story, node });
  const pair = { own: owner(own), other: owner(other) };
  const changes = ownedChanges(pair, { name: W.tcPr, kind: "cell" }, orientation);
  if (changes.length === 0 || !columnsChanged) return changes;
  const isWidth = ownedChanges(pair, { name: W.tcPr, kind: "cell without width" }, orientation).length === 0;
  return isWidth ? changes.map((change) => ({ ...change, isWidth })) : changes;
}

/** The element that contains properties, and their kind. */
interface Held {
  readonly name: NameId;
  readonly kind: FormatKind;
}

function ownedChanges({ own, other }: Pair<Owner>, { name, kind }: Held, orientation: Orientation): PropertiesChange[] {
  const [ours, theirs] = [own, other].map(({ story, node }) => story.tree.child(node, name)) as [NodeId, NodeId];
  return propertiesChanges({ own, other }, { name, kind, ours, theirs }, orientation);
}

interface HeldPair extends Held {
  /** The properties themselves. */
  readonly ours: NodeId;
  readonly theirs: NodeId;
}

export function propertiesChanges(
  { own, other }: Pair<Owner>,
  { name, kind, ours, theirs }: HeldPair,
  orientation: Orientation,
): PropertiesChange[] {
  const keys = [
    other.source.reader.keyOf(other.story.tree, theirs, { kind, around: surroundingsOf(other) }),
    own.source.reader.keyOf(own.story.tree, ours, { kind, around: surroundingsOf(own) }),
  ] as const;
  if (own.source.formats.isSame(...keys)) {
    const { source, story, node } = own;
    source.formats.countCarried({ own: { source, part: story.part, node }, other, kind }, ...keys);
    return NOTHING;
  }
  const change = { owner: own.node, part: own.story.part, name, other: refTo(other, theirs) };
  return [{ ...change, direction: directionOf(orientation), label: orientation.label }];
}

function surroundingsOf({ source, story, node }: Owner): Surroundings {
  return source.reader.surroundingsOf({ story, node, view: "accepted" });
}
