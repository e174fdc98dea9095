// Decides when objects of two documents are the same object.
//
// An image, a chart or an embedded file is its bytes, and in mode `visible` what it shows (FMT-42). Ids, names, sizes and
// positions do not count in other modes; sizes and positions are formatting. A shape with text boxes is the number of its boxes, because their text is compared as separate
// stories. Any other object, including an equation, is its markup without ids, traces of editing and run formatting.

import { RUN_PROPERTIES, TRACES } from "../../document/grammar.ts";
import { hyperlinkTarget } from "../../document/marks/hyperlinks.ts";
import type { Story } from "../../document/text/stories.ts";
import { A, EDITING_TRACES, R, V, W, W14 } from "../../document/word-names.ts";
import { readChildren } from "../../ooxml/parts/compatibility.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { drawingLook } from "./drawings/drawing-looks.ts";
import { markupText } from "./markup-text.ts";
import type { Source } from "./source.ts";

/** Attributes that refer to another part by a relationship of their own part. */
const RELATIONS: ReadonlySet<NameId> = new Set([R.id, R.embed, R.link, R.pict, R.dm, R.lo, R.qs, R.cs, R.href]);

/** Returns the identity of a drawing, a picture of older markup, or an embedded object. */
export function drawingIdentity(source: Source, story: Story, drawing: NodeId): string {
  const look = source.formats.areVisible ? drawingLook(source, story, drawing) : undefined;
  if (look !== undefined) return look;
  const found: MarkupIdentity = { targets: [], boxes: 0 };
  collectShown(source, story, { node: drawing, found });
  if (found.targets.length === 0 && found.boxes === 0) return `shape ${markupOf(source, story, drawing)}`;
  return `drawing ${found.targets.join(" ")} ${found.boxes}`;
}

interface MarkupIdentity {
  readonly targets: string[];
  boxes: number;
}

/** Elements in a drawing whose targets do not show. */
const UNSEEN: ReadonlySet<NameId> = new Set([A.hlinkClick]);

function collectShown(source: Source, story: Story, { node, found }: { node: NodeId; found: MarkupIdentity }): void {
  const { tree } = story;
  const name = tree.name(node);
  if (name === W.txbxContent) {
    found.boxes += 1;
    return;
  }
  if (UNSEEN.has(name)) return;
  const relations = tree.attributes(node).filter((attribute) => RELATIONS.has(attribute.name));
  for (const attribute of relations.sort((one, other) => one.name - other.name)) {
    // A picture can be written as v:imagedata in older markup or as a:blip. Both have the same identity.
    const isPicture = name === A.blip || name === V.imagedata;
    found.targets.push(`${isPicture ? "picture" : "other"} ${source.targetOf(story.part, attribute.value)}`);
  }
  for (const child of readChildren(tree, node, story.reading)) {
    if (tree.isElement(child)) collectShown(source, story, { node: child, found });
  }
}

/** Returns the text boxes in an object in reading order, without those inside other boxes. */
export function boxesIn(story: Story, node: NodeId): NodeId[] {
  const { tree } = story;
  if (tree.name(node) === W.txbxContent) return [node];
  return readChildren(tree, node, story.reading).flatMap((child) =>
    tree.isElement(child) ? boxesIn(story, child) : [],
  );
}

/** Elements that are formatting or traces of editing and do not count as content. */
const FORMATTING = new NameSet([...RUN_PROPERTIES, ...TRACES, W.bookmarkStart, W.bookmarkEnd]);
// attributes
const UNSAID: ReadonlySet<NameId> = new Set([...EDITING_TRACES, W.id, W14.paraId, W14.textId]);
const IDS: ReadonlySet<string> = new Set(["id", "name", "anchorId", "editId", "spid", "o:spid", "descr", "title"]);

/** Returns the markup of a node as text, without ids and formatting. */
export function markupOf(source: Source, story: Story, node: NodeId): string {
  return markupWithout((name) => FORMATTING.has(name), { source, story, node });
}

/**
 * Returns the markup of a node as text with its formatting, without ids. Equal for two nodes with equal content and
 * look that are written with the same elements.
 */
export function wholeMarkupOf(source: Source, story: Story, node: NodeId): string {
  return markupWithout(() => false, { source, story, node });
}

function markupWithout(
  leavesOut: (element: NameId) => boolean,
  { source, story, node }: { readonly source: Source; readonly story: Story; readonly node: NodeId },
): string {
  return markupText(story.tree, node, {
    leavesOut,
    valueOf: ({ name, written, value }) => {
      if (UNSAID.has(name) || isId(written, value)) return undefined;
      return RELATIONS.has(name) ? source.targetOf(story.part, value) : value;
    },
  });
}

/** True for ids and names, and for values that refer to a shape by its id. */
function isId(written: string, value: string): boolean {
  return value.startsWith("#_") || IDS.has(written.slice(written.indexOf(":") + 1));
}

/** Returns the target of a link; empty if it has none. */
export function linkIdentity(source: Source, story: Story, link: NodeId): string {
  const { tree } = story;
  const id = tree.attribute(link, R.id);
  const address = id === undefined ? "" : source.targetOf(story.part, id);
  return linkTo(address, tree.attribute(link, W.anchor), tree.attribute(link, W.docLocation));
}

/** Returns the target of a field that is a link. Undefined for other fields and for a link without a target. */
export function fieldLink(code: string): string | undefined {
  const target = hyperlinkTarget(code);
  if (target === undefined) return undefined;
  return linkTo(target.url === undefined ? "" : `address ${target.url}`, target.anchor, undefined) || undefined;
}

function linkTo(address: string, anchor: string | undefined, place: string | undefined): string {
  const parts = [address, anchor === undefined ? "" : `#${anchor}`, place === undefined ? "" : `@${place}`];
  return parts.join("") === "" ? "" : `link ${parts.join(" ")}`;
}
