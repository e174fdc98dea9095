// Reads the lists of a document, and the list and level of a paragraph.
//
// A w:num is a list that paragraphs name. It takes its levels from a w:abstractNum, which several lists may share, and may
// replace levels or their starts. A w:abstractNum may also point, through a numbering style, to another list and take that
// list's levels. A paragraph names its list directly or through its style. If a level names a style (w:pStyle), paragraphs of
// that style are on this level, whatever w:ilvl the style sets (ISO 29500-1, 17.9).
//
// Files may contain circular or dangling pointers and invalid levels. Those give no list or no level.

import { type NamespaceRules, readChildren, readingOf } from "../../ooxml/parts/compatibility.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { findStyle, readStyles, type Style, type StyleTable, styleChain } from "../formatting/styles.ts";
import type { WordDocument } from "../open-document.ts";
import { partsOf } from "../text/stories.ts";
import { childValue, isOn, isOnValue, wholeNumber } from "../values.ts";
import { understood, W } from "../word-names.ts";
import type { NumberFormat } from "./number-formats.ts";

/** Number of levels of a list. */
export const LEVELS = 9;

export interface ListLevel {
  /** The w:lvl element. */
  readonly node: NodeId;
  /** Number of its first paragraph. */
  readonly start: number;
  readonly format: NumberFormat;
  /** Text of the label, with %1 to %9 for the numbers of levels. */
  readonly text: string;
  /**
   * Restart rule. n: the level restarts after a paragraph on level n, counted from 1, or above. 0: never. Undefined: after any
   * level above.
   */
  readonly restart: number | undefined;
  /** True if all numbers in the label are decimal. */
  readonly isLegal: boolean;
  /** True if the label is hidden. Its paragraphs are still counted. */
  readonly isHidden: boolean;
  /** Id of the paragraph style that belongs to this level. */
  readonly style: string | undefined;
}

export interface List {
  readonly numId: string;
  /**
   * Id of the w:abstractNum whose levels it shows, after all pointers are followed. Lists with the same one share its count.
   */
  readonly abstractNumId: string;
  /** Maps a level index, from 0, to the level. */
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** Maps a level to the number with which the list restarts it when it first reaches the level. */
  readonly startOverrides: ReadonlyMap<number, number>;
}

export interface Numbering {
  /** Undefined in a document without lists. */
  readonly tree: Tree | undefined;
  readonly styles: StyleTable;
  readonly lists: ReadonlyMap<string, List>;
  /** Maps an id to a w:abstractNum, from which lists take their levels. In the order of the part. */
  readonly abstracts: ReadonlyMap<string, AbstractList>;
  /** Maps the id of a paragraph style to the list and level of its paragraphs. */
  readonly stylePlaces: ReadonlyMap<string, ListPlace>;
}

/** A list and level of a paragraph, with the style that sets them. */
export interface ListPlace {
  readonly list: List;
  readonly level: number;
  /** Style that names the list; undefined if the paragraph itself does. */
  readonly style: Style | undefined;
}

export function numberingOf(document: WordDocument, styles: StyleTable = readStyles(document)): Numbering {
  const [part] = partsOf(document, "numbering");
  if (part === undefined)
    return { tree: undefined, styles, lists: new Map(), abstracts: new Map(), stylePlaces: new Map() };
  const tree = document.package.tree(part);
  const { lists, abstracts } = readLists({ tree, reading: readingOf(tree, understood) }, styles);
  return { tree, styles, lists, abstracts, stylePlaces: placeStyles(styles, lists) };
}

interface NumberingPart {
  readonly tree: Tree;
  readonly reading: NamespaceRules;
}

export interface AbstractList {
  readonly id: string;
  readonly name: string | undefined;
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** Id of the numbering style that it defines. */
  readonly defines: string | undefined;
  /** Id of the numbering style whose levels it takes. */
  readonly borrowsFrom: string | undefined;
}

