// Finds the properties that apply to a paragraph or a run.
//
// Properties are set in layers: directly, by styles and their base styles, by the list level, by the table style, and by the
// document defaults. The nearest layer that sets a property decides it. Nothing is copied: a layer is a w:pPr or w:rPr in some
// part, and a property is searched on request.
//
// The layer of a list level is directly after the layer that names the list (ISO 29500-1, 17.7.2). That layer is the paragraph
// itself or one of its styles. Toggles (bold, italic, caps …) combine between styles: on in the paragraph style and on in the
// character style is off (17.7.3).

import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { type ListPlace, listPlaceOf, type Numbering } from "../lists/numbering.ts";
import { parentInStory, type Story } from "../text/stories.ts";
import { childValue, isOnValue } from "../values.ts";
import { W } from "../word-names.ts";
import {
  findStyle,
  type Layer,
  type LayerKind,
  type Style,
  type StyleKind,
  type StyleProperty,
  styleChain,
} from "./styles.ts";

/** The layers that apply, nearest first. */
export type Formatting = readonly Layer[];

/** Returns the layers of a paragraph's properties. */
export function paragraphFormatting(numbering: Numbering, story: Story, paragraph: NodeId): Formatting {
  const { tree } = story;
  const place = listPlaceOf(numbering, tree, paragraph);
  const style = paragraphStyle(tree, paragraph);
  const table = tableStyleAround(story, paragraph);
  const key = `p\0${style}\0${table}\0${place?.list.numId}\0${place?.level}\0${place?.style?.id}`;
  const behind = remembered(numbering, key, () => layersBehindParagraph(numbering, { style, table, place }));
  return withDirect(tree, tree.child(paragraph, W.pPr), behind);
}

/** The inputs of a paragraph's formatting, besides its own properties. */
interface Context {
  readonly style: string | undefined;
  readonly table: string | undefined;
  readonly place: ListPlace | undefined;
}

function layersBehindParagraph(numbering: Numbering, { style, table, place }: Context): Layer[] {
  const list = place === undefined ? [] : levelLayers(numbering, place, W.pPr);
  const chain = chainOf(numbering, "paragraph", style);
  const end = place?.style === undefined ? 0 : chain.indexOf(place.style) + 1;
  const byStyle = (styles: readonly Style[]): Layer[] => styleLayers(numbering, styles, "paragraph style", W.pPr);
  return [
    ...byStyle(chain.slice(0, end)),
    ...list,
    ...byStyle(chain.slice(end)),
    ...tableLayers(numbering, table, W.pPr),
    ...defaultLayers(numbering, { wrapper: W.pPrDefault, name: W.pPr }),
  ];
}

/** Returns the layers of a run's properties. */
export function runFormatting(numbering: Numbering, story: Story, run: NodeId): Formatting {
  const paragraph = enclosing(story, run, W.p);
  return characterFormatting(numbering, story, { paragraph, properties: story.tree.child(run, W.rPr) });
}

/** Returns the layers of a paragraph mark's properties, which also apply to the label. */
export function markFormatting(numbering: Numbering, story: Story, paragraph: NodeId): Formatting {
  const own = story.tree.child(paragraph, W.pPr);
  const properties = own === NONE ? NONE : story.tree.child(own, W.rPr);
  return characterFormatting(numbering, story, { paragraph, properties });
}

function characterFormatting(
  numbering: Numbering,
  story: Story,
  { paragraph, properties }: { paragraph: NodeId; properties: NodeId },
): Formatting {
  const { tree } = story;
  const character = childValue(tree, properties, W.rStyle);
  const { style, table } = stylesAround(story, paragraph);
  const key = `r\0${character}\0${paragraph === NONE}\0${style}\0${table}`;
  const behind = remembered(numbering, key, () => [
    ...styleLayers(numbering, chainOf(numbering, "character", character), "character style", W.rPr),
    ...styleLayers(
      numbering,
      paragraph === NONE ? [] : chainOf(numbering, "paragraph", style),
      "paragraph style",
      W.rPr,
    ),
    ...tableLayers(numbering, table, W.rPr),
    ...defaultLayers(numbering, { wrapper: W.rPrDefault, name: W.rPr }),
  ]);
  return withDirect(tree, properties, behind);
}

interface StylesAround {
  readonly style: string | undefined;
  readonly table: string | undefined;
}

/** The last paragraph whose styles were requested in a tree. The entry is valid until the tree changes. */
interface LastParagraph extends StylesAround {
  readonly paragraph: NodeId;
  readonly root: NodeId;
  readonly changes: number;
}

const lastParagraphs = new WeakMap<Tree, LastParagraph>();

/**
 * Returns the styles of a paragraph and of the table around it. The runs of a paragraph request them one after another. A
 * search for missing properties visits all children of the paragraph, so without this cache the cost would be quadratic in the
 * number of runs.
 */
