// Writes what became of some paragraphs: edited, split, joined.
//
// The paragraphs of the after side stand in the redline. Along the matches of the two flows, what is only in the after
// flow is marked where it stands, and what is only in the before flow is copied in: text as a deletion between what stands
// around it, a mark as a paragraph of its own that takes what stands before it, a table as a deleted table.

import { type Gap, gapsBetween, type Range } from "../../align/match.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { markParagraph } from "../../revisions/write/mark-structure.ts";
import type { ParagraphItem } from "../content/items.ts";
import { type Flow, flowOf, placeIn } from "../plan/flow.ts";
import type { GroupMoves, GroupStep, MovedHalf } from "../plan/plan.ts";
import { type CutParagraph, type Piece, splitHolder } from "./cut-paragraph.ts";
import { copied, cutAt, deletedCopy, markInserted, noteInsertions, standing, wrapPieces } from "./mark-items.ts";
import { closeMove, noteMoves, openMove } from "./move-ranges.ts";
import { formatMark, formatRuns, formattingIn, type SharedText } from "./write-formatting.ts";
import { adopt, treeOf, type Writing } from "./writing.ts";

export function writeGroup(step: GroupStep, writing: Writing): void {
  new GroupWriter(step, writing).write();
}

/** A stretch of tokens of one paragraph, without its mark. */
interface Stretch {
  readonly item: number;
  readonly from: number;
  readonly to: number;
  /** Whether it goes on over the mark, or is the table. */
  readonly withEnd: boolean;
}

class GroupWriter {
  readonly #writing: Writing;
  readonly #before: Flow;
  readonly #after: Flow;
  readonly #gaps: readonly Gap[];
  readonly #part: string;
  readonly #tree: Tree;
  /** By item of the after flow: the paragraph, cut where something happens. */
  readonly #standing = new Map<number, CutParagraph>();
  readonly #copies = new Map<number, CutParagraph>();
  /** By item of the after flow: the first piece that still stands in its own paragraph. */
  readonly #firsts = new Map<number, number>();
  readonly #formatting: SharedText;
  readonly #moves: GroupMoves;
  /** The node that was copied in last, if it stands where the next piece goes. */
  #last: CopiedIn | undefined;

  constructor(step: GroupStep, writing: Writing) {
    this.#writing = writing;
    const { lexicon } = writing.after;
    this.#before = flowOf(step.before, lexicon);
    this.#after = flowOf(step.after, lexicon);
    this.#gaps = gapsBetween(step.matches, { before: this.#before.keys.length, after: this.#after.keys.length });
    this.#formatting = formattingIn({ before: this.#before, after: this.#after }, step.matches);
    this.#moves = step.moves ?? NO_MOVES;
    this.#part = step.after[0]!.story.part;
    this.#tree = treeOf(writing, this.#part);
  }

