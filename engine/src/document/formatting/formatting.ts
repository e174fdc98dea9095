// The properties that apply to a paragraph or a run, from wherever they are said.
//
// Properties are said in layers: directly, by styles and what those are based on, by the level of a list, by the style of
// the table around, and by the document's defaults. The nearest layer that says a property decides it. Nothing is
// copied: a layer is the w:pPr or w:rPr that stands in some part, and a property is found when it is asked for.
//
// A level's properties lie just behind whoever names the list: behind the paragraph when it does so itself, else behind
// the style that does (ISO 29500-1, 17.7.2). Toggles (bold, italic, caps …) add up between styles: on in the paragraph
// style and on in the character style is off (17.7.3).

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

/** The layers of a paragraph's properties. */
export function paragraphFormatting(numbering: Numbering, story: Story, paragraph: NodeId): Formatting {
  const { tree } = story;
  const place = listPlaceOf(numbering, tree, paragraph);
  const style = paragraphStyle(tree, paragraph);
  const table = tableStyleAround(story, paragraph);
  const key = `p\0${style}\0${table}\0${place?.list.numId}\0${place?.level}\0${place?.style?.id}`;
  const behind = remembered(numbering, key, () => layersBehindParagraph(numbering, { style, table, place }));
  return withDirect(tree, tree.child(paragraph, W.pPr), behind);
}

/** What a paragraph's formatting depends on besides its own properties. */
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

/** The layers of a run's properties. */
export function runFormatting(numbering: Numbering, story: Story, run: NodeId): Formatting {
  const paragraph = enclosing(story, run, W.p);
  return characterFormatting(numbering, story, { paragraph, properties: story.tree.child(run, W.rPr) });
}

/** The layers of the properties of a paragraph's mark, which its label takes too. */
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
  const style = paragraph === NONE ? undefined : paragraphStyle(tree, paragraph);
  const table = tableStyleAround(story, paragraph);
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

/** The layers of text that no style says anything of. */
export function defaultFormatting(numbering: Numbering): Formatting {
  return defaultLayers(numbering, { wrapper: W.rPrDefault, name: W.rPr });
}

/**
 * Paragraphs of one style have the same layers behind their own, so those are found once. The parts of a key are kept
 * apart by a character that no document can hold.
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

/** The property that applies, or undefined when no layer says it. */
export function propertyOf(formatting: Formatting, name: NameId): StyleProperty | undefined {
  for (const { tree, node } of formatting) {
    const child = tree.child(node, name);
    if (child !== NONE) return { tree, node: child };
  }
  return undefined;
}

/**
 * The value of an attribute of a property, from the nearest layer that gives it: spacing, indents and fonts are said one
 * attribute at a time. Of several names (`w:start` and `w:left`) the nearest layer decides, then their order.
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

/** Whether a toggle applies. Each kind of style has one say, its nearest; those are added up. */
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

/** The style of the table around, without what it says of single rows, columns and corners. */
function tableLayers(numbering: Numbering, style: string | undefined, name: NameId): Layer[] {
  return style === undefined ? [] : styleLayers(numbering, chainOf(numbering, "table", style), "table style", name);
}

/** The style of the table around a paragraph; empty where the table names none, undefined outside of tables. */
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

/** The nearest element of a name around a node of the story, or NONE. */
function enclosing(story: Story, node: NodeId, name: NameId): NodeId {
  let around = node;
  while (around !== NONE && story.tree.name(around) !== name) around = parentInStory(story, around);
  return around;
}
