// Finds the formatting changes between two paired paragraphs, rows, cells, tables or sections.

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { NO_PRINT } from "../../redline/content/fingerprints.ts";
import type { CellItem, ParagraphItem, RowItem, TableItem } from "../../redline/content/items.ts";
import type { FormatKey, FormatKind, Surroundings } from "../../redline/formatting/formats.ts";
import {
  type RunChange,
  runChanges,
  runChangesAlong,
  runChangesInSame,
  type SharedText,
  type SharedTokens,
} from "../../redline/formatting/run-changes.ts";
import { isStyleTracked, isTableTextStyled } from "../../redline/formatting/tracked-styles.ts";
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
  if (isSamePrint(pair))
    return own.source.fingerprints.isNumbered(own.print) ? sameListChanges(pair, orientation) : NOTHING;
  const { formats } = own.source;
  if (!formats.areVisible && own.properties === NONE && other.properties === NONE) return NOTHING;
  const [theirs, ours] = [keysOf(other), keysOf(own)];
  const change = (name: NameId, node: NodeId): PropertiesChange => changeTo(pair, { name, node }, orientation);
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
    const haveLooks = formats.haveLooks(theirs.paragraph, ours.paragraph);
    changes.push(...labelChanges(pair, { haveLooks, orientation }));
  }
  return changes;
}

/** Returns the changes of paragraphs with the same bytes that name a list: it may count differently (CMP-76c). */
function sameListChanges(pair: ItemPair, orientation: Orientation): PropertiesChange[] {
  const { formats } = pair.own.source;
  if (formats.areIgnored) return NOTHING;
  const haveLooks = formats.areVisible && ![pair.own, pair.other].some((item) => surroundingsOf(item).isMarkup);
  return labelChanges(pair, { haveLooks, orientation });
}

/** Returns the change of a paragraph whose properties look the same, and whose list or label differs (CMP-76). */
function labelChanges(
  pair: ItemPair,
  { haveLooks, orientation }: { readonly haveLooks: boolean; readonly orientation: Orientation },
): PropertiesChange[] {
  const { own, other } = pair;
  const lists = { own: own.listLevel, other: other.listLevel };
  const isShown = (): boolean => !haveLooks || own.label !== other.label;
  const change = (): PropertiesChange => changeTo(pair, { name: W.pPr, node: other.properties }, orientation);
  if (lists.own !== undefined || lists.other !== undefined) return [{ ...change(), lists: { ...lists, isShown } }];
  return isRelabelled(pair) && isShown() ? [change()] : NOTHING;
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
  const { own, other } = pair;
  if (isTableTextStyled(other, own)) {
    return [changeTo(pair, { name: W.tblPr, node: other.story.tree.child(other.node, W.tblPr) }, orientation)];
  }
  const changes = ownedChanges(pair, { name: W.tblPr, kind: "table" }, orientation);
  if (changes.length === 0 || !areCellsSame(pair)) return changes;
  return changes.map((change) => ({ ...change, areCellsCarried: true }));
}

/** True if all cells of two tables are compared by their looks, and look the same. */
function areCellsSame({ own, other }: Pair<TableItem>): boolean {
  const { formats } = own.source;
  const [ours, theirs] = [own, other].map(({ rows }) => rows.flatMap(({ cells }) => cells.map(cellKey)));
  if (!formats.areVisible || ours!.length !== theirs!.length) return false;
  return ours!.every((key, at) => formats.haveLooks(key, theirs![at]!) && formats.isSame(key, theirs![at]!));
}

function cellKey({ container: { source, story }, cell: { node } }: CellItem): FormatKey {
  const around = surroundingsOf({ source, story, node });
  return source.reader.keyOf(story.tree, story.tree.child(node, W.tcPr), { kind: "cell", around });
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
  return [changeTo({ own, other }, { name, node: theirs }, orientation)];
}

/** Returns the change of properties to, or from, those of the partner. */
function changeTo(
  { own, other }: Pair<Owner>,
  { name, node }: { readonly name: NameId; readonly node: NodeId },
  orientation: Orientation,
): PropertiesChange {
  const explicit = other.source.reader.explicitFields(other);
  const ref = { ...refTo(other, node), ...(explicit.size === 0 ? {} : { explicit }) };
  const change = { owner: own.node, part: own.story.part, name, other: ref };
  return { ...change, direction: directionOf(orientation), label: orientation.label };
}

function surroundingsOf({ source, story, node }: Owner): Surroundings {
  return source.reader.surroundingsOf({ story, node, view: "accepted" });
}
