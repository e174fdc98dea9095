// Finds the conflicts of a merged document and the tracked changes that compete (REV-10, REV-11, MRG-44).
//
// A conflict has one or more spots. Each is a hidden bookmark inside one paragraph (document/merge-record.ts), so
// conflicts are found in the document itself. The insertions and deletions between the ends of a spot compete; a move
// around them does not. Paragraph marks, rows and cells are in no bookmark: the scope of the conflict in the merge
// record determines which of them compete. Without a scope, marks of whole blocks compete if they are decided together
// with the content of a spot. In a conflict of words, marks compete if the text continues from spot to spot over the end
// of a paragraph.

import { BLOCKS } from "../../document/grammar.ts";
import {
  type ConflictKind,
  conflictOf,
  type MergeRecord,
  type OwnedMark,
  type RecordedConflict,
  readMergeRecord,
  revisionsByLabel,
} from "../../document/merge-record.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { type Decision, listDecisions } from "../decisions.ts";
import { trackedParts } from "../list-revisions.ts";
import { ancestor, descendants, paragraphIn } from "../markup.ts";
import { isBlankRun } from "../paragraph-content.ts";
import { isMove, type Revision } from "../revision.ts";

/** One position of a conflict: the range of a bookmark inside one paragraph. */
export interface ConflictSpot {
  /** The number in the name of the bookmark, from 1. */
  readonly number: number;
  readonly tree: Tree;
  readonly part: string;
  readonly paragraph: NodeId;
  /** The w:bookmarkStart. */
  readonly start: NodeId;
  /** The w:bookmarkEnd. If it is `NONE`, the spot extends to the end of its paragraph. */
  readonly end: NodeId;
  /** Every element in the spot, in document order. */
  readonly inside: ReadonlySet<NodeId>;
  /** True if no shown run of the paragraph comes before (`isFirst`) or after (`isLast`) the spot. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The elements of the paragraph. */
  readonly around: ParagraphElements;
}

/** The elements of one paragraph in document order. They are read once for all conflicts in the paragraph. */
export class ParagraphElements {
  readonly nodes: readonly NodeId[];
  /** The indexes of the first and last run that shows something; -1 without such a run. */
  readonly firstShown: number;
  readonly lastShown: number;
  readonly #indexes = new Map<NodeId, number>();
  /** Maps a bookmark id to the indexes of its ends. */
  readonly #ends = new Map<string | undefined, number[]>();

  constructor(tree: Tree, paragraph: NodeId) {
    this.nodes = descendants(tree, paragraph);
    for (const [index, node] of this.nodes.entries()) {
      this.#indexes.set(node, index);
      if (tree.name(node) !== W.bookmarkEnd) continue;
      const id = tree.attribute(node, W.id);
      const known = this.#ends.get(id);
      if (known === undefined) this.#ends.set(id, [index]);
      else known.push(index);
    }
    const isShown = (node: NodeId): boolean => isShownRun(tree, node);
    this.firstShown = this.nodes.findIndex(isShown);
    this.lastShown = this.nodes.findLastIndex(isShown);
  }

  indexOf(node: NodeId): number {
    return this.#indexes.get(node) ?? -1;
  }

  /** Returns the index of the first end of a bookmark at or after an index, or -1. */
  endOf(id: string | undefined, from: number): number {
    return this.#ends.get(id)?.find((index) => index >= from) ?? -1;
  }
}

export interface Conflict {
  readonly id: number;
  readonly kind: ConflictKind;
  /** In document order. */
  readonly spots: readonly ConflictSpot[];
  /** The competing tracked changes in the order of decisions. Empty for a property conflict. */
  readonly members: readonly Revision[];
}

/**
 * False for a conflict whose changes were all decided elsewhere, for example in Word, so that only its bookmarks are
 * left.
 */
export function isOpen({ kind, members }: Conflict): boolean {
  return kind === "property" || members.length > 0;
}