function stylesAround(story: Story, paragraph: NodeId): StylesAround {
  const { tree, root } = story;
  const last = lastParagraphs.get(tree);
  if (last?.paragraph === paragraph && last.root === root && last.changes === tree.changes) return last;
  const style = paragraph === NONE ? undefined : paragraphStyle(tree, paragraph);
  const found = { style, table: tableStyleAround(story, paragraph), paragraph, root, changes: tree.changes };
  lastParagraphs.set(tree, found);
  return found;
}

/** Returns the layers of text without any style. */
export function defaultFormatting(numbering: Numbering): Formatting {
  return defaultLayers(numbering, { wrapper: W.rPrDefault, name: W.rPr });
}

/**
 * Returns cached layers. Paragraphs of one style share all layers except their own. A key separates its parts by a character
 * that no document can contain.
 */
function remembered({ styles }: Numbering, key: string, find: () => readonly Layer[]): readonly Layer[] {
  const known = styles.layers.get(key);
  if (known !== undefined) return known;
  const found = find();
  styles.layers.set(key, found);
  return found;
}

function withDirect(tree: Tree, node: NodeId, behind: readonly Layer[]): Formatting {
  return node === NONE ? behind : [{ kind: "direct", tree, node }, ...behind];
}

/** Returns the property that applies; undefined if no layer sets it. */
export function propertyOf(formatting: Formatting, name: NameId): StyleProperty | undefined {
  for (const { tree, node } of formatting) {
    const child = tree.child(node, name);
    if (child !== NONE) return { tree, node: child };
  }
  return undefined;
}

/**
 * Returns the value of an attribute of a property from the nearest layer that sets it. Spacing, indents and fonts are
 * set one attribute at a time. With several names (`w:start` and `w:left`) the nearest layer decides, then their order.
 * Undefined if no layer sets it.
 */
export function attributeOf(
  formatting: Formatting,
  name: NameId,
  ...attributes: readonly NameId[]
): string | undefined {
  for (const { tree, node } of formatting) {
    const child = tree.child(node, name);
    if (child === NONE) continue;
    for (const attribute of attributes) {
      const value = tree.attribute(child, attribute);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/**
 * True if a toggle applies. A direct value decides. Otherwise the nearest value of each kind of layer counts: the toggle
 * applies if it is on in the defaults, or in an odd number of kinds.
 */
export function isToggledOn(formatting: Formatting, name: NameId): boolean {
  const said = new Map<LayerKind, boolean>();
  const [first] = formatting;
  const own = first?.kind === "direct" ? first.tree.child(first.node, name) : NONE;
  if (own !== NONE) return isOnValue(first!.tree.attribute(own, W.val));
  for (const { kind, tree, node } of formatting) {
    const child = said.has(kind) ? NONE : tree.child(node, name);
    if (child !== NONE) said.set(kind, isOnValue(tree.attribute(child, W.val)));
  }
  if (said.get("defaults") === true) return true;
  return [...said.values()].filter((value) => value).length % 2 === 1;
}

function layer(kind: LayerKind, tree: Tree | undefined, node: NodeId): Layer[] {
  return tree === undefined || node === NONE ? [] : [{ kind, tree, node }];
}

function paragraphStyle(tree: Tree, paragraph: NodeId): string | undefined {
  return childValue(tree, tree.child(paragraph, W.pPr), W.pStyle);
}

function chainOf({ styles }: Numbering, kind: StyleKind, id: string | undefined): Style[] {
  return styleChain(styles, findStyle(styles, kind, id));
}

function styleLayers({ styles }: Numbering, chain: readonly Style[], kind: LayerKind, name: NameId): Layer[] {
  return chain.flatMap(({ node }) => layer(kind, styles.tree, styles.tree!.child(node, name)));
}

function levelLayers({ tree }: Numbering, { list, level }: ListPlace, name: NameId): Layer[] {
  const node = list.levels.get(level)?.node;
  return node === undefined ? [] : layer("list", tree, tree!.child(node, name));
}

/** Returns the layers of the table's style, without those for single rows, columns and corners. */
function tableLayers(numbering: Numbering, style: string | undefined, name: NameId): Layer[] {
  return style === undefined ? [] : styleLayers(numbering, chainOf(numbering, "table", style), "table style", name);
}

/** Returns the style of the table around a paragraph: empty if the table names none, undefined outside tables. */
export function tableStyleAround(story: Story, paragraph: NodeId): string | undefined {
  const table = enclosing(story, paragraph, W.tbl);
  if (table === NONE) return undefined;
  return childValue(story.tree, story.tree.child(table, W.tblPr), W.tblStyle) ?? "";
}

function defaultLayers({ styles }: Numbering, { wrapper, name }: { wrapper: NameId; name: NameId }): Layer[] {
  const { tree, documentDefaults } = styles;
  const defaults = documentDefaults === NONE ? NONE : tree!.child(documentDefaults, wrapper);
  return defaults === NONE ? [] : layer("defaults", tree, tree!.child(defaults, name));
}

/** Returns the nearest element of a name around a node of the story, or NONE. */
function enclosing(story: Story, node: NodeId, name: NameId): NodeId {
  let around = node;
  while (around !== NONE && story.tree.name(around) !== name) around = parentInStory(story, around);
  return around;
}