  write(): void {
    this.#cutAll();
    for (const gap of this.#gaps) {
      const at = placeIn(this.#after, gap.after.from);
      this.#last = undefined;
      for (const stretch of stretches(this.#before, gap.before)) this.#writeDeletion(stretch, at);
      for (const stretch of stretches(this.#after, gap.after)) this.#writeInsertion(stretch);
    }
    this.#writeFormatting();
  }

  #writeFormatting(): void {
    for (const [item, formatted] of this.#formatting.runs) {
      const after = this.#after.items[item] as ParagraphItem;
      const cut = this.#standing.get(item)!;
      for (const { before, changes } of formatted) formatRuns(changes, { cut, before, after }, this.#writing);
    }
    for (const pair of this.#formatting.marks) formatMark(pair, this.#writing);
  }

  /** Cuts all paragraphs before anything is put in: places are counted in what they were. */
  #cutAll(): void {
    const cuts = cutsIn(
      this.#after,
      this.#gaps.map(({ after }) => after),
    );
    for (const [item, move] of this.#moves.after) cuts.get(item)?.push(...bordersOf(move));
    for (const item of new Set([...cuts.keys(), ...this.#formatting.runs.keys()])) {
      const paragraph = this.#after.items[item]!;
      if (paragraph.kind !== "paragraph") continue;
      const formatted = this.#formatting.runs.get(item) ?? [];
      const places = formatted.flatMap(({ changes }) => changes.flatMap(({ from, to }) => [from, to]));
      this.#standing.set(item, cutAt(standing(this.#writing, paragraph), cuts.get(item) ?? [], places));
    }
    const deleted = this.#gaps.map(({ before }) => before).filter(({ from, to }) => from < to);
    for (const [item, tokens] of cutsIn(this.#before, deleted)) {
      const paragraph = this.#before.items[item]!;
      if (paragraph.kind === "paragraph") {
        const borders = bordersOf(this.#moves.before.get(item));
        this.#copies.set(item, cutAt(copied(this.#writing, paragraph, this.#part), [...tokens, ...borders]));
      }
    }
  }

  #writeDeletion({ item, from, to, withEnd }: Stretch, at: { item: number; token: number }): void {
    const deleted = this.#before.items[item]!;
    if (deleted.kind === "table") {
      this.#insertBlock(deletedCopy(this.#writing, deleted, this.#part), at.item);
      return;
    }
    const copy = this.#copies.get(item)!;
    const move = this.#moves.before.get(item);
    if (move?.isFirst) this.#insertRange(openMove(this.#writing, { tree: this.#tree, move, half: "from" }), at);
    for (const { isMoved, ...range } of segmentsOf({ from, to }, move)) {
      const change = isMoved ? "movedFrom" : "deletion";
      for (const fragment of fragmentsOf(copy.between(range.from, range.to))) {
        this.#insertFragment(fragment, { copy, deleted, at, change });
      }
    }
    if (move?.isLast) this.#insertRange(closeMove(this.#writing, { move, half: "from" }), at);
    if (withEnd) this.#breakParagraph(item, at);
  }

  /** The start or end of a move's range, out of any link. */
  #insertRange(border: NodeId, at: { item: number; token: number }): void {
    const { parent, before } = this.#placeFor("", at);
    this.#tree.insertBefore(parent, border, before);
    this.#last = { node: border, link: "", isInLink: false };
  }

  #insertBlock(block: NodeId, item: number): void {
    const { node } = this.#after.items[item]!;
    this.#tree.insertBefore(this.#tree.parent(node), block, node);
  }

  #insertFragment({ pieces, link }: Fragment, { copy, deleted, at, change }: FragmentContext): void {
    const tree = this.#tree;
    const place = this.#placeFor(link, at);
    const holder = link === "" || place.isInLink ? NONE : tree.cloneEmpty(linkAround(tree, pieces[0]!.node, copy.node));
    const parent = holder === NONE ? place.parent : holder;
    if (holder !== NONE) tree.insertBefore(place.parent, holder, place.before);
    const before = holder === NONE ? place.before : NONE;
    const nodes = pieces.map(({ node }) => node);
    for (const node of nodes) {
      tree.remove(node);
      tree.insertBefore(parent, node, before);
    }
    const anchor = tree.previousSibling(nodes[0]!);
    wrapPieces(tree, pieces, { change, writing: this.#writing });
    const from = anchor === NONE ? tree.firstChild(parent) : tree.nextSibling(anchor);
    const places = { from: deleted.story.part, into: this.#part };
    const known = this.#writing.adoption.notes.length;
    if (holder !== NONE) adopt(this.#writing, holder, places);
    for (let node = holder === NONE ? from : before; node !== before; ) {
      // What may not come along is taken out.
      const next = tree.nextSibling(node);
      adopt(this.#writing, node, places);
      node = next;
    }
    if (change === "movedFrom") noteMoves(this.#writing, known);
    const end =
      place.before === NONE ? (tree.children(place.parent).at(-1) ?? NONE) : tree.previousSibling(place.before);
    if (end !== NONE) this.#last = { node: end, link, isInLink: place.isInLink };
  }

  /** Where deleted text of a link, or of none, goes at a place of the after flow. */
  #placeFor(link: string, { item, token }: { item: number; token: number }): InsertionPlace {
    const tree = this.#tree;
    const cut = this.#standing.get(item)!;
    const index = cut.indexAt(token);
    const right = cut.pieces[index];
    const left = index > (this.#firsts.get(item) ?? 0) ? cut.pieces[index - 1] : undefined;
    if (right !== undefined && right.link === link) {
      const isDeeper = left?.link === link && depthOf(tree, left.node) < depthOf(tree, right.node);
      const follows = this.#last?.isInLink === true && this.#last.link === link;
      if (!isDeeper && !follows) return { parent: tree.parent(right.node), before: right.node, isInLink: true };
    }
    if (this.#last !== undefined) return placeAfter(tree, this.#last, { link, right });
    if (left !== undefined && left.link === link) {
      return { parent: tree.parent(left.node), before: tree.nextSibling(left.node), isInLink: true };
    }
    if (right !== undefined) return { ...outsideLink(tree, { right, left }), isInLink: false };
    if (left !== undefined) {
      const top = topIn(tree, left.node, LINKS);
      return { parent: tree.parent(top), before: tree.nextSibling(top), isInLink: false };
    }
    return { parent: cut.node, before: NONE, isInLink: false };
  }

  /** Ends a paragraph of the before side in the middle of one of the after side: what stands before the place goes into it. */
  #breakParagraph(deleted: number, { item, token }: { item: number; token: number }): void {
    const tree = this.#tree;
    const cut = this.#standing.get(item)!;
    const paragraph = this.#deletedShell(deleted);
    tree.insertBefore(tree.parent(cut.node), paragraph, cut.node);
    const index = cut.indexAt(token);
    const right = cut.pieces[index];
    const first = right === undefined ? NONE : splitUpTo(tree, right.node, cut.node);
    for (const child of tree.children(cut.node)) {
      if (child === first) break;
      if (tree.name(child) === W.pPr) continue;
      tree.remove(child);
      tree.append(paragraph, child);
    }
    this.#firsts.set(item, index);
    this.#last = undefined;
  }

  /** An empty paragraph with the properties and the mark of one that was deleted. */
  #deletedShell(item: number): NodeId {
    const tree = this.#tree;
    const { story, node } = this.#before.items[item]!;
    const change = isInMove(this.#moves.before, item) ? "movedFrom" : "deletion";
    const paragraph = tree.element(W.p);
    const properties = story.tree.child(node, W.pPr);
    if (properties !== NONE) tree.append(paragraph, tree.graft(story.tree, properties));
    markParagraph(tree, paragraph, { change, maker: this.#writing.maker });
    adopt(this.#writing, paragraph, { from: story.part, into: this.#part });
    return paragraph;
  }

  #writeInsertion({ item, from, to, withEnd }: Stretch): void {
    const inserted = this.#after.items[item]!;
    if (inserted.kind === "table") {
      markInserted(this.#writing, inserted);
      return;
    }
    const cut = this.#standing.get(item)!;
    const move = this.#moves.after.get(item);
    for (const { isMoved, ...range } of segmentsOf({ from, to }, move)) {
      const change = isMoved ? "movedTo" : "insertion";
      if (!isMoved) this.#noteInsertions(inserted, range);
      wrapPieces(this.#tree, cut.between(range.from, range.to), { change, writing: this.#writing });
    }
    if (move !== undefined) this.#frameMoved(cut.between(from, to), { cut, move });
    const change = isInMove(this.#moves.after, item) ? "movedTo" : "insertion";
    if (withEnd) markParagraph(this.#tree, cut.node, { change, maker: this.#writing.maker });
  }

  #noteInsertions(inserted: ParagraphItem, { from, to }: Range): void {
    const { units } = inserted.tokens;
    noteInsertions(this.#writing, standing(this.#writing, inserted), inserted.units.slice(units[from]!, units[to]!));
  }

  /** Puts the borders of a move's range around pieces of a paragraph; at its end when there are none. */
  #frameMoved(pieces: readonly Piece[], { cut, move }: { cut: CutParagraph; move: MovedHalf }): void {
    const tree = this.#tree;
    const topOf = (node: NodeId): NodeId => (tree.parent(node) === cut.node ? node : topOf(tree.parent(node)));
    const [first, last] = [pieces[0], pieces.at(-1)].map((piece) => (piece === undefined ? NONE : topOf(piece.node)));
    if (move.isFirst) tree.insertBefore(cut.node, openMove(this.#writing, { tree, move, half: "to" }), first!);
    if (!move.isLast) return;
    const next = last === NONE ? NONE : tree.nextSibling(last!);
    tree.insertBefore(cut.node, closeMove(this.#writing, { move, half: "to" }), next);
  }
}

const NO_MOVES: GroupMoves = { before: new Map(), after: new Map() };

interface FragmentContext {
  readonly copy: CutParagraph;
  readonly deleted: ParagraphItem;
  readonly at: { readonly item: number; readonly token: number };
  readonly change: "deletion" | "movedFrom";
}

/** Where what moved begins and ends in an item. */
function bordersOf(move: MovedHalf | undefined): number[] {
  return move === undefined ? [] : move.kept.flatMap(({ from, to }) => [from, to]);
}

/** A stretch cut in what moved and what did not. */
function segmentsOf({ from, to }: Range, move: MovedHalf | undefined): (Range & { readonly isMoved: boolean })[] {
  if (move === undefined) return [{ from, to, isMoved: false }];
  const borders = [from, ...bordersOf(move), to];
  return borders.slice(1).map((end, at) => ({ from: borders[at]!, to: end, isMoved: at % 2 === 1 }));
}

/** Whether the mark of an item stands inside a move: it and the next moved together. */
function isInMove(moves: ReadonlyMap<number, MovedHalf>, item: number): boolean {
  const move = moves.get(item);
  return move !== undefined && moves.get(item + 1)?.number === move.number;
}

/** By item that ranges of a flow touch: the tokens where they begin and end in it. */
function cutsIn(flow: Flow, ranges: readonly { from: number; to: number }[]): Map<number, number[]> {
  const cuts = new Map<number, number[]>();
  for (const { from, to } of ranges) {
    for (let index = from; index <= to && index < flow.keys.length; ) {
      const { item, token } = placeIn(flow, index);
      const start = flow.starts[item]!;
      const end = flow.starts[item + 1]! - 1;
      const known = cuts.get(item) ?? [];
      known.push(token, Math.min(to, end) - start);
      cuts.set(item, known);
      index = end + 1;
    }
  }
  return cuts;
}

/** A stretch of a flow, paragraph by paragraph. */
function stretches(flow: Flow, { from, to }: { from: number; to: number }): Stretch[] {
  const found: Stretch[] = [];
  for (let at = from; at < to; ) {
    const { item, token } = placeIn(flow, at);
    const end = flow.starts[item + 1]!;
    const isTable = flow.items[item]!.kind === "table";
    const last = isTable ? 0 : Math.min(to, end - 1) - flow.starts[item]!;
    found.push({ item, from: token, to: Math.max(token, last), withEnd: to >= end });
    at = Math.min(to, end);
  }
  return found;
}

/** Neighbouring pieces in one link, or in none. */
interface Fragment {
  readonly link: string;
  readonly pieces: Piece[];
}

function fragmentsOf(pieces: readonly Piece[]): Fragment[] {
  const fragments: Fragment[] = [];
  for (const piece of pieces) {
    const last = fragments.at(-1);
    if (last?.link === piece.link) last.pieces.push(piece);
    else fragments.push({ link: piece.link, pieces: [piece] });
  }
  return fragments;
}

interface InsertionPlace {
  readonly parent: NodeId;
  readonly before: NodeId;
  /** Whether the place is in the link that the text belongs to; for text of no link, whether it needs none. */
  readonly isInLink: boolean;
}

/** A node that was copied in, with the link of what is in it. */
interface CopiedIn {
  readonly node: NodeId;
  readonly link: string;
  /** True if the node stands in that link and is not the link itself. */
  readonly isInLink: boolean;
}

/** The place behind what was copied in last, so that what follows it on the before side follows it here too. */
function placeAfter(
  tree: Tree,
  last: CopiedIn,
  { link, right }: { link: string; right: Piece | undefined },
): InsertionPlace {
  let node = last.node;
  if (link !== last.link || !last.isInLink) {
    while (LINKS.has(tree.name(tree.parent(node)))) {
      const holder = tree.parent(node);
      if (right !== undefined && isIn(tree, right.node, holder)) splitHolder(tree, tree.nextSibling(node));
      node = holder;
    }
  }
  return { parent: tree.parent(node), before: tree.nextSibling(node), isInLink: link === last.link && last.isInLink };
}

const LINKS: ReadonlySet<NameId> = new Set([W.hyperlink]);

/** The outermost of the named elements around a node, or the node. */
function topIn(tree: Tree, node: NodeId, names: ReadonlySet<NameId>): NodeId {
  let top = node;
  for (let at = tree.parent(node); at !== NONE && names.has(tree.name(at)); at = tree.parent(at)) top = at;
  return top;
}

/** The place before a piece, out of the link that it stands in; a link that goes on from the piece before is cut there. */
function outsideLink(
  tree: Tree,
  { right, left }: { right: Piece; left: Piece | undefined },
): { parent: NodeId; before: NodeId } {
  let before = right.node;
  while (LINKS.has(tree.name(tree.parent(before)))) {
    const holder = tree.parent(before);
    before = left !== undefined && isIn(tree, left.node, holder) ? splitHolder(tree, before) : holder;
  }
  return { parent: tree.parent(before), before };
}

function isIn(tree: Tree, node: NodeId, ancestor: NodeId): boolean {
  let at = node;
  while (at !== NONE && at !== ancestor) at = tree.parent(at);
  return at === ancestor;
}

/** Splits everything between a node and the paragraph before the node; gives the child of the paragraph that now begins with it. */
function splitUpTo(tree: Tree, node: NodeId, paragraph: NodeId): NodeId {
  let first = node;
  while (tree.parent(first) !== paragraph) first = splitHolder(tree, first);
  return first;
}

function depthOf(tree: Tree, node: NodeId): number {
  let depth = 0;
  for (let at = tree.parent(node); at !== NONE && tree.name(at) !== W.p; at = tree.parent(at)) depth += 1;
  return depth;
}

/** The link around a piece of a copied paragraph. */
function linkAround(tree: Tree, node: NodeId, paragraph: NodeId): NodeId {
  let at = tree.parent(node);
  while (at !== NONE && at !== paragraph && tree.name(at) !== W.hyperlink) at = tree.parent(at);
  return at;
}
