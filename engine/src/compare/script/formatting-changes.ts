// Finds what became of formatting between two things that are a pair.

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { NO_PRINT } from "../../redline/content/fingerprints.ts";
import type { CellItem, ParagraphItem, RowItem, TableItem } from "../../redline/content/items.ts";
import { type FormatKind, NOWHERE } from "../../redline/formatting/formats.ts";
import {
  type RunChange,
  runChanges,
  runChangesAlong,
  runChangesInSame,
  type SharedText,
  type SharedTokens,
} from "../../redline/formatting/run-changes.ts";
import type { LookChange, OtherIs, PropertiesChange, PropertiesRef } from "../../redline/script/script.ts";
import type { Orientation } from "./orientation.ts";

/** Something of the carrier and its partner. */
export interface Pair<Thing> {
  readonly own: Thing;
  readonly other: Thing;
}

export type ItemPair = Pair<ParagraphItem>;

function otherIs({ carries }: Orientation): OtherIs {
  return carries === "after" ? "was" : "now";
}

function isSamePrint({ own, other }: ItemPair): boolean {
  return other.print !== NO_PRINT && other.print === own.print;
}

/** The changes of looks in a paragraph whose content is the same. */
export function lookChanges(pair: ItemPair, orientation: Orientation): LookChange[] {
  return isSamePrint(pair) ? NOTHING : looksOf(pair, runChangesInSame(pair.other, pair.own), orientation);
}

const NOTHING: never[] = [];

/** The same for what two paragraphs share. */
export function lookChangesIn(pair: ItemPair, shared: readonly SharedTokens[], orientation: Orientation): LookChange[] {
  return looksOf(pair, runChanges(pair.other, pair.own, shared), orientation);
}

/** The same for text of the carrier that the other paragraph shows too. */
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
    otherIs: otherIs(orientation),
    label: orientation.label,
  }));
}

type Owner = Pick<TableItem, "side" | "story" | "node">;

function refTo({ side, story }: Pick<Owner, "side" | "story">, node: NodeId): PropertiesRef {
  return { source: side, part: story.part, tree: story.tree, node };
}

/** The changes of a paragraph's properties: its own, its list's, and those of its mark. */
export function markChanges(pair: ItemPair, orientation: Orientation): PropertiesChange[] {
  const { own, other } = pair;
  if (isSamePrint(pair) && !own.side.fingerprints.isNumbered(own.print)) return NOTHING;
  if (own.properties === NONE && other.properties === NONE) return NOTHING;
  const { formats } = own.side;
  const [theirs, ours] = [keysOf(other), keysOf(own)];
  const change = (name: NameId, node: NodeId): PropertiesChange => ({
    owner: own.node,
    part: own.story.part,
    name,
    other: refTo(other, node),
    otherIs: otherIs(orientation),
    label: orientation.label,
  });
  const changes: PropertiesChange[] = [];
  if (!formats.isSameIn("", theirs.mark, ours.mark)) {
    changes.push(change(W.rPr, markProperties(other.story.tree, other.properties)));
  }
  if (!formats.isSame(theirs.paragraph, ours.paragraph)) changes.push(change(W.pPr, other.properties));
  else if (!formats.areIgnored) {
    const lists = { own: own.listLevel, other: other.listLevel };
    if (lists.own !== undefined || lists.other !== undefined) {
      changes.push({ ...change(W.pPr, other.properties), lists });
    }
  }
  return changes;
}

function keysOf({ side, story, properties, surroundings }: ParagraphItem) {
  return {
    paragraph: side.reader.keyOf(story.tree, properties, { kind: "paragraph", around: surroundings }),
    mark: side.reader.keyOf(story.tree, markProperties(story.tree, properties), { kind: "run", around: surroundings }),
  };
}

function markProperties(tree: Tree, properties: NodeId): NodeId {
  return properties === NONE ? NONE : tree.child(properties, W.rPr);
}

export function tableChanges(pair: Pair<TableItem>, orientation: Orientation): PropertiesChange[] {
  return ownedChanges(pair, { name: W.tblPr, kind: "table" }, orientation);
}

export function rowChanges({ own, other }: Pair<RowItem>, orientation: Orientation): PropertiesChange[] {
  const owner = ({ side, story, row: { node } }: RowItem): Owner => ({ side, story, node });
  const pair = { own: owner(own), other: owner(other) };
  return [
    ...ownedChanges(pair, { name: W.tblPrEx, kind: "exception" }, orientation),
    ...ownedChanges(pair, { name: W.trPr, kind: "row" }, orientation),
  ];
}

/** The changes of a cell's properties, in a table whose columns are the same ones or not. */
export function cellChanges(
  { own, other }: Pair<CellItem>,
  { columnsChanged, ...orientation }: Orientation & { readonly columnsChanged: boolean },
): PropertiesChange[] {
  const owner = ({ container: { side, story }, cell: { node } }: CellItem): Owner => ({ side, story, node });
  const pair = { own: owner(own), other: owner(other) };
  const changes = ownedChanges(pair, { name: W.tcPr, kind: "cell" }, orientation);
  if (changes.length === 0 || !columnsChanged) return changes;
  const isWidth = ownedChanges(pair, { name: W.tcPr, kind: "cell without width" }, orientation).length === 0;
  return isWidth ? changes.map((change) => ({ ...change, isWidth })) : changes;
}

/** The element that holds properties, and their kind. */
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
    other.side.reader.keyOf(other.story.tree, theirs, { kind, around: NOWHERE }),
    own.side.reader.keyOf(own.story.tree, ours, { kind, around: NOWHERE }),
  ] as const;
  if (own.side.formats.isSame(...keys)) return NOTHING;
  const change = { owner: own.node, part: own.story.part, name, other: refTo(other, theirs) };
  return [{ ...change, otherIs: otherIs(orientation), label: orientation.label }];
}
