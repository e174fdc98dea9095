// Writes a flow: paragraphs that were edited, split or joined.
//
// Paragraphs of the carrier stay in the redline, and their pieces are marked in place (RDL-11).
// - Pieces of other sources are copied between them, into the link of a neighbour if they belong to that link.
// - An end of another source becomes a paragraph that receives the content before it (RDL-10).
// - A table of another source is inserted before the next paragraph.
//
// At each change site all copies are inserted before carrier content is marked, because positions are found by unmarked
// neighbours (RDL-12).

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor, childOfParagraph, depthIn, isNodeInside } from "../../revisions/markup.ts";
import { splitHolder } from "../../revisions/write/cut-runs.ts";
import type { ParagraphItem } from "../content/items.ts";
import type { TokenPlace } from "../content/tokens.ts";
import type {
  AnchorBorder,
  End,
  FlowStep,
  MadeCodes,
  Mark,
  MarkedTable,
  Marks,
  MoveBorder,
  Piece,
} from "../script/script.ts";
import { anchorBlock, makeAnchor } from "./anchors.ts";
import type { CutParagraph, CutPiece } from "./cut-paragraph.ts";
import { linkAround, makeCodes, unlink } from "./field-codes.ts";
import { makeBorder } from "./move-ranges.ts";
import {
  carrierParagraph,
  copied,
  cutAt,
  markEnd,
  markedCopy,
  markStanding,
  noteReferences,
  unitsIn,
  wrapPieces,
} from "./whole-blocks.ts";
import { writeLooks, writeProperties } from "./write-properties.ts";
import { adoptMarked, treeOf, type Writing } from "./writing.ts";

interface FlowContext {
  readonly writing: Writing;
  /** The part that contains the flow. */
  readonly part: string;
}

export function writeFlow(step: FlowStep, context: FlowContext): void {
  new FlowWriter(step, context).write();
}

/** An element of a flow. */
type Element = OwnElement | AnchorBorder | MadeCodes;

/** An element that belongs to a paragraph or table. */
type OwnElement = Piece | MoveBorder | MarkedTable | PlacedEnd;

interface PlacedEnd extends End {
  readonly kind: "end";
}

/**
 * A change site: the elements of a flow between two unmarked ones. `copies` are the elements to insert, with their
 * positions in the carrier, and `ours` are the elements of the carrier.
 */
interface ChangedPlace {
  readonly copies: { readonly elements: readonly Element[]; readonly at: HostPlace }[];
  readonly ours: OwnElement[];
}

/** A position in a paragraph of the carrier. */
interface HostPlace {
  readonly item: ParagraphItem;
  readonly place: TokenPlace;
}

class FlowWriter {
  readonly #step: FlowStep;
  readonly #writing: Writing;
  readonly #part: string;
  readonly #tree: Tree;
  readonly #elements: readonly Element[];
  /** Maps a carrier paragraph to its pieces, cut at all positions of the flow. */
  readonly #standing = new Map<ParagraphItem, CutParagraph>();
  /** Maps a paragraph of another source to its copy. */
  readonly #copies = new Map<ParagraphItem, CutParagraph>();
  /** Maps a copied piece to its first and last node in the redline. */
  readonly #copied = new Map<Element, { readonly first: NodeId; last: NodeId }>();
  /** Pieces of copies that were inserted already. */
  readonly #used = new Set<CutPiece>();
  /** Maps a carrier paragraph to the index of its first remaining piece. */
  readonly #firsts = new Map<ParagraphItem, number>();
  /** The node that was inserted last, if the next piece goes directly after it. */
  #last: CopiedIn | undefined;