/** Returns the conflicts of a document by number. */
export function listConflicts(
  document: WordDocument,
  decisions: () => readonly Decision[] = () => listDecisions(document),
): Conflict[] {
  const spots = spotsOf(document);
  if (spots.size === 0) return [];
  const record = readMergeRecord(document);
  const known = new Map(record?.conflicts.map((conflict) => [conflict.id, conflict]));
  const membership = new Membership(decisions(), record);
  const conflicts = [...spots].map(([id, { isProperty, places }]): Conflict => {
    if (isProperty) return { id, kind: "property", spots: places, members: [] };
    const recorded = known.get(id);
    if (recorded?.scope !== undefined)
      return { id, kind: recorded.kind, spots: places, members: membership.scopedMembers(recorded, places) };
    const kind = recorded?.kind ?? membership.kindOf(places);
    return { id, kind, spots: places, members: membership.membersOf(kind, places) };
  });
  return conflicts.sort((one, other) => one.id - other.id);
}

interface Spots {
  readonly isProperty: boolean;
  readonly places: ConflictSpot[];
}

const STARTS: ReadonlySet<NameId> = new Set([W.bookmarkStart]);

/** Maps the number of a conflict to its spots. */
function spotsOf(document: WordDocument): Map<number, Spots> {
  const found = new Map<number, Spots>();
  for (const part of trackedParts(document)) {
    const tree = document.package.tree(part);
    const elements = new Map<NodeId, ParagraphElements>();
    for (const start of elementsNamed(tree, STARTS)) {
      const named = conflictOf(tree.attribute(start, W.name) ?? "");
      const paragraph = named === undefined ? NONE : ancestor(tree, start, W.p);
      if (named === undefined || paragraph === NONE) continue;
      const around = elements.get(paragraph) ?? new ParagraphElements(tree, paragraph);
      elements.set(paragraph, around);
      const spots = found.get(named.id) ?? { isProperty: named.isProperty, places: [] };
      found.set(named.id, spots);
      spots.places.push(spotAt({ number: named.spot, tree, part, paragraph, start, around }));
    }
  }
  return found;
}

function spotAt(
  place: Pick<ConflictSpot, "number" | "tree" | "part" | "paragraph" | "start" | "around">,
): ConflictSpot {
  const { tree, start, around } = place;
  const first = around.indexOf(start) + 1;
  const last = around.endOf(tree.attribute(start, W.id), first);
  return {
    ...place,
    end: last < 0 ? NONE : around.nodes[last]!,
    inside: new Set(around.nodes.slice(first, last < 0 ? undefined : last)),
    isFirst: around.firstShown < 0 || around.firstShown >= first,
    isLast: last < 0 || around.lastShown < last,
  };
}

/** Finds the tracked changes that belong to spots. */
class Membership {
  /** Maps tree and element to the revision. Moves and property changes are left out. */
  readonly #revisions = new Map<Tree, Map<NodeId, Revision>>();
  readonly #decisions = new Map<Revision, Decision>();
  /** Maps a revision to its index in the order of decisions. */
  readonly #order = new Map<Revision, number>();
  /** Maps the author of a change to the indexes of the revisions that made it. */
  readonly #makers: ReadonlyMap<string, readonly number[]>;

  constructor(decisions: readonly Decision[], record: MergeRecord | undefined) {
    this.#makers = record === undefined ? new Map() : revisionsByLabel(record);
    for (const decision of decisions) {
      for (const revision of decision.revisions) {
        if (isMove(revision) || revision.kind === "property") continue;
        const ofTree = this.#revisions.get(revision.tree) ?? new Map<NodeId, Revision>();
        this.#revisions.set(revision.tree, ofTree.set(revision.node, revision));
        this.#decisions.set(revision, decision);
        this.#order.set(revision, this.#order.size);
      }
    }
  }

