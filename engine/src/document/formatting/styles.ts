// The styles of a document: who they are, what each is based on, and which apply where nothing is said.
//
// A style is asked for by id and kind. One that is missing, or of another kind, counts as not asked for: the kind's
// default applies. Chains of basedOn may run in circles or into nothing; they end where they would repeat, where the
// kind changes, or after more styles than anyone means.

import { readChildren, readingOf } from "../../ooxml/parts/compatibility.ts";
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
  /** The id of the style it takes what it does not say itself from. */
  readonly basedOn: string | undefined;
  /** The id of the character style that is a paragraph style's other half, or the other way round. */
  readonly link: string | undefined;
  readonly node: NodeId;
}

/** A property element and the tree it stands in. */
export interface StyleProperty {
  readonly tree: Tree;
  readonly node: NodeId;
}

/** Who says a layer's properties. */
export type LayerKind = "direct" | "character style" | "list" | "paragraph style" | "table style" | "defaults";

/** One w:pPr or w:rPr. */
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
  /** What formatting has found so far: layers by what they depend on. */
  readonly layers: Map<string, readonly Layer[]>;
}

const KINDS: ReadonlySet<string> = new Set(["paragraph", "character", "table", "numbering"] satisfies StyleKind[]);
/** Word itself makes chains of eleven at most; the bound keeps a hostile table from costing its square. */
const LONGEST_CHAIN = 64;

/** What a part of styles says by itself. */
type ReadStyles = Pick<StyleTable, "byId" | "defaults" | "documentDefaults">;

/** By part as it was read: a comparison asks for the same few styles again and again. */
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
    // Of several defaults the last one counts (ISO 29500-1, 17.7.4.17).
    const isDefault = tree.attribute(node, W.default);
    if (isDefault !== undefined && isOnValue(isDefault)) defaults.set(style.kind, style);
  }
  return { byId, defaults, documentDefaults: tree.child(tree.root, W.docDefaults) };
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

/** The style an id asks for; the kind's default when it asks for none that is there, and none when there is no default. */
export function findStyle(styles: StyleTable, kind: StyleKind, id: string | undefined): Style | undefined {
  const style = id === undefined ? undefined : styles.byId.get(id);
  return style?.kind === kind ? style : styles.defaults.get(kind);
}

/** A style and what it is based on, nearest first. */
export function styleChain(styles: StyleTable, style: Style | undefined): Style[] {
  const chain: Style[] = [];
  for (let next = style; next !== undefined && chain.length < LONGEST_CHAIN; ) {
    if (chain.includes(next) || next.kind !== style!.kind) break;
    chain.push(next);
    next = next.basedOn === undefined ? undefined : styles.byId.get(next.basedOn);
  }
  return chain;
}