  constructor(step: FlowStep, { writing, part }: FlowContext) {
    this.#step = step;
    this.#writing = writing;
    this.#part = part;
    this.#tree = treeOf(writing, part);
    this.#elements = step.steps.flatMap((one): Element[] =>
      one.kind === "table" ? [one] : [...one.pieces, { kind: "end", ...one.end }],
    );
  }

  write(): void {
    const places = this.#places();
    this.#cutAll(places);
    for (const { copies, ours } of places) {
      for (const { elements, at } of copies) {
        this.#last = undefined;
        for (const element of elements) this.#bringIn(element, at);
      }
      this.#markOurs(ours);
    }
    const { formatChanges, propertyChanges } = this.#step;
    writeLooks(formatChanges, this.#writing, {
      known: new Map([...this.#standing, ...this.#copies]),
      part: this.#part,
    });
    writeProperties(propertyChanges, this.#writing);
  }

  #isOurs(element: Element): element is OwnElement {
    if (element.kind === "codes" || element.kind === "anchor") return false;
    return element.item.source === this.#writing.carrier;
  }

  /** Returns the change sites. */
  #places(): ChangedPlace[] {
    const places: ChangedPlace[] = [];
    let open: ChangedPlace = { copies: [], ours: [] };
    let waiting: Element[] = [];
    for (const element of this.#elements) {
      if (!this.#isOurs(element)) {
        waiting.push(element);
        continue;
      }
      if (waiting.length > 0 && (element.kind === "piece" || element.kind === "end")) {
        open.copies.push({ elements: waiting, at: placeBefore(element) });
        waiting = [];
      }
      if (!isKept(element)) open.ours.push(element);
      else if (open.copies.length > 0 || open.ours.length > 0) {
        places.push(open);
        open = { copies: [], ours: [] };
      }
    }
    // Nothing follows the last end, so copies go before it.
    const last = open.ours.findLast((element) => element.kind === "end");
    if (waiting.length > 0 && last !== undefined) open.copies.push({ elements: waiting, at: placeBefore(last) });
    return [...places, open];
  }

  /** Cuts all paragraphs before anything is inserted, because positions count in the original text. */
  #cutAll(places: readonly ChangedPlace[]): void {
    const cuts = new Map<ParagraphItem, TokenPlace[]>();
    for (const { copies, ours } of places) {
      for (const { at } of copies) addTo(cuts, at.item, at.place);
      for (const element of ours) if (element.kind === "end") addTo(cuts, element.item, placeBefore(element).place);
      for (const element of ours) if (element.kind === "border") addTo(cuts, element.item);
      for (const element of [...copies.flatMap(({ elements }) => elements), ...ours]) {
        if (element.kind === "piece") addTo(cuts, element.item, element.from, element.to);
      }
    }
    const bare = this.#elements.filter(
      (element): element is Piece => element.kind === "piece" && element.isBare === true,
    );
    for (const { item, from, to } of bare) addTo(cuts, item, from, to);
    for (const { item } of this.#step.formatChanges) addTo(cuts, item);
    for (const [item, borders] of cuts) {
      const isOurs = item.source === this.#writing.carrier;
      const formatChanges = this.#step.formatChanges.filter((look) => look.item === item);
      const looked = formatChanges.flatMap(({ from, to }) => [from, to]);
      const marked = isOurs ? carrierParagraph(this.#writing, item) : copied(this.#writing, item, this.#part);
      const cut = cutAt(this.#writing, marked, [...borders, ...looked]);
      const unlinked = unlink(
        cut,
        bare.filter((piece) => piece.item === item),
      );
      (isOurs ? this.#standing : this.#copies).set(item, unlinked);
    }
  }

  #insertTable(table: MarkedTable, at: HostPlace): void {
    const node = markedCopy(this.#writing, table, this.#part);
    this.#insertBlock(node, at.item);
    if (table.anchor !== undefined) anchorBlock(this.#writing, table.anchor, { tree: this.#tree, node });
  }

  #bringIn(element: Element, at: HostPlace): void {
    if (element.kind === "table") this.#insertTable(element, at);
    else if (element.kind === "border") this.#insertOutside([makeBorder(this.#writing, this.#tree, element)], at);
    else if (element.kind === "anchor") this.#insertAnchor(element, at);
    else if (element.kind === "codes") this.#insertCodes(element, at);
    else if (element.kind === "end") this.#breakParagraph(element, at);
    else {
      const copy = this.#copyFor(element);
      for (const fragment of fragmentsOf(copy.between(element.from, element.to))) {
        this.#insertFragment(fragment, { copy, piece: element, at });
      }
    }
  }

  /** Returns a copy that contains a piece. A piece that is used for both halves of a move needs a second copy. */
  #copyFor({ item, from, to, isBare = false }: Piece): CutParagraph {
    const known = this.#copies.get(item)!;
    const pieces = known.between(from, to);
    const isUsed = pieces.some((piece) => this.#used.has(piece));
    const again = (): CutParagraph => cutAt(this.#writing, copied(this.#writing, item, this.#part), [from, to]);
    const copy = isUsed ? unlink(again(), isBare ? [{ from, to }] : []) : known;
    for (const piece of copy.between(from, to)) this.#used.add(piece);
    return copy;
  }

  #insertAnchor(border: AnchorBorder, at: HostPlace): void {
    this.#insertOutside(makeAnchor(this.#writing, border, { tree: this.#tree, host: at.item.node }), at);
  }

  /** Inserts markers outside of any link. */
  #insertOutside(nodes: readonly NodeId[], at: HostPlace): void {
    const { parent, before } = this.#placeFor("", at);
    for (const node of nodes) this.#tree.insertBefore(parent, node, before);
    this.#last = { node: nodes.at(-1)!, link: "", isInLink: false };
  }

  /** Inserts parts of a field outside of any link. */
  #insertCodes(codes: MadeCodes, at: HostPlace): void {
    const tree = this.#tree;
    const { parent, before } = this.#placeFor("", at);
    const pieces = makeCodes(tree, codes);
    for (const { node } of pieces) tree.insertBefore(parent, node, before);
    wrapPieces(this.#writing, tree, { pieces, marks: codes.marks });
    this.#last = { node: nodeBefore(tree, { parent, before }), link: "", isInLink: false };
  }

  #insertBlock(block: NodeId, { node }: ParagraphItem): void {
    this.#tree.insertBefore(this.#tree.parent(node), block, node);
  }

  #insertFragment({ pieces, link }: Fragment, { copy, piece, at }: FragmentContext): void {
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
    wrapPieces(this.#writing, tree, { pieces, marks: piece.marks });
    const from = anchor === NONE ? tree.firstChild(parent) : tree.nextSibling(anchor);
    const { source, story } = piece.item;
    const places = { source, from: story.part, into: this.#part, mark: firstOf(piece.marks) };
    if (holder !== NONE) adoptMarked(this.#writing, holder, places);
    for (let node = holder === NONE ? from : before; node !== before; ) {
      // Read the sibling first, because importing may remove the node.
      const next = tree.nextSibling(node);
      adoptMarked(this.#writing, node, places);
      node = next;
    }
    const end = nodeBefore(tree, place);
    if (end === NONE) return;
    this.#last = { node: end, link, isInLink: place.isInLink };
    const known = this.#copied.get(piece);
    if (known === undefined) this.#copied.set(piece, { first: from === NONE ? end : from, last: end });
    else known.last = end;
  }

  /** Returns the position for text of a link, or of no link, at a position of the carrier. */
  #placeFor(link: string, { item, place: at }: HostPlace): InsertionPlace {
    const tree = this.#tree;
    const cut = this.#standing.get(item)!;
    const index = cut.indexAt(at);
    const right = cut.pieces[index];
    const left = index > (this.#firsts.get(item) ?? 0) ? cut.pieces[index - 1] : undefined;
    if (right !== undefined && right.link === link) {
      // After a paragraph break, the left piece is in another paragraph, so depths are counted from each piece's own
      // paragraph.
      const depthOf = ({ node }: CutPiece): number => depthIn(tree, node, ancestor(tree, node, W.p));
      const isDeeper = left?.link === link && depthOf(left) < depthOf(right);
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

  /**
   * Ends a paragraph of another source inside one of the carrier. The new paragraph receives the content before the
   * position.
   */
  #breakParagraph(end: End, { item, place: at }: HostPlace): void {
    const tree = this.#tree;
    const cut = this.#standing.get(item)!;
    const paragraph = this.#shell(end);
    tree.insertBefore(tree.parent(cut.node), paragraph, cut.node);
    const index = cut.indexAt(at);
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

  /** Returns an empty paragraph with the properties of another source's paragraph and a marked paragraph mark. */
  #shell({ item: { source, story, node }, marks, propertyChanges = [] }: End): NodeId {
    const tree = this.#tree;
    const paragraph = tree.element(W.p);
    const properties = story.tree.child(node, W.pPr);
    if (properties !== NONE) tree.append(paragraph, tree.graft(story.tree, properties));
    markEnd(this.#writing, { tree, node: paragraph }, marks);
    const mark = firstOf(marks);
    adoptMarked(this.#writing, paragraph, { source, from: story.part, into: this.#part, mark });
    const brought = propertyChanges.map((change) => ({ ...change, owner: paragraph, part: this.#part }));
    writeProperties(brought, this.#writing);
    return paragraph;
  }

  /** Marks the carrier's elements of one change site, paragraph by paragraph. */
  #markOurs(elements: readonly OwnElement[]): void {
    for (const [item, own] of groupedByItem(elements)) {
      const cut = this.#standing.get(item as ParagraphItem)!;
      for (const element of own) {
        if (element.kind === "table") markStanding(this.#writing, element);
        if (element.kind !== "piece") continue;
        noteReferences(this.#writing, this.#tree, { units: unitsIn(element), marks: element.marks });
        wrapPieces(this.#writing, this.#tree, { pieces: cut.between(element.from, element.to), marks: element.marks });
      }
      for (const element of own) if (element.kind === "border") this.#frame(element, { own, cut });
      for (const element of own) {
        if (element.kind === "end") markEnd(this.#writing, { tree: this.#tree, node: cut.node }, element.marks);
      }
    }
  }

  /**
   * Returns the first or last node of the copied piece directly inside a border; undefined if no copied piece is there.
   */
  #copyBeside(border: MoveBorder): NodeId | undefined {
    const step = border.isStart ? 1 : -1;
    let at = this.#elements.indexOf(border) + step;
    while (this.#elements[at]?.kind === "anchor") at += step;
    const next = this.#elements[at];
    const ends = next === undefined ? undefined : this.#copied.get(next);
    return border.isStart ? ends?.first : ends?.last;
  }

  /** Inserts a border of a move range beside the pieces of its paragraph. Without pieces it goes to the paragraph's end. */
  #frame(border: MoveBorder, { own, cut }: { own: readonly OwnElement[]; cut: CutParagraph }): void {
    const tree = this.#tree;
    const pieces = own.flatMap((element) => (element.kind === "piece" ? cut.between(element.from, element.to) : []));
    const beside = this.#copyBeside(border) ?? (border.isStart ? pieces[0] : pieces.at(-1))?.node;
    const top = beside === undefined ? NONE : childOfParagraph(tree, beside);
    const before = border.isStart || top === NONE ? top : tree.nextSibling(top);
    const paragraph = top === NONE ? cut.node : tree.parent(top);
    tree.insertBefore(paragraph, makeBorder(this.#writing, tree, border), before);
  }
}

function isKept(element: OwnElement): boolean {
  if (element.kind === "border" || element.kind === "table") return false;
  return element.marks.move === undefined && element.marks.text === undefined;
}

/** Returns the position of the carrier before one of its elements. */
function placeBefore(element: Piece | PlacedEnd): HostPlace {
  const { item } = element;
  return { item, place: element.kind === "piece" ? element.from : item.end };
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, ...values: readonly Value[]): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [...values]);
  else list.push(...values);
}

/** Groups adjacent elements of the same paragraph or table. */
function groupedByItem(elements: readonly OwnElement[]): [OwnElement["item"], OwnElement[]][] {
  const groups: [OwnElement["item"], OwnElement[]][] = [];
  for (const element of elements) {
    const last = groups.at(-1);
    if (last?.[0] === element.item) last[1].push(element);
    else groups.push([element.item, [element]]);
  }
  return groups;
}

/**
 * Returns the mark that decides about notes. A move mark comes first, because moved text was neither inserted nor
 * deleted.
 */
function firstOf({ move, text }: Marks): Mark {
  return (move ?? text)!;
}

interface FragmentContext {
  readonly copy: CutParagraph;
  readonly piece: Piece;
  readonly at: HostPlace;
}

/** Adjacent pieces in the same link, or in no link. */
interface Fragment {
  readonly link: string;
  readonly pieces: CutPiece[];
}

function fragmentsOf(pieces: readonly CutPiece[]): Fragment[] {
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
  /** True for a position inside the text's own link. For text without a link, true for a position outside of any link. */
  readonly isInLink: boolean;
}

/** Returns the node directly before a position, or NONE. */
function nodeBefore(tree: Tree, { parent, before }: Pick<InsertionPlace, "parent" | "before">): NodeId {
  return before === NONE ? (tree.children(parent).at(-1) ?? NONE) : tree.previousSibling(before);
}

/** An inserted node, with the link of its content. */
interface CopiedIn {
  readonly node: NodeId;
  readonly link: string;
  /** True if the node is inside that link; false if it is the link itself. */
  readonly isInLink: boolean;
}

/** Returns the position after the node that was inserted last, so that content keeps the order of its source. */
function placeAfter(
  tree: Tree,
  last: CopiedIn,
  { link, right }: { link: string; right: CutPiece | undefined },
): InsertionPlace {
  let node = last.node;
  if (link !== last.link || !last.isInLink) {
    while (LINKS.has(tree.name(tree.parent(node)))) {
      const holder = tree.parent(node);
      if (right !== undefined && isNodeInside(tree, right.node, holder)) splitHolder(tree, tree.nextSibling(node));
      node = holder;
    }
  }
  return { parent: tree.parent(node), before: tree.nextSibling(node), isInLink: link === last.link && last.isInLink };
}

const LINKS: ReadonlySet<NameId> = new Set([W.hyperlink]);

/** Returns the outermost of the named elements around a node, or the node. */
function topIn(tree: Tree, node: NodeId, names: ReadonlySet<NameId>): NodeId {
  let top = node;
  for (let at = tree.parent(node); at !== NONE && names.has(tree.name(at)); at = tree.parent(at)) top = at;
  return top;
}

/**
 * Returns the position before a piece, outside of its link. A link that also contains the previous piece is split
 * there.
 */
function outsideLink(
  tree: Tree,
  { right, left }: { right: CutPiece; left: CutPiece | undefined },
): { parent: NodeId; before: NodeId } {
  let before = right.node;
  while (LINKS.has(tree.name(tree.parent(before)))) {
    const holder = tree.parent(before);
    before = left !== undefined && isNodeInside(tree, left.node, holder) ? splitHolder(tree, before) : holder;
  }
  return { parent: tree.parent(before), before };
}

/**
 * Splits all elements between a node and its paragraph before the node. Returns the child of the paragraph that now
 * begins with it.
 */
function splitUpTo(tree: Tree, node: NodeId, paragraph: NodeId): NodeId {
  let first = node;
  while (tree.parent(first) !== paragraph) first = splitHolder(tree, first);
  return first;
}