  /** Returns the kind of a conflict if the record is lost. */
  kindOf(spots: readonly ConflictSpot[]): ConflictKind {
    if (spots.length === 1) return "text";
    const hasDeletion = spots.some((spot) => this.#contentOf(spot).some(({ kind }) => kind === "deletion"));
    return hasDeletion ? "move" : "blocks";
  }

  membersOf(kind: ConflictKind, spots: readonly ConflictSpot[]): Revision[] {
    const found = new Set<Revision>(spots.flatMap((spot) => this.#contentOf(spot)));
    const begun = new Set(spots.map(({ paragraph }) => paragraph));
    const isSpot = (paragraph: NodeId): boolean => begun.has(paragraph);
    const further =
      kind === "text" ? this.#marksBetween(spots) : spots.flatMap((spot) => this.#structureOf(spot, isSpot));
    for (const revision of further) found.add(revision);
    return this.#inOrder(found);
  }

  /** Returns the members of a conflict by its scope. Only changes of competing revisions are members (MRG-44). */
  scopedMembers({ scope, marks = [], revisions = [] }: RecordedConflict, spots: readonly ConflictSpot[]): Revision[] {
    const content = spots.flatMap((spot) => this.#contentOf(spot));
    if (scope === "words") return this.#inOrder([...content, ...this.#marksBetween(spots)]);
    const isCompeting = ({ author }: Revision): boolean =>
      this.#makers.get(author)?.some((index) => revisions.includes(index)) === true;
    const further = spots.flatMap((spot) => {
      if (scope === "rows") return this.#rowOf(spot);
      const owned = marks[spot.number - 1] ?? "own";
      const rows = this.#newRowsFrom(spot, isCompeting);
      const { tree, paragraph } = spot;
      const block = rows.length === 0 ? paragraph : ancestor(tree, paragraph, W.tbl);
      if (owned === "before" || owned === "both") return [...rows, ...this.#marksAround(spot, { owned, block })];
      return owned === "none" || rows.length > 0 ? rows : this.#markOf(tree, paragraph);
    });
    return this.#inOrder([...content, ...further.filter(isCompeting)]);
  }

  /**
   * Returns the marks of a spot that owns the mark before its block, and with "both" the deleted mark after it. Inserted
   * content owns the inserted mark before it. Content of the base owns the deleted mark before it, past tables that the
   * same copy deletes. Other marks belong to the paragraph that they end.
   */
  #marksAround(
    spot: ConflictSpot,
    { owned, block }: { readonly owned: OwnedMark; readonly block: NodeId },
  ): Revision[] {
    const { tree, paragraph } = spot;
    const content = this.#contentOf(spot);
    const marksBefore = this.#markOf(tree, previousParagraph(tree, block));
    const isInsertion = ({ kind }: Revision): boolean => kind === "insertion";
    const isInserted = content.length > 0 ? content.every(isInsertion) : marksBefore.some(isInsertion);
    const before = this.#markOf(tree, previousParagraph(tree, block, { passesTables: !isInserted }));
    const after = owned === "both" ? this.#markOf(tree, paragraph).filter(({ kind }) => kind === "deletion") : [];
    return [...before.filter(({ kind }) => (kind === "insertion") === isInserted), ...after];
  }

  #inOrder(found: Iterable<Revision>): Revision[] {
    return [...new Set(found)].sort((one, other) => this.#order.get(one)! - this.#order.get(other)!);
  }

  /** Returns all changes of the row that contains a spot. */
  #rowOf({ tree, paragraph }: ConflictSpot): Revision[] {
    const row = ancestor(tree, paragraph, W.tr);
    const ofTree = this.#revisions.get(tree);
    return row === NONE ? [] : descendants(tree, row).flatMap((node) => ofTree?.get(node) ?? []);
  }

  /** Returns the changes of the rows and cells that a competing revision inserts, from the paragraph of a spot on. */
  #newRowsFrom(spot: ConflictSpot, isCompeting: (revision: Revision) => boolean): Revision[] {
    const isSpot = (paragraph: NodeId): boolean => paragraph === spot.paragraph;
    const found = [...this.#rowsFrom(spot, isSpot), ...this.#cellOf(spot)];
    return found.every((one) => one.kind === "insertion" && isCompeting(one)) ? found : [];
  }

  /** Returns the insertions and deletions in a spot, and those that contain it. */
  #contentOf({ tree, paragraph, start, inside }: ConflictSpot): Revision[] {
    const ofTree = this.#revisions.get(tree);
    if (ofTree === undefined) return [];
    const around: NodeId[] = [];
    for (let at = tree.parent(start); at !== paragraph; at = tree.parent(at)) around.push(at);
    return [...around, ...inside].flatMap((node) => ofTree.get(node) ?? []);
  }

  /** Returns the marks over which the text of a conflict continues from one spot to the next. */
  #marksBetween(spots: readonly ConflictSpot[]): Revision[] {
    return spots.slice(1).flatMap((next, index) => {
      const spot = spots[index]!;
      const isNext = spot.tree === next.tree && nextParagraph(spot.tree, spot.paragraph) === next.paragraph;
      return isNext && spot.isLast && next.isFirst ? this.#markOf(spot.tree, spot.paragraph) : [];
    });
  }

  /** Returns the marks of rows, of the cell or of the paragraph that were inserted or deleted with a spot's paragraph. */
  #structureOf(spot: ConflictSpot, isSpot: (paragraph: NodeId) => boolean): Revision[] {
    const { tree, paragraph } = spot;
    const inTable = [...this.#rowsFrom(spot, isSpot), ...this.#cellOf(spot)];
    if (inTable.length > 0) return inTable;
    const own = this.#markOf(tree, paragraph);
    const content = this.#contentOf(spot);
    const decisions = new Set((content.length > 0 ? content : own).map((one) => this.#decisions.get(one)));
    const isDecidedWith = (revision: Revision): boolean => decisions.has(this.#decisions.get(revision));
    const marks = own.filter(isDecidedWith);
    // At the end of a story the mark of a new paragraph is one paragraph earlier.
    return marks.length > 0 ? marks : this.#markOf(tree, previousParagraph(tree, paragraph)).filter(isDecidedWith);
  }

  /**
   * Returns the changes of the row that a spot begins, and of the following rows with the same change up to one with
   * its own spot.
   */
  #rowsFrom({ tree, paragraph }: ConflictSpot, isSpot: (paragraph: NodeId) => boolean): Revision[] {
    const row = ancestor(tree, paragraph, W.tr);
    const [mark] =
      row === NONE || paragraphIn(tree, row, "first") !== paragraph ? [] : this.#marksIn(tree, row, W.trPr);
    if (mark === undefined) return [];
    const found = this.#within(tree, row, mark);
    for (let next = tree.nextSibling(row); next !== NONE; next = tree.nextSibling(next)) {
      if (tree.name(next) !== W.tr) continue;
      const isSame = this.#marksIn(tree, next, W.trPr).some((one) => isLike(one, mark));
      if (!isSame || isSpot(paragraphIn(tree, next, "first"))) break;
      found.push(...this.#within(tree, next, mark));
    }
    return found;
  }

  #cellOf({ tree, paragraph }: ConflictSpot): Revision[] {
    const cell = ancestor(tree, paragraph, W.tc);
    const [mark] =
      cell === NONE || paragraphIn(tree, cell, "first") !== paragraph ? [] : this.#marksIn(tree, cell, W.tcPr);
    return mark === undefined ? [] : this.#within(tree, cell, mark);
  }

  /** Returns the changes in a row or cell with the kind and author of its own change. */
  #within(tree: Tree, holder: NodeId, mark: Revision): Revision[] {
    const ofTree = this.#revisions.get(tree)!;
    return descendants(tree, holder)
      .flatMap((node) => ofTree.get(node) ?? [])
      .filter((one) => isLike(one, mark));
  }

  #markOf(tree: Tree, paragraph: NodeId): Revision[] {
    const properties = paragraph === NONE ? NONE : tree.child(paragraph, W.pPr);
    return properties === NONE ? [] : this.#marksIn(tree, properties, W.rPr);
  }

  #marksIn(tree: Tree, node: NodeId, properties: NameId): Revision[] {
    const holder = tree.child(node, properties);
    const ofTree = this.#revisions.get(tree);
    return holder === NONE ? [] : tree.children(holder).flatMap((child) => ofTree?.get(child) ?? []);
  }
}

function isLike(one: Revision, other: Revision): boolean {
  return one.kind === other.kind && one.author === other.author;
}

/** True for a run that shows something. */
function isShownRun(tree: Tree, node: NodeId): boolean {
  return tree.name(node) === W.r && !isBlankRun(tree, node);
}

/** Returns the next block if it is a paragraph, otherwise NONE. */
function nextParagraph(tree: Tree, paragraph: NodeId): NodeId {
  let at = tree.nextSibling(paragraph);
  while (at !== NONE && !BLOCKS.has(tree.name(at))) at = tree.nextSibling(at);
  return at !== NONE && tree.name(at) === W.p ? at : NONE;
}

function previousParagraph(tree: Tree, paragraph: NodeId, { passesTables = false } = {}): NodeId {
  const isPassed = (node: NodeId): boolean =>
    !BLOCKS.has(tree.name(node)) || (passesTables && tree.name(node) === W.tbl);
  let at = tree.previousSibling(paragraph);
  while (at !== NONE && isPassed(at)) at = tree.previousSibling(at);
  return at !== NONE && tree.name(at) === W.p ? at : NONE;
}
