// What makes two objects of two documents the same object.
//
// An image is its bytes, a chart or an embedded file likewise: ids, names, sizes and positions do not
// count (sizes and positions are formatting). A shape with text boxes is the number of its boxes: their text is
// compared as stories of their own. Whatever has none of these, an equation among them, is its markup
// without ids, traces of editing and the formatting of its runs.

import { RUN_PROPERTIES, TRACES } from "../../document/grammar.ts";
import { hyperlinkTarget } from "../../document/marks/hyperlinks.ts";
import type { Story } from "../../document/text/stories.ts";
import { A, EDITING_TRACES, R, V, W, W14 } from "../../document/word-names.ts";
import { readChildren } from "../../ooxml/parts/compatibility.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { markupText } from "./markup-text.ts";
import type { Source } from "./source.ts";

/** Attributes that lead to another part by a relationship of this one. */
const RELATIONS: ReadonlySet<NameId> = new Set([R.id, R.embed, R.link, R.pict, R.dm, R.lo, R.qs, R.cs, R.href]);

/** The identity of a drawing, a picture of older markup, an embedded object: what it shows. */
export function drawingIdentity(side: Source, story: Story, drawing: NodeId): string {
  const found: Found = { targets: [], boxes: 0 };
  collectShown(side, story, { node: drawing, found });
  if (found.targets.length === 0 && found.boxes === 0) return `shape ${markupOf(side, story, drawing)}`;
  return `drawing ${found.targets.join(" ")} ${found.boxes}`;
}

interface Found {
  readonly targets: string[];
  boxes: number;
}

/** Elements in a drawing that refer to something which does not show. */
const UNSEEN: ReadonlySet<NameId> = new Set([A.hlinkClick]);

function collectShown(side: Source, story: Story, { node, found }: { node: NodeId; found: Found }): void {
  const { tree } = story;
  const name = tree.name(node);
  if (name === W.txbxContent) {
    found.boxes += 1;
    return;
  }
  if (UNSEEN.has(name)) return;
  const relations = tree.attributes(node).filter((attribute) => RELATIONS.has(attribute.name));
  for (const attribute of relations.sort((one, other) => one.name - other.name)) {
    // A picture's data in older markup and a blip are the same picture.
    const isPicture = name === A.blip || name === V.imagedata;
    found.targets.push(`${isPicture ? "picture" : "other"} ${side.targetOf(story.part, attribute.value)}`);
  }
  for (const child of readChildren(tree, node, story.reading)) {
    if (tree.isElement(child)) collectShown(side, story, { node: child, found });
  }
}

/** The text boxes in an object, in order, as a reader meets them; those in other boxes left out. */
export function boxesIn(story: Story, node: NodeId): NodeId[] {
  const { tree } = story;
  if (tree.name(node) === W.txbxContent) return [node];
  return readChildren(tree, node, story.reading).flatMap((child) =>
    tree.isElement(child) ? boxesIn(story, child) : [],
  );
}

/** Markup that is formatting or a trace of editing: not part of what an object says. */
const FORMATTING = new NameSet([...RUN_PROPERTIES, ...TRACES, W.bookmarkStart, W.bookmarkEnd]);
// attributes
const UNSAID: ReadonlySet<NameId> = new Set([...EDITING_TRACES, W.id, W14.paraId, W14.textId]);
const IDS: ReadonlySet<string> = new Set(["id", "name", "anchorId", "editId", "spid", "o:spid", "descr", "title"]);

/** The markup of a node as text, ids and formatting left out. */
export function markupOf(side: Source, story: Story, node: NodeId): string {
  return markupWithout((name) => FORMATTING.has(name), { side, story, node });
}

/** The markup of a node as text with its formatting: equal for two nodes that say and look the same in the same words. */
export function wholeMarkupOf(side: Source, story: Story, node: NodeId): string {
  return markupWithout(() => false, { side, story, node });
}

function markupWithout(
  leavesOut: (element: NameId) => boolean,
  { side, story, node }: { readonly side: Source; readonly story: Story; readonly node: NodeId },
): string {
  return markupText(story.tree, node, {
    leavesOut,
    valueOf: ({ name, written, value }) => {
      if (UNSAID.has(name) || isId(written, value)) return undefined;
      return RELATIONS.has(name) ? side.targetOf(story.part, value) : value;
    },
  });
}

/** Ids, names, and what refers to a shape by its id. */
function isId(written: string, value: string): boolean {
  return value.startsWith("#_") || IDS.has(written.slice(written.indexOf(":") + 1));
}

/** Where a link leads; nothing for one that leads nowhere. */
export function linkIdentity(side: Source, story: Story, link: NodeId): string {
  const { tree } = story;
  const id = tree.attribute(link, R.id);
  const address = id === undefined ? "" : side.targetOf(story.part, id);
  return linkTo(address, tree.attribute(link, W.anchor), tree.attribute(link, W.docLocation));
}

/** The same for a field that is a link; undefined for any other field, and for a link that leads nowhere. */
export function fieldLink(code: string): string | undefined {
  const target = hyperlinkTarget(code);
  if (target === undefined) return undefined;
  return linkTo(target.url === undefined ? "" : `address ${target.url}`, target.anchor, undefined) || undefined;
}

function linkTo(address: string, anchor: string | undefined, place: string | undefined): string {
  const parts = [address, anchor === undefined ? "" : `#${anchor}`, place === undefined ? "" : `@${place}`];
  return parts.join("") === "" ? "" : `link ${parts.join(" ")}`;
}
