// Puts the markers of comments around the same text as in a source, in the view that equals it.
//
// Markers go directly beside their text. A marker at the edge of a tracked change goes outside it, unless the other end
// of the text is in the same change (RDL-22). If all of the text is tracked, the end marker stays inside. The reference
// is outside tracked changes if some of the text is untracked. Otherwise it disappears with the last of the text
// (RDL-23).

import { RECORD_OF, RUN_HOLDERS, TEXTS, TRACKED } from "../../../document/grammar.ts";
import type { CommentMarks } from "../../../document/marks/write-comments.ts";
import type { Inline, InlineKind, ParagraphText } from "../../../document/text/inlines.ts";
import type { Story } from "../../../document/text/stories.ts";
import type { View } from "../../../document/text/views.ts";
import { W } from "../../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { childOfParagraph, isNodeInside } from "../../../revisions/markup.ts";
import { readView } from "../../../revisions/view.ts";
import { cutText, splitRun } from "../../../revisions/write/cut-runs.ts";
import type { Writing } from "../writing.ts";
import type { TextPlace } from "./text-places.ts";

/** The range of a comment. `isMarked` is false for a comment that has only a reference. */
export interface CommentedText {
  readonly from: TextPlace;
  readonly to: TextPlace;
  readonly isMarked: boolean;
}

const OBJECTS: ReadonlySet<InlineKind> = new Set(["footnote", "endnote", "image", "math", "object"]);

/**
 * Returns how many positions an inline has: one for an object, otherwise its number of characters. Comments and field
 * marks have none.
 */
export function extentOf({ kind, text }: Inline): number {
  return OBJECTS.has(kind) ? 1 : text.length;
}

/** A position beside a node, or at the end of a paragraph that shows nothing. */
interface InsertPoint {
  readonly node: NodeId;
  readonly at: "before" | "behind" | "end";
  readonly inline?: Inline;
}

export class CommentPlaces {
  readonly #story: Story;
  readonly #tree: Tree;
  readonly #view: View;
  readonly #writing: Writing;
  #paragraphs: readonly ParagraphText[];

  constructor(story: Story, view: View, writing: Writing) {
    this.#story = story;
    this.#tree = story.tree;
    this.#view = view;
    this.#writing = writing;
    this.#paragraphs = readView(story, view);
  }

  /** Number of paragraphs that the view shows. */
  get count(): number {
    return this.#paragraphs.length;
  }

  /** Cuts runs where commented text begins or ends inside them. Call it once, before any comment is marked. */
  cut(texts: readonly CommentedText[]): void {
    const places = texts.flatMap(({ from, to }) => [from, to]);
    const byParagraph = Map.groupBy(places, ({ paragraph }) => paragraph);
    let isCut = false;
    for (const [paragraph, inIt] of byParagraph) {
      const offsets = new Set(inIt.map(({ offset }) => offset));
      isCut = this.#cutParagraph(this.#paragraphs[paragraph]!, offsets) || isCut;
    }
    if (isCut) this.#paragraphs = readView(this.#story, this.#view);
  }

