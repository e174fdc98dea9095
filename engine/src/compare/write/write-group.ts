// Writes what became of some paragraphs: edited, split, joined.
//
// The paragraphs of the after side stand in the redline. Along the matches of the two flows, what is only in the after
// flow is marked where it stands, and what is only in the before flow is copied in: text as a deletion between what stands
// around it, a mark as a paragraph of its own that takes what stands before it, a table as a deleted table.

import { type Gap, gapsBetween } from "../../align/match.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { markParagraph } from "../../revisions/write/mark-structure.ts";
import type { ParagraphItem } from "../content/items.ts";
import { type Flow, flowOf, placeIn } from "../plan/flow.ts";
import type { GroupStep } from "../plan/plan.ts";
import { type CutParagraph, type Piece, splitHolder } from "./cut-paragraph.ts";
import { copied, cutAt, deletedCopy, markInserted, noteInsertions, standing, wrapPieces } from "./mark-items.ts";
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

  constructor(step: GroupStep, writing: Writing) {
    this.#writing = writing;
    const { lexicon } = writing.after;
    this.#before = flowOf(step.before, lexicon);
    this.#after = flowOf(step.after, lexicon);
    this.#gaps = gapsBetween(step.matches, { before: this.#before.keys.length, after: this.#after.keys.length });
    this.#formatting = formattingIn({ before: this.#before, after: this.#after }, step.matches);
    this.#part = step.after[0]!.story.part;
    this.#tree = treeOf(writing, this.#part);
  }

  write(): void {
    this.#cutAll();
    for (const gap of this.#gaps) {
      const at = placeIn(this.#after, gap.after.from);
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
        this.#copies.set(item, cutAt(copied(this.#writing, paragraph, this.#part), tokens));
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
    for (const fragment of fragmentsOf(copy.between(from, to))) this.#insertFragment(fragment, { copy, deleted, at });
    if (withEnd) this.#breakParagraph(deleted, at);
  }

  #insertBlock(block: NodeId, item: number): void {
    const { node } = this.#after.items[item]!;
    this.#tree.insertBefore(this.#tree.parent(node), block, node);
  }

  #insertFragment(
    { pieces, link }: Fragment,
    { copy, deleted, at }: { copy: CutParagraph; deleted: ParagraphItem; at: { item: number; token: number } },
  ): void {
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
    const marks = { change: "deletion", writing: this.#writing } as const;
    const anchor = tree.previousSibling(nodes[0]!);
    wrapPieces(tree, pieces, marks);
    const from = anchor === NONE ? tree.firstChild(parent) : tree.nextSibling(anchor);
    const places = { from: deleted.story.part, into: this.#part };
    if (holder !== NONE) adopt(this.#writing, holder, places);
    for (let node = holder === NONE ? from : before; node !== before; ) {
      // What may not come along is taken out.
      const next = tree.nextSibling(node);
      adopt(this.#writing, node, places);
      node = next;
    }
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
      if (!isDeeper) return { parent: tree.parent(right.node), before: right.node, isInLink: true };
    }
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
  #breakParagraph(deleted: ParagraphItem, { item, token }: { item: number; token: number }): void {
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
  }

  /** An empty paragraph with the properties and the mark of one that was deleted. */
  #deletedShell({ story, node }: ParagraphItem): NodeId {
    const tree = this.#tree;
    const paragraph = tree.element(W.p);
    const properties = story.tree.child(node, W.pPr);
    if (properties !== NONE) tree.append(paragraph, tree.graft(story.tree, properties));
    markParagraph(tree, paragraph, { change: "deletion", maker: this.#writing.maker });
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
    const marked = standing(this.#writing, inserted);
    const { units } = inserted.tokens;
    noteInsertions(this.#writing, marked, inserted.units.slice(units[from]!, units[to]!));
    wrapPieces(this.#tree, cut.between(from, to), { change: "insertion", writing: this.#writing });
    if (withEnd) markParagraph(this.#tree, cut.node, { change: "insertion", maker: this.#writing.maker });
  }
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
