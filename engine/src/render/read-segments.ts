// Reads the text of a paragraph as segments: unchanged text, and the content of each change.
//
// Every piece of text is inside its tracked wrappers, outermost first. Adjacent pieces of the same change are one
// segment. If a change contains another, the outer segment has a list of segments. A note, a picture or an equation is
// a separate segment.
//
// Text in the code of a field whose marks are tracked may be in one version only, without a wrapper around it. It
// belongs to the change next to it.

import { PICTURES } from "../document/grammar.ts";
import { textContent } from "../document/marks/fields.ts";
import { elementsBelow } from "../document/text/elements.ts";
import { type Inline, type InlineKind, shownText } from "../document/text/inlines.ts";
import { type RunItem, runContent, runsOf } from "../document/text/runs.ts";
import { parentInStory, type Story } from "../document/text/stories.ts";
import type { View } from "../document/text/views.ts";
import { M, W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../ooxml/xml/tree.ts";
import { type ChangeNames, isChange } from "./changes/changes.ts";
import { isRevisionView } from "./changes/makers.ts";
import type { ConflictPlace, FindConflict } from "./read-conflicts.ts";
import type { Change, ObjectKind, PlainSegment, Segment } from "./redline.ts";
import type { Skipped, StoryViews } from "./story-views.ts";

/** The position of a piece. */
export interface PiecePlace {
  /** The element that makes it: w:t, w:tab, w:footnoteReference, … */
  readonly node: NodeId;
  readonly run: NodeId;
  /** The w:fldChar that begins the innermost complex field whose result contains the piece, or NONE. */
  readonly field: NodeId;
}

/** A piece of text, or an object, and the changes around it, outermost first. */
interface Piece extends PlainSegment, PiecePlace {
  readonly changes: readonly Change[];
  readonly place: ConflictPlace | undefined;
  /** The change of a piece without a wrapper. */
  readonly implied?: Implied;
}

interface Implied {
  readonly type: "insertion" | "deletion";
  /** The revisions that made it; empty outside a merge. */
  readonly by: readonly number[];
}

/** Reads the paragraphs of one story as segments. */
export class SegmentReader {
  readonly #story: Story;
  readonly #views: StoryViews;
  readonly #names: ChangeNames;
  readonly #conflictAt: FindConflict;
  /** Maps an element to the tracked wrappers around its content, outermost first. */
  readonly #wrappers = new Map<NodeId, readonly NodeId[]>();

  constructor(
    story: Story,
    views: StoryViews,
    how: { readonly names: ChangeNames; readonly conflictAt: FindConflict },
  ) {
    this.#story = story;
    this.#views = views;
    this.#names = how.names;
    this.#conflictAt = how.conflictAt;
  }

  /**
   * Returns the pieces before neighbours are joined, because a rendering with formatting needs each piece with its run.
   */
  readPieces(paragraph: NodeId, skipped: Skipped): LayeredPiece[] {
    const pieces: Piece[] = [];
    for (const { node, kind } of runsOf(this.#story, paragraph)) {
      const items = kind === "equation" ? [{ node, run: node }] : this.#itemsOf(node);
      for (const item of items) {
        const piece = this.#readItem(item, { paragraph, skipped });
        if (piece !== undefined) pieces.push(piece);
      }
    }
    return layered(this.#attribute(pieces));
  }

  /**
   * Returns the items of a run in both views. Only ruby text, which may contain tracked changes, makes the views
   * differ.
   */
  #itemsOf(run: NodeId): RunItem[] {
    const items = runContent(this.#story, run, "accepted");
    if (!this.#story.tree.mayHave(W.ruby)) return items;
    const rejected = runContent(this.#story, run, "rejected");
    return mergeItems(items, rejected);
  }

  #readItem(
    { node, run }: RunItem,
    place: { readonly paragraph: NodeId; readonly skipped: Skipped },
  ): Piece | undefined {
    const wrappers = this.#wrappersOf(this.#story.tree.parent(node));
    const named = wrappers.map((wrapper) =>
      this.#names.at({ story: this.#story, node: wrapper, block: place.paragraph }),
    );
    const changes = movesFirst(named.filter((change, index) => change !== named[index - 1]));
    const inline = this.#inlineAt(node);
    const isNowhere = inline === undefined && this.#isNowhere(changes, place.skipped);
    if (inline === undefined && !isNowhere) return undefined;
    const shown = inline === undefined ? hiddenContent(this.#story, node) : segmentOf(inline.kind, inline.text);
    if (shown === undefined) return undefined;
    const implied = this.#impliedChange(node, changes, place.skipped);
    if (implied === "none") return undefined;
    const conflict = this.#conflictAt(this.#story, run);
    const field = inline?.field ?? NONE;
    return { ...shown, node, run, field, changes, place: conflict, ...(implied === undefined ? {} : { implied }) };
  }

  /** Returns the inline of an element, from the first view that shows it. */
  #inlineAt(node: NodeId): Inline | undefined {
    for (const { inlines } of this.#views.values()) {
      const inline = inlines.get(node);
      if (inline !== undefined) return inline;
    }
    return undefined;
  }

  /** True if every view leaves out the content of some of the changes. */
  #isNowhere(changes: readonly Change[], skipped: Skipped): boolean {
    for (const view of this.#views.keys()) if (!skipped.has(view) && !this.#isLeftOut(changes, view)) return false;
    return true;
  }

  #isLeftOut(changes: readonly Change[], view: View): boolean {
    return changes.some((change) => this.#names.isLeftOut(change, view));
  }

  /**
   * Compares the wrappers of a piece with the views. The result is undefined if both agree. It is "none" if no view
   * shows the piece although its wrappers do. Otherwise only some views show the piece, which makes it an insertion or
   * a deletion.
   */
  #impliedChange(node: NodeId, changes: readonly Change[], skipped: Skipped): Implied | "none" | undefined {
    const showing: View[] = [];
    const missing: View[] = [];
    for (const [view, { inlines }] of this.#views) {
      if (skipped.has(view) || this.#isLeftOut(changes, view)) continue;
      (inlines.has(node) ? showing : missing).push(view);
    }
    if (missing.length === 0) return undefined;
    if (showing.length === 0) return "none";
    const isInBase = showing.includes("rejected");
    const by = (isInBase ? missing : showing).flatMap((view) => (isRevisionView(view) ? [view.index] : []));
    return { type: isInBase ? "deletion" : "insertion", by };
  }

  #wrappersOf(element: NodeId): readonly NodeId[] {
    if (element === NONE) return [];
    const known = this.#wrappers.get(element);
    if (known !== undefined) return known;
    const around = this.#wrappersOf(parentInStory(this.#story, element));
    const wrappers = isChange(this.#story.tree, element) ? [...around, element] : around;
    this.#wrappers.set(element, wrappers);
    return wrappers;
  }

  /**
   * Gives text without a wrapper that only one version has to the nearest change before it or, without one, after it.
   */
  #attribute(pieces: readonly Piece[]): Piece[] {
    const outermost = pieces.map(({ changes }) => changes[0]);
    const isThere = (change: Change | undefined): boolean => change !== undefined;
    return pieces.map((piece, index) => {
      if (piece.implied === undefined) return piece;
      const near = outermost.slice(0, index).findLast(isThere) ?? outermost.slice(index).find(isThere);
      const { type, by } = piece.implied;
      return { ...piece, changes: [this.#names.implied(type, near, by), ...piece.changes] };
    });
  }
}

/** Merges two readings of one run in document order. */
function mergeItems(accepted: readonly RunItem[], rejected: readonly RunItem[]): RunItem[] {
  const shared = new Set(rejected.map(({ node }) => node));
  const known = new Set(accepted.map(({ node }) => node));
  const items: RunItem[] = [];
  let at = 0;
  for (const item of accepted) {
    if (shared.has(item.node)) {
      for (; rejected[at]!.node !== item.node; at += 1) if (!known.has(rejected[at]!.node)) items.push(rejected[at]!);
      at += 1;
    }
    items.push(item);
  }
  return [...items, ...rejected.slice(at).filter(({ node }) => !known.has(node))];
}

const OBJECTS: ReadonlyMap<InlineKind, ObjectKind> = new Map<InlineKind, ObjectKind>([
  ["footnote", "footnote"],
  ["endnote", "endnote"],
  ["image", "image"],
  ["math", "math"],
  ["object", "other"],
]);

function segmentOf(kind: InlineKind, text: string): PlainSegment | undefined {
  const object = OBJECTS.get(kind);
  if (object !== undefined) return { text: "", object };
  return text === "" ? undefined : { text };
}

// policy: the words of the API
const OBJECT_NAMES: ReadonlyMap<NameId, InlineKind> = new Map<NameId, InlineKind>([
  [W.footnoteReference, "footnote"],
  [W.endnoteReference, "endnote"],
  [W.object, "object"],
  [M.oMath, "math"],
  [M.oMathPara, "math"],
]);
const DRAWINGS: ReadonlySet<NameId> = new Set([W.drawing, W.pict]);

/** Returns the content of an element that neither view shows: one change inserted it and another deleted it. */
function hiddenContent(story: Story, node: NodeId): PlainSegment | undefined {
  const name = story.tree.name(node);
  if (name === W.t || name === W.delText) return segmentOf("text", textContent(story, node));
  const object = DRAWINGS.has(name) ? drawingKind(story, node) : OBJECT_NAMES.get(name);
  return segmentOf(object ?? "text", shownText(story, node));
}

function drawingKind(story: Story, drawing: NodeId): InlineKind {
  const isPicture = [...elementsBelow(story, drawing)].some((node) => PICTURES.has(story.tree.name(node)));
  return isPicture ? "image" : "object";
}

/** A piece with the changes and conflicts around it, outermost first. */
export interface LayeredPiece extends PlainSegment, PiecePlace {
  readonly layers: readonly (Change | ConflictPlace)[];
}

/** Puts moves first. An edit inside a move is reported inside it, whichever of the two elements is the outer one. */
function movesFirst(changes: readonly Change[]): readonly Change[] {
  if (changes.length < 2) return changes;
  return [...changes.filter(isMoved), ...changes.filter((change) => !isMoved(change))];
}

function isMoved({ type }: Change): boolean {
  return type === "moved_from" || type === "moved_to";
}

/** Places a conflict inside the move that contains all of it, and around everything else. */
function layered(pieces: readonly Piece[]): LayeredPiece[] {
  const moves = new Map<ConflictPlace, Change | undefined>();
  for (const { place, changes } of pieces) {
    if (place === undefined) continue;
    const move = changes.find(isMoved);
    moves.set(place, moves.has(place) && moves.get(place) !== move ? undefined : move);
  }
  return pieces.map(({ place, changes, text, object, node, run, field }) => {
    const move = place === undefined ? undefined : moves.get(place);
    const inner = changes.filter((change) => change !== move);
    const layers = place === undefined ? changes : [...(move === undefined ? [] : [move]), place, ...inner];
    return { text, ...(object === undefined ? {} : { object }), node, run, field, layers };
  });
}

/** Returns the segments that pieces make. */
export function segmentsOf(pieces: readonly LayeredPiece[]): Segment[] {
  return nest(pieces, 0);
}

/** Nests pieces in their layers, from a depth on. */
function nest(pieces: readonly LayeredPiece[], depth: number): Segment[] {
  const segments: Segment[] = [];
  for (let start = 0, end = 0; start < pieces.length; start = end) {
    const layer = pieces[start]!.layers[depth];
    for (end = start + 1; end < pieces.length && pieces[end]!.layers[depth] === layer; ) end += 1;
    const group = pieces.slice(start, end);
    if (layer !== undefined && "conflict" in layer) {
      segments.push({ type: "conflict", id: layer.conflict, content: nest(group, depth + 1) });
      continue;
    }
    const isFlat = layer === undefined || group.every(({ layers }) => layers.length === depth + 1);
    if (isFlat) segments.push(...joinPieces(group).map((plain) => ({ ...layer, ...plain })));
    else segments.push({ ...layer, content: nest(group, depth + 1) });
  }
  return segments;
}

/** Joins adjacent texts among the pieces of one change. */
function joinPieces(pieces: readonly PlainSegment[]): PlainSegment[] {
  const joined: PlainSegment[] = [];
  let text = "";
  for (const piece of pieces) {
    text += piece.text;
    if (piece.object === undefined) continue;
    if (text !== "") joined.push({ text });
    joined.push({ text: "", object: piece.object });
    text = "";
  }
  return text === "" ? joined : [...joined, { text }];
}
