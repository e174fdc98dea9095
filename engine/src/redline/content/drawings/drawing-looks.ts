// Describes what a drawing shows, for mode `visible` (FMT-42).
//
// - A picture is its bytes and its size, an embedded object also its part.
// - A chart is the kinds of its plots and the values of its series.
// - A shape of DrawingML is its geometry, fill, line and size.
// - A drawing with text boxes is the number of its boxes, because their text is compared as separate stories. The size
//   of a text box often follows from its text, so it does not count.
// Names, positions, extensions and links of a drawing do not count. Shapes of older markup (VML) have no description.

import type { Story } from "../../../document/text/stories.ts";
import { A, R, V, W, WP } from "../../../document/word-names.ts";
import { readChildren } from "../../../ooxml/parts/compatibility.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { markupText } from "../markup-text.ts";
import type { Source } from "../source.ts";
import type { Size } from "./similar-sizes.ts";

/** The content of a drawing, and its size apart. */
interface DrawnContent {
  readonly contents: string[];
  boxes: number;
  size: Size | undefined;
}

/** Returns one string, equal for drawings that look the same; undefined for a drawing that is compared as markup. */
export function drawingLook(source: Source, story: Story, drawing: NodeId): string | undefined {
  const shown: DrawnContent = { contents: [], boxes: 0, size: undefined };
  collect(source, story, { node: drawing, shown });
  if (shown.contents.length === 0 && shown.boxes === 0) return undefined;
  const content = `drawing ${shown.contents.join(" ")} ${shown.boxes}`;
  if (shown.boxes > 0 || shown.size === undefined) return content;
  return `${content} size ${source.sizes.numberOf(content, shown.size)}`;
}

interface Visited {
  readonly node: NodeId;
  readonly shown: DrawnContent;
}

function collect(source: Source, story: Story, { node, shown }: Visited): void {
  const { tree } = story;
  const name = tree.name(node);
  if (name === W.txbxContent) {
    shown.boxes += 1;
    return;
  }
  const local = tree.names.local(name);
  if (UNSEEN.has(local)) return;
  shown.size ??= sizeOf(tree, node);
  const content = contentOf(source, story, node);
  if (content !== undefined) shown.contents.push(content);
  for (const child of readChildren(tree, node, story.reading)) {
    if (tree.isElement(child)) collect(source, story, { node: child, shown });
  }
}

/** Local names of elements in a drawing that do not show: links, extensions, and the fallback shape of an object. */
// policy: parts of a drawing that other programs drop or change
const UNSEEN: ReadonlySet<string> = new Set(["hlinkClick", "hlinkHover", "extLst", "shapetype"]);

/** Returns the text that an element of a drawing adds itself. */
function contentOf(source: Source, story: Story, node: NodeId): string | undefined {
  const { tree } = story;
  const name = tree.name(node);
  const local = tree.names.local(name);
  if (local === "wsp") return shapeOf(tree, node);
  const id = idOf(tree, node);
  if (id === undefined) return undefined;
  if (name === A.blip || name === V.imagedata) return `picture ${source.targetOf(story.part, id)}`;
  if (local === "chart") return chartOf(source, story.part, id);
  return `other ${source.targetOf(story.part, id)}`;
}

/** Attributes that name the part that an element shows. A diagram names its data first. */
// attributes
const IDS: readonly NameId[] = [R.dm, R.embed, R.link, R.id, R.pict];

function idOf(tree: Tree, node: NodeId): string | undefined {
  for (const name of IDS) {
    const id = tree.attribute(node, name);
    if (id !== undefined && id !== "") return id;
  }
  return undefined;
}

/** Returns the kinds of plots and the values of a chart. A chart that cannot be read is its part. */
function chartOf(source: Source, part: string, id: string): string {
  const chart = source.relatedTree(part, id);
  if (chart === undefined) return `other ${source.targetOf(part, id)}`;
  const said: string[] = [];
  const visit = (node: NodeId): void => {
    if (!chart.isElement(node)) return;
    const local = chart.names.local(chart.name(node));
    if (local.endsWith("Chart")) said.push(local);
    if (local === "v" || local === "t") said.push(JSON.stringify(plainValue(textIn(chart, node))));
    for (const child of chart.children(node)) visit(child);
  };
  visit(chart.root);
  return `chart ${said.join(" ")}`;
}

