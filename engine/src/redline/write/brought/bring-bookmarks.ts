// Adds bookmarks that another source's references need and that the carrier lacks (RDL-25).
//
// Without them a reference would have no target when a view shows that source. Each bookmark goes around the same text,
// in the view that equals the source. Bookmarks are not tracked, so the bookmark is also in the other views.

import { bookmarksOf } from "../../../document/marks/bookmarks.ts";
import { fieldsOf } from "../../../document/marks/fields.ts";
import type { Inline, ParagraphText } from "../../../document/text/inlines.ts";
import { bodyOf, type Story, storiesOf } from "../../../document/text/stories.ts";
import type { View } from "../../../document/text/views.ts";
import { W } from "../../../document/word-names.ts";
import { elementsNamed } from "../../../ooxml/xml/named-spans.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { childOfParagraph } from "../../../revisions/markup.ts";
import { readView } from "../../../revisions/view.ts";
import { splitText } from "../../../revisions/write/cut-runs.ts";
import type { Source } from "../../content/source.ts";
import type { Writing } from "../writing.ts";
import { type TextPlace, textPlacesOf } from "./text-places.ts";

/** Adds the bookmarks of a source, at positions of the view that equals the source. */
export function bringBookmarks(source: Source, view: View, writing: Writing): void {
  const names = missingNames(source, writing);
  if (names.size === 0) return;
  const body = bodyOf(source.document);
  const result = bodyOf(writing.result);
  if (body === undefined || result === undefined) return;
  const { tree } = result;
  const paragraphs = readView(result, view);
  // A view with other paragraphs than the source fails the gate, so nothing is added here.
  if (paragraphs.length !== readView(body, "accepted").length) return;
  const marks = rangesOf(body, names).flatMap(({ name, from, to }): PlacedMark[] => {
    const id = writing.maker.nextId();
    writing.broughtBookmarks.add(name.toLowerCase());
    const named = [
      [W.id, id],
      [W.name, name],
    ] as const;
    const [start, end] = [tree.element(W.bookmarkStart, named), tree.element(W.bookmarkEnd, [[W.id, id]])];
    const isPoint = from.paragraph === to.paragraph && from.offset === to.offset;
    if (isPoint) return [{ ...from, nodes: [start, end], isEnd: false }];
    return [
      { ...from, nodes: [start], isEnd: false },
      { ...to, nodes: [end], isEnd: true },
    ];
  });
  const cuts = new Cuts(tree);
  // Work backwards, so that cuts do not move the positions that come before them.
  for (const mark of marks.sort((one, other) => other.paragraph - one.paragraph || other.offset - one.offset)) {
    const { parent, before } = placeFor(paragraphs[mark.paragraph]!, mark, cuts);
    for (const node of mark.nodes) tree.insertBefore(parent, node, before);
  }
}

interface PlacedMark extends TextPlace {
  readonly nodes: readonly NodeId[];
  readonly isEnd: boolean;
}

/** Returns the names of body bookmarks that the source refers to and the redline lacks. */
function missingNames({ document }: Source, { carrier, broughtBookmarks }: Writing): ReadonlySet<string> {
  const body = bodyOf(document);
  const names = body === undefined ? [] : namesIn(body.tree);
  if (names.length === 0) return new Set();
  const known = new Set(storiesOf(carrier.document).flatMap(({ tree }) => namesIn(tree)));
  const missing = names.filter((name) => !known.has(name) && !broughtBookmarks.has(name));
  if (missing.length === 0) return new Set();
  const referred = new Set(storiesOf(document).flatMap((story) => referencesIn(story)));
  return new Set(missing.filter((name) => referred.has(name)));
}

/** Bookmark names ignore case, so names are returned in lower case. */
function namesIn(tree: Tree): string[] {
  return elementsNamed(tree, new Set([W.bookmarkStart])).map((node) => nameOf(tree, node));
}

function nameOf(tree: Tree, start: NodeId): string {
  return (tree.attribute(start, W.name) ?? "").toLowerCase();
}

/** Returns all words of field codes and all link targets, which include the names of referenced bookmarks. */
function referencesIn(story: Story): string[] {
  const { tree } = story;
  const hasFields = tree.mayHave(W.fldChar) || tree.mayHave(W.fldSimple);
  const words = (hasFields ? fieldsOf(story) : []).flatMap(({ code }) => code.match(/[^\s"]+/g) ?? []);
  const anchors = elementsNamed(tree, new Set([W.hyperlink])).map((node) => tree.attribute(node, W.anchor) ?? "");
  return [...words, ...anchors].map((word) => word.toLowerCase());
}

interface NamedRange {
  readonly name: string;
  readonly from: TextPlace;
  readonly to: TextPlace;
}

function rangesOf(story: Story, names: ReadonlySet<string>): NamedRange[] {
  const places = textPlacesOf(story, new Set([W.bookmarkStart, W.bookmarkEnd]));
  const brought = new Set<string>();
  return bookmarksOf(story).flatMap(({ name, start, end }): NamedRange[] => {
    const key = name.toLowerCase();
    const [from, to] = [places.get(start), end === NONE ? undefined : places.get(end)];
    if (!names.has(key) || brought.has(key) || from === undefined || to === undefined) return [];
    brought.add(key);
    return [{ name, from, to }];
  });
}

interface NodePlace {
  readonly parent: NodeId;
  readonly before: NodeId;
}

function placeFor({ node, inlines }: ParagraphText, { offset, isEnd }: PlacedMark, cuts: Cuts): NodePlace {
  const { tree } = cuts;
  let at = 0;
  let left: NodeId = NONE;
  for (const inline of inlines) {
    const length = inline.text.length;
    const top = childOfParagraph(tree, inline.run);
    if (isEnd ? at + length >= offset && length > 0 : at + length > offset) {
      const isInside = offset > at && offset < at + length;
      if (isInside && canBeCut(tree, inline)) return before(tree, cuts.tailOf(inline, offset - at));
      if (isEnd && offset > at) return before(tree, top, tree.nextSibling(top));
      return before(tree, childOfParagraph(tree, inline.field === NONE ? inline.run : inline.field));
    }
    at += length;
    left = top;
  }
  return left === NONE ? { parent: node, before: NONE } : before(tree, left, tree.nextSibling(left));
}

/** Returns the position before a node, or before `next` beside it. */
function before(tree: Tree, node: NodeId, next = node): NodePlace {
  return { parent: tree.parent(node), before: next };
}

/** True for text in a run that is a child of the paragraph. Other runs are not cut, and the marker goes beside them. */
function canBeCut(tree: Tree, { run, node }: Inline): boolean {
  return tree.name(tree.parent(run)) === W.p && tree.name(node) === W.t;
}

/** Cuts runs, each position only once. */
class Cuts {
  readonly tree: Tree;
  readonly #tails = new Map<string, NodeId>();

  constructor(tree: Tree) {
    this.tree = tree;
  }

  tailOf({ run, node }: Inline, offset: number): NodeId {
    const key = `${node} ${offset}`;
    const tail = this.#tails.get(key) ?? splitText(this.tree, run, { node, offset });
    this.#tails.set(key, tail);
    return tail;
  }
}
