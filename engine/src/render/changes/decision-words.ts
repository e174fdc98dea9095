// Describes a decision: the text it changes, its first paragraph, and the property it changes.

import { PROPERTIES, TABLE_PROPERTIES, WENT } from "../../document/grammar.ts";
import { textContent } from "../../document/marks/fields.ts";
import { shownText } from "../../document/text/inlines.ts";
import type { Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { NameSet, type NameTest } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Decision } from "../../revisions/decisions.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { Revision } from "../../revisions/revision.ts";

/** The kinds of properties that a change can concern if it changes no text, in the order of the published schemas. */
export const propertyNames = ["formatting", "paragraph", "numbering", "table", "section", "control", "math"] as const;

export type PropertyName = (typeof propertyNames)[number];

/** The same for a redline, which also reports a link or field with a new target as one change. */
export const formatNames = [...propertyNames, "link", "field"] as const;

export type FormatName = (typeof formatNames)[number];

// policy: the words of the API
const WORDS: ReadonlyMap<NameId, PropertyName> = new Map<NameId, PropertyName>([
  [W.rPrChange, "formatting"],
  [W.pPrChange, "paragraph"],
  [W.numberingChange, "numbering"],
  [W.sectPrChange, "section"],
]);

/**
 * Returns the kind of property that a decision changes. Undefined for a change of content, paragraph marks, rows or
 * cells. The first element decides, because all elements of a property change are of one kind.
 */
export function propertyNameOf({ kind, revisions }: Decision): PropertyName | undefined {
  const [first] = revisions;
  if (first === undefined) return undefined;
  if (kind === "property") return WORDS.get(first.tree.name(first.node)) ?? "table";
  const { place } = first;
  return revisions.every((revision) => revision.place === place) &&
    (place === "numbering" || place === "control" || place === "math")
    ? place
    : undefined;
}

/** Finds the address of the paragraph around a node; undefined without one. */
export type FindPlace<Place> = (tree: Tree, node: NodeId) => Place | undefined;

/** Returns the address of the first paragraph that a change touches. */
export function firstParagraphOf<Place>(revisions: readonly Revision[], find: FindPlace<Place>): Place | undefined {
  for (const { tree, node } of revisions) {
    const found = find(tree, node) ?? firstInside(tree, node, find);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the first paragraph inside a node, or inside the row, cell or table whose properties contain the node. */
function firstInside<Place>(tree: Tree, node: NodeId, find: FindPlace<Place>): Place | undefined {
  const owner = TABLE_PROPERTIES.has(tree.name(tree.parent(node))) ? tree.parent(tree.parent(node)) : node;
  const open = [owner];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const found = tree.name(at) === W.p ? find(tree, at) : undefined;
    if (found !== undefined) return found;
    open.push(...tree.children(at).reverse());
  }
  return undefined;
}

/**
 * Returns the text that was inserted, deleted, moved or reformatted. A paragraph mark is a line break, except at the
 * end.
 */
export function changedText(revisions: readonly Revision[], storyOf: ReadonlyMap<Tree, Story>): string {
  const texts = revisions.map((revision) => {
    const { tree, node, place, kind } = revision;
    const story = storyOf.get(tree);
    if (story === undefined) return "";
    if (place === "mark") return "\n";
    // Inserted text may contain text that another change deleted again.
    if (place === "content") return textBelow(story, node, kind === "insertion" || kind === "moveTo" ? WENT : NOTHING);
    const name = tree.name(node);
    if (name === W.rPrChange) return textBelow(story, ancestor(tree, node, W.r), WENT);
    if (name === W.pPrChange) return textBelow(story, ancestor(tree, node, W.p), WENT);
    return "";
  });
  return texts.join("").replace(/\n+$/, "");
}

const NOTHING: ReadonlySet<NameId> = new Set();
/** A text box in changed text is a separate story. Properties show nothing. */
const CLOSED = new NameSet([W.txbxContent, ...PROPERTIES]);

function textBelow(story: Story, top: NodeId, without: NameTest): string {
  const { tree } = story;
  if (top === NONE) return "";
  let text = "";
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const name = tree.name(node);
    if (CLOSED.has(name) || without.has(name)) continue;
    text += name === W.delText ? textContent(story, node) : shownText(story, node);
    if (name !== W.t && name !== W.delText) open.push(...tree.children(node).reverse());
  }
  return text;
}