function readLists(part: NumberingPart, styles: StyleTable): Pick<Numbering, "lists" | "abstracts"> {
  const { tree } = part;
  const abstracts = new Map<string, AbstractList>();
  const nums = new Map<string, NodeId>();
  for (const node of readChildren(tree, tree.root, part.reading)) {
    const name = tree.name(node);
    if (name === W.abstractNum)
      addFirst(abstracts, tree.attribute(node, W.abstractNumId) ?? "", readAbstract(part, node));
    else if (name === W.num) addFirst(nums, tree.attribute(node, W.numId) ?? "", node);
  }
  const abstractOf = (numId: string | undefined): AbstractList | undefined => {
    const num = numId === undefined ? undefined : nums.get(numId);
    return num === undefined ? undefined : abstracts.get(childValue(tree, num, W.abstractNumId) ?? "");
  };
  const definers = new Map([...abstracts.values()].map((abstract) => [abstract.defines, abstract]));
  const lenderOf = (style: string): AbstractList | undefined =>
    abstractOf(numIdOf(styles, style)) ?? definers.get(style);
  const lists = new Map(
    [...nums].map(([numId, node]) => [numId, readList(part, node, followBorrowing(abstractOf(numId), lenderOf))]),
  );
  return { lists, abstracts };
}

function addFirst<Value>(map: Map<string, Value>, id: string, value: Value): void {
  if (!map.has(id)) map.set(id, value);
}

/** Returns the abstract list that has the levels, starting from one that may only point to it. */
function followBorrowing(
  first: AbstractList | undefined,
  lenderOf: (style: string) => AbstractList | undefined,
): AbstractList | undefined {
  const seen = new Set<AbstractList>();
  let abstract = first;
  while (abstract?.borrowsFrom !== undefined && !seen.has(abstract)) {
    seen.add(abstract);
    abstract = lenderOf(abstract.borrowsFrom) ?? { ...abstract, borrowsFrom: undefined };
  }
  return abstract;
}

function numIdOf({ tree, byId }: StyleTable, id: string): string | undefined {
  const style = byId.get(id);
  return style === undefined ? undefined : numberPropertiesIn(tree!, tree!.child(style.node, W.pPr)).numId;
}

function readAbstract(part: NumberingPart, node: NodeId): AbstractList {
  const { tree } = part;
  const levels = new Map<number, ListLevel>();
  for (const child of readChildren(tree, node, part.reading)) {
    const index = tree.name(child) === W.lvl ? levelIndex(tree.attribute(child, W.ilvl)) : undefined;
    if (index !== undefined) levels.set(index, readLevel(part, child));
  }
  const id = tree.attribute(node, W.abstractNumId) ?? "";
  const defines = childValue(tree, node, W.styleLink);
  const name = childValue(tree, node, W.name);
  return { id, name, levels, defines, borrowsFrom: childValue(tree, node, W.numStyleLink) };
}

function readList(part: NumberingPart, node: NodeId, abstract: AbstractList | undefined): List {
  const { tree } = part;
  const levels = new Map(abstract?.levels);
  const startOverrides = new Map<number, number>();
  for (const child of readChildren(tree, node, part.reading)) {
    const index = tree.name(child) === W.lvlOverride ? levelIndex(tree.attribute(child, W.ilvl)) : undefined;
    if (index === undefined) continue;
    const level = tree.child(child, W.lvl);
    if (level !== NONE) levels.set(index, readLevel(part, level));
    const start = wholeNumber(childValue(tree, child, W.startOverride));
    if (start !== undefined) startOverrides.set(index, start);
  }
  return { numId: tree.attribute(node, W.numId) ?? "", abstractNumId: abstract?.id ?? "", levels, startOverrides };
}

/**
 * Reads a level. Children are read through markup compatibility, because Word hides custom formats from older versions in it.
 */
function readLevel({ tree, reading }: NumberingPart, node: NodeId): ListLevel {
  const children = new Map([...readChildren(tree, node, reading)].map((child) => [tree.name(child), child]));
  const value = (name: typeof W.start): string | undefined => {
    const child = children.get(name);
    return child === undefined ? undefined : tree.attribute(child, W.val);
  };
  const format = children.get(W.numFmt) ?? NONE;
  return {
    node,
    start: wholeNumber(value(W.start)) ?? 0,
    format: {
      name: value(W.numFmt) ?? "decimal",
      custom: format === NONE ? undefined : tree.attribute(format, W.format),
    },
    text: value(W.lvlText) ?? "",
    restart: wholeNumber(value(W.lvlRestart)),
    isLegal: children.has(W.isLgl) && isOnValue(value(W.isLgl)),
    isHidden: isOn(tree, children.get(W.rPr) ?? NONE, W.vanish),
    style: value(W.pStyle),
  };
}