/** Returns a number in one spelling: programs write 8.8 also as 8.8000000000000007. */
function plainValue(text: string): string | number {
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

function textIn(tree: Tree, node: NodeId): string {
  return tree
    .children(node)
    .map((child) => (tree.isText(child) ? tree.text(child) : ""))
    .join("");
}

/** Returns geometry, fill and line of a shape without text; undefined for one with a text box. */
function shapeOf(tree: Tree, shape: NodeId): string | undefined {
  if (childNamed(tree, shape, /^txbx$/) !== NONE) return undefined;
  const [properties, style] = [childNamed(tree, shape, /^spPr$/), childNamed(tree, shape, /^style$/)];
  const geometry = lookText(tree, childNamed(tree, properties, /Geom$/));
  const [fill, line] = [childNamed(tree, properties, /Fill$/), childNamed(tree, properties, /^ln$/)];
  const fillText = lookText(tree, fill === NONE ? childNamed(tree, style, /^fillRef$/) : fill);
  return `shape ${geometry} ${fillText} ${lineOf(tree, line, childNamed(tree, style, /^lnRef$/))}`;
}

/** Returns width, colour and dashes of a line. `reference` names the line of the style. */
function lineOf(tree: Tree, line: NodeId, reference: NodeId): string {
  const fill = childNamed(tree, line, /Fill$/);
  if (fill !== NONE && tree.names.local(tree.name(fill)) === "noFill") return "none";
  const width = line === NONE ? undefined : plain(tree, line, "w");
  const own = `${width ?? ""} ${lookText(tree, fill)} ${lookText(tree, childNamed(tree, line, /Dash$/))}`;
  return width === undefined || fill === NONE ? `${own} ${lookText(tree, reference)}` : own;
}

/** Returns the first child element whose local name has a form; NONE for `NONE`. */
function childNamed(tree: Tree, node: NodeId, form: RegExp): NodeId {
  const children = node === NONE ? [] : tree.children(node);
  return children.find((child) => tree.isElement(child) && form.test(tree.names.local(tree.name(child)))) ?? NONE;
}

function lookText(tree: Tree, node: NodeId): string {
  if (node === NONE) return "";
  const text = markupText(tree, node, {
    leavesOut: (name) => UNSEEN.has(tree.names.local(name)),
    valueOf: ({ value }) => value,
  });
  return text.toLowerCase();
}

/** Number of EMU in one point. An inch has 914,400 EMU. */
const EMU_IN_POINT = 12_700;

/** Returns the size that an element gives to its drawing, in EMU. */
function sizeOf(tree: Tree, node: NodeId): Size | undefined {
  const name = tree.name(node);
  if (name === WP.inline || name === WP.anchor) {
    const extent = tree.child(node, WP.extent);
    return extent === NONE ? undefined : sizeFrom(plain(tree, extent, "cx"), plain(tree, extent, "cy"), 1);
  }
  if (tree.names.namespaceOf(name) !== tree.names.namespaceOf(V.shape)) return undefined;
  const style = plain(tree, node, "style") ?? "";
  const points = (side: string): string | undefined => new RegExp(`(?:^|;)\\s*${side}:([\\d.]+)pt`).exec(style)?.[1];
  return sizeFrom(points("width"), points("height"), EMU_IN_POINT);
}

function sizeFrom(width: string | undefined, height: string | undefined, unit: number): Size | undefined {
  const size = { width: unit * Number(width ?? Number.NaN), height: unit * Number(height ?? Number.NaN) };
  return Number.isFinite(size.width) && Number.isFinite(size.height) ? size : undefined;
}

function plain(tree: Tree, node: NodeId, local: string): string | undefined {
  return tree.attributes(node).find(({ name }) => tree.names.local(name) === local)?.value;
}
