// Bookmarks of another source that its references name, and that the carrier has none of: without them a reference would
// lead nowhere once the redline is that source again.
//
// The bookmark is put around the text that it stood around, in the view in which the redline is its document. Bookmarks are
// not tracked: it stands in the other view too.

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
import { placesOf, type TextPlace } from "./text-places.ts";

/** Puts the bookmarks of a source into the redline, in the view in which the redline is its document. */
export function bringBookmarks(source: Source, view: View, writing: Writing): void {
  const names = missingNames(source, writing);
  if (names.size === 0) return;
  const body = bodyOf(source.document);
  const result = bodyOf(writing.result);
  if (body === undefined || result === undefined) return;
  const { tree } = result;
  const paragraphs = readView(result, view);
  // The gate tells where they are not those of the source.
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
  // From the end on, so that what is cut leaves the places before it as they were.
  for (const mark of marks.sort((one, other) => other.paragraph - one.paragraph || other.offset - one.offset)) {
    const { parent, before } = placeFor(paragraphs[mark.paragraph]!, mark, cuts);
    for (const node of mark.nodes) tree.insertBefore(parent, node, before);
  }
}

interface PlacedMark extends TextPlace {
  readonly nodes: readonly NodeId[];
  readonly isEnd: boolean;
}

/** The names of bookmarks in the body of a source that something in it refers to and the redline has not. */
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

/** Names are the same in whatever case. */
function namesIn(tree: Tree): string[] {
  return elementsNamed(tree, new Set([W.bookmarkStart])).map((node) => nameOf(tree, node));
}

function nameOf(tree: Tree, start: NodeId): string {
  return (tree.attribute(start, W.name) ?? "").toLowerCase();
}

/** All words of the codes of fields, and the targets of links: names of bookmarks are among them. */
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
  const places = placesOf(story, new Set([W.bookmarkStart, W.bookmarkEnd]));
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

/** The place before a node, or before another beside it. */
function before(tree: Tree, node: NodeId, next = node): NodePlace {
  return { parent: tree.parent(node), before: next };
}

/** Text in a run of the paragraph; a run in something else is not cut: the place beside it must do. */
function canBeCut(tree: Tree, { run, node }: Inline): boolean {
  return tree.name(tree.parent(run)) === W.p && tree.name(node) === W.t;
}

/** Runs that were cut, each once in a place. */
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
