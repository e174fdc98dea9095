// Reads the styles of a document: their chains and the defaults.
//
// Code requests a style by id and kind. If the style is missing or has another kind, the default style of the kind applies.
// Chains of basedOn may be circular or dangling. A chain ends where it would repeat, where the kind changes, or after more
// styles than real documents use (`LONGEST_CHAIN`).

import { readChildren, readingOf } from "../../ooxml/parts/compatibility.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";
import type { SpanTree } from "../../ooxml/xml/span-tree.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { WordDocument } from "../open-document.ts";
import { partsOf } from "../text/stories.ts";
import { childValue, isOnValue } from "../values.ts";
import { understood, W } from "../word-names.ts";

export type StyleKind = "paragraph" | "character" | "table" | "numbering";

export interface Style {
  readonly id: string;
  readonly kind: StyleKind;
  readonly name: string;
  /** Id of the style that supplies the properties which this one does not set. */
  readonly basedOn: string | undefined;
  /** Id of the character style linked to a paragraph style, or the reverse. */
  readonly link: string | undefined;
  readonly node: NodeId;
}

/** A property element and the tree that contains it. */
export interface StyleProperty {
  readonly tree: Tree;
  readonly node: NodeId;
}

/** The source of a layer's properties. */
export type LayerKind = "direct" | "character style" | "list" | "paragraph style" | "table style" | "defaults";

/** A w:pPr or w:rPr that applies. */
export interface Layer extends StyleProperty {
  readonly kind: LayerKind;
}

export interface StyleTable {
  /** Undefined in a document without styles. */
  readonly tree: Tree | undefined;
  readonly byId: ReadonlyMap<string, Style>;
  readonly defaults: ReadonlyMap<StyleKind, Style>;
  /** The w:docDefaults element, or NONE. */
  readonly documentDefaults: NodeId;
  /** Cache of layers, by the values that they depend on. */
  readonly layers: Map<string, readonly Layer[]>;
}

const KINDS: ReadonlySet<string> = new Set(["paragraph", "character", "table", "numbering"] satisfies StyleKind[]);
/**
 * Maximum length of a chain. Word itself makes chains of at most eleven styles. The limit bounds the work for a hostile file,
 * which would otherwise grow with the square of its styles.
 */
const LONGEST_CHAIN = 64;

/** The content of a styles part. */
type ReadStyles = Pick<StyleTable, "byId" | "defaults" | "documentDefaults">;

/** Caches the styles of a part as it was read, because a comparison reads the same few styles again and again. */
const known = new WeakMap<SpanTree, ReadStyles>();

export function readStyles(document: WordDocument): StyleTable {
  const [part] = partsOf(document, "styles");
  if (part === undefined)
    return { tree: undefined, byId: new Map(), defaults: new Map(), documentDefaults: NONE, layers: new Map() };
  const tree = document.package.tree(part);
  if (tree.isChanged) return { tree, ...readPart(tree), layers: new Map() };
  const read = known.get(tree.span) ?? readPart(tree);
  known.set(tree.span, read);
  return { tree, ...read, layers: new Map() };
}

function readPart(tree: Tree): ReadStyles {
  const byId = new Map<string, Style>();
  const defaults = new Map<StyleKind, Style>();
  for (const node of readChildren(tree, tree.root, readingOf(tree, understood))) {
    if (tree.name(node) !== W.style) continue;
    const style = readStyle(tree, node);
    if (!byId.has(style.id)) byId.set(style.id, style);
    // The last of several defaults counts (ISO 29500-1, 17.7.4.17).
    const isDefault = tree.attribute(node, W.default);
    if (isDefault !== undefined && isOnValue(isDefault)) defaults.set(style.kind, style);
  }
  const named = [...byId.values()].find(isNamedDefault);
  if (named !== undefined && !defaults.has(named.kind)) defaults.set(named.kind, named);
  return { byId, defaults, documentDefaults: tree.child(tree.root, W.docDefaults) };
}

/** True for the style that Word applies to paragraphs without a style if no style is marked as the default (FMT-50). */
export function isNamedDefault({ kind, name }: Pick<Style, "kind" | "name">): boolean {
  return kind === "paragraph" && foldName(name) === "normal";
}

function readStyle(tree: Tree, node: NodeId): Style {
  const kind = tree.attribute(node, W.type) ?? "paragraph";
  return {
    id: tree.attribute(node, W.styleId) ?? "",
    kind: (KINDS.has(kind) ? kind : "paragraph") as StyleKind,
    name: childValue(tree, node, W.name) ?? "",
    basedOn: childValue(tree, node, W.basedOn),
    link: childValue(tree, node, W.link),
    node,
  };
}

/** Returns the style with an id and kind. Otherwise returns the default of the kind, or undefined if there is no default. */
export function findStyle(styles: StyleTable, kind: StyleKind, id: string | undefined): Style | undefined {
  const style = id === undefined ? undefined : styles.byId.get(id);
  return style?.kind === kind ? style : styles.defaults.get(kind);
}

/** Returns a style and the styles that it is based on, nearest first. */
export function styleChain(styles: StyleTable, style: Style | undefined): Style[] {
  const chain: Style[] = [];
  for (let next = style; next !== undefined && chain.length < LONGEST_CHAIN; ) {
    if (chain.includes(next) || next.kind !== style!.kind) break;
    chain.push(next);
    next = next.basedOn === undefined ? undefined : styles.byId.get(next.basedOn);
  }
  return chain;
}