  #cutParagraph({ inlines }: ParagraphText, offsets: ReadonlySet<number>): boolean {
    let isCut = false;
    let at = 0;
    for (const inline of inlines) {
      const end = at + extentOf(inline);
      // Work backwards, so that cuts do not move the positions that come before them.
      const inside = [...offsets].filter((offset) => offset > at && offset < end).sort((one, other) => other - one);
      if (inside.length > 0 && this.#canBeCut(inline)) {
        for (const offset of inside) this.#cutInline(inline, offset - at);
        isCut = true;
      }
      at = end;
    }
    return isCut;
  }

  #canBeCut({ run, node }: Inline): boolean {
    return TEXTS.has(this.#tree.name(node)) && this.#holdsMarks(this.#tree.parent(run));
  }

  #holdsMarks(node: NodeId): boolean {
    const name = this.#tree.name(node);
    return name === W.p || RUN_HOLDERS.has(name);
  }

  /** Cuts a run at an offset of one of its texts. A property change that is copied to the second half gets a new id. */
  #cutInline({ run, node }: Inline, offset: number): void {
    const copyProperties = (tree: Tree, properties: NodeId): NodeId => {
      const copy = tree.graft(tree, properties);
      const record = tree.child(copy, RECORD_OF.get(W.rPr)!);
      if (record !== NONE) tree.setAttribute(record, W.id, this.#writing.maker.nextId());
      return copy;
    };
    splitRun(this.#tree, { run, first: cutText(this.#tree, node, offset), copyProperties });
  }

  /** Inserts the markers and the reference of a comment. */
  mark({ from, to, isMarked }: CommentedText, id: string): CommentMarks {
    const tree = this.#tree;
    const isPoint = from.paragraph === to.paragraph && from.offset >= to.offset;
    const last = this.#sideOf(to, "behind");
    const first = isPoint ? last : this.#sideOf(from, "before");
    const goesAlong = isPoint ? isTracked(tree, last.inline) : this.#isAllTracked(from, to);
    const outer = goesAlong ? last : widened(tree, last, first.node);
    const end = tree.element(W.commentRangeEnd, [[W.id, id]]);
    const reference = this.#writing.comments.makeReference(tree, id);
    put(tree, outer, end);
    const change = goesAlong ? NONE : outermostChange(tree, end);
    put(tree, { node: change === NONE ? end : change, at: "behind" }, reference);
    const start = tree.element(W.commentRangeStart, [[W.id, id]]);
    if (isMarked) put(tree, isPoint ? { node: end, at: "before" } : widened(tree, first, last.node), start);
    else tree.remove(end);
    const [marked, ended] = isMarked ? [start, end] : [NONE, NONE];
    return { tree, start: marked, end: ended, reference: tree.child(reference, W.commentReference) };
  }

  /** Returns the position before the inline that follows, or after the inline that ends at an offset. */
  #sideOf({ paragraph, offset }: TextPlace, at: "before" | "behind"): InsertPoint {
    const { node, inlines } = this.#paragraphs[paragraph]!;
    let reached = 0;
    let last: InsertPoint = { node, at: "end" };
    for (const [index, inline] of inlines.entries()) {
      const extent = extentOf(inline);
      if (extent === 0) continue;
      const isHere = at === "before" || offset === 0 ? reached + extent > offset : reached + extent >= offset;
      reached += extent;
      const top = this.#topOf(inline);
      const behind: InsertPoint = { node: behindFields(this.#tree, top), at: "behind", inline };
      if (isHere && at === "behind" && offset > 0) return behind;
      if (isHere) return { node: this.#beginOf(inlines, index) ?? top, at: "before", inline };
      last = behind;
    }
    return last;
  }

  /** Returns the run, or the child of the paragraph around it if the run's parent cannot contain markers. */
  #topOf({ run }: Inline): NodeId {
    return this.#holdsMarks(this.#tree.parent(run)) ? run : childOfParagraph(this.#tree, run);
  }

  /** Returns the run that begins a field if the inline is the first in its result. */
  #beginOf(inlines: readonly Inline[], index: number): NodeId | undefined {
    const before = inlines[index - 1];
    const isFirst = before?.kind === "field" && before.node === inlines[index]!.field;
    return isFirst ? this.#topOf(before) : undefined;
  }

  /** True if all text between two positions is inserted, deleted or moved. */
  #isAllTracked(from: TextPlace, to: TextPlace): boolean {
    return this.#paragraphs.slice(from.paragraph, to.paragraph + 1).every(({ inlines }, index, all) => {
      const least = index === 0 ? from.offset : 0;
      const most = index === all.length - 1 ? to.offset : Number.POSITIVE_INFINITY;
      let at = 0;
      return inlines.every((inline) => {
        const [start, end] = [at, at + extentOf(inline)];
        at = end;
        return end <= least || start >= most || start === end || isTracked(this.#tree, inline);
      });
    });
  }
}

function isTracked(tree: Tree, inline: Inline | undefined): boolean {
  return inline?.containers.some((holder) => TRACKED.has(tree.name(holder))) === true;
}

function put(tree: Tree, { node, at }: InsertPoint, mark: NodeId): void {
  if (at === "end") tree.append(node, mark);
  else tree.insertBefore(tree.parent(node), mark, at === "before" ? node : behindMarks(tree, node));
}

/** Returns the node after `node` and after the comment ends and references that follow it. */
function behindMarks(tree: Tree, node: NodeId): NodeId {
  let next = tree.nextSibling(node);
  while (next !== NONE && isEndOfComment(tree, next)) next = tree.nextSibling(next);
  return next;
}

function isEndOfComment(tree: Tree, node: NodeId): boolean {
  const name = tree.name(node);
  return name === W.commentRangeEnd || (name === W.r && tree.child(node, W.commentReference) !== NONE);
}

/**
 * Moves a position at the edge of a tracked change outside the change, unless the other end of the text is in the same
 * change.
 */
function widened(tree: Tree, side: InsertPoint, other: NodeId): InsertPoint {
  if (side.at === "end") return side;
  const beside = (node: NodeId): NodeId => (side.at === "before" ? tree.previousSibling(node) : tree.nextSibling(node));
  let { node } = side;
  for (let holder = tree.parent(node); TRACKED.has(tree.name(holder)); holder = tree.parent(node)) {
    if (beside(node) !== NONE || isNodeInside(tree, other, holder)) break;
    node = holder;
  }
  return { ...side, node };
}

/** Returns the outermost tracked change around a node in its paragraph, or NONE. */
function outermostChange(tree: Tree, node: NodeId): NodeId {
  let found: NodeId = NONE;
  for (let at = tree.parent(node); at !== NONE && tree.name(at) !== W.p; at = tree.parent(at)) {
    if (TRACKED.has(tree.name(at))) found = at;
  }
  return found;
}

/**
 * Returns the last of the runs directly after a node that end fields, or the node. Markers go after these runs, because
 * updating a field removes markers in its result.
 */
function behindFields(tree: Tree, node: NodeId): NodeId {
  let last = node;
  for (let next = tree.nextSibling(last); endsField(tree, next); next = tree.nextSibling(last)) last = next;
  return last;
}

function endsField(tree: Tree, node: NodeId): boolean {
  if (node === NONE || tree.name(node) !== W.r) return false;
  const code = tree.child(node, W.fldChar);
  return code !== NONE && tree.attribute(code, W.fldCharType) === "end";
}