/** The list and level that a w:numPr sets. */
interface NumberProperties {
  readonly numId: string | undefined;
  readonly level: number | undefined;
}

/** Returns the numbering that a w:p or w:style itself sets. */
/** Reads a `w:pPr`, which may be `NONE`. */
function numberPropertiesIn(tree: Tree, properties: NodeId): NumberProperties {
  const numPr = properties === NONE ? NONE : tree.child(properties, W.numPr);
  const level = wholeNumber(childValue(tree, numPr, W.ilvl));
  return { numId: childValue(tree, numPr, W.numId), level };
}

function levelIndex(ilvl: string | undefined): number | undefined {
  const index = wholeNumber(ilvl);
  return index !== undefined && index >= 0 && index < LEVELS ? index : undefined;
}

/** Returns the list and level of a paragraph; undefined if its list does not exist, or if it has none. */
export function listPlaceOf(numbering: Numbering, tree: Tree, paragraph: NodeId): ListPlace | undefined {
  return listPlaceIn(numbering, tree, tree.child(paragraph, W.pPr));
}

/** Returns the list and level of a paragraph with a `w:pPr`, which may be `NONE`. */
export function listPlaceIn(numbering: Numbering, tree: Tree, properties: NodeId): ListPlace | undefined {
  if (numbering.lists.size === 0) return undefined;
  const style = childValue(tree, properties, W.pStyle);
  return listPlaceBy(numbering, { ...numberPropertiesIn(tree, properties), style });
}

/** Returns the list and level of a paragraph with these properties and this style. */
export function listPlaceBy(
  { styles, lists, stylePlaces }: Numbering,
  { numId, level, style }: NumberProperties & { readonly style: string | undefined },
): ListPlace | undefined {
  if (lists.size === 0) return undefined;
  if (numId !== undefined) return placeIn(lists.get(numId), level ?? 0, undefined);
  const place = stylePlaces.get(findStyle(styles, "paragraph", style)?.id ?? "");
  return place === undefined || level === undefined ? place : placeIn(place.list, level, place.style);
}

function placeStyles(styles: StyleTable, lists: ReadonlyMap<string, List>): Map<string, ListPlace> {
  const places = new Map<string, ListPlace>();
  for (const style of styles.byId.values()) {
    const place = style.kind === "paragraph" ? placeOfStyle(styles, lists, style) : undefined;
    if (place !== undefined) places.set(style.id, place);
  }
  return places;
}

/**
 * Returns the list and level that a style sets. The nearest style of the chain that names a list decides the list. The
 * level is the nearest one in the chain up to that style. Undefined if no style of the chain names a list, or if the
 * list is missing.
 */
function placeOfStyle(styles: StyleTable, lists: ReadonlyMap<string, List>, style: Style): ListPlace | undefined {
  const chain = styleChain(styles, style).map((link) => ({
    link,
    ...numberPropertiesIn(styles.tree!, styles.tree!.child(link.node, W.pPr)),
  }));
  const end = chain.findIndex(({ numId }) => numId !== undefined);
  const list = end < 0 ? undefined : lists.get(chain[end]!.numId!);
  if (list === undefined) return undefined;
  const levels = chain.slice(0, end + 1).map(({ link, level }) => linkedLevel(list, link) ?? level);
  return placeIn(list, levels.find((level) => level !== undefined) ?? 0, chain[end]!.link);
}

/** Returns the level that names a style as its own; undefined if no level does. */
function linkedLevel({ levels }: List, { id }: Style): number | undefined {
  for (const [index, { style }] of levels) {
    if (style === id) return index;
  }
  return undefined;
}

function placeIn(list: List | undefined, level: number, style: Style | undefined): ListPlace | undefined {
  return list === undefined || level < 0 || level >= LEVELS ? undefined : { list, level, style };
}
