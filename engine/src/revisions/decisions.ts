// Groups tracked changes into decisions: what a person accepts or rejects at once.
//
// An insertion (or deletion) is the longest run of neighbouring insertions of one author and date. It includes the
// paragraph marks between them, but never crosses the border of a cell. Whole rows in sequence are one decision. A move
// is both its halves. A property change is that of neighbouring runs with the same change, or of one paragraph, table,
// row, cell or section (docs/design/revisions.md).
// Text that one person inserted and another deleted is in two decisions, one of each. The text of a note is in the
// decision of its reference, if both were inserted or deleted at once (EDT-109).

import { NOTE_REFERENCES, NOTE_STORIES } from "../document/grammar.ts";
import type { WordDocument } from "../document/open-document.ts";
import { M, W } from "../document/word-names.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { fateOf } from "./joins.ts";
import { revisionsIn, trackedParts } from "./list-revisions.ts";
import { ancestor, descendants } from "./markup.ts";
import type { Revision } from "./revision.ts";

export type DecisionKind = "insertion" | "deletion" | "move" | "property";

export interface Decision {
  readonly kind: DecisionKind;
  readonly author: string;
  readonly date: string;
  /** In document order within a part. A move has those of both halves, and those of a joined note come last. */
  readonly revisions: readonly Revision[];
}

/**
 * Returns every decision of a document, in the order of its first change, part by part. Twins in fallbacks belong to no
 * decision.
 */
export function listDecisions(document: WordDocument): Decision[] {
  return joinNotes(trackedParts(document).flatMap((part) => decisionsIn(document.package.tree(part), part)));
}

function decisionsIn(tree: Tree, part: string): ChangeBuilder[] {
  const revisions = revisionsIn(tree, part).filter(({ isTwin }) => !isTwin);
  if (revisions.length === 0) return [];
  const grouping = new Grouping(tree, new Map(revisions.map((revision) => [revision.node, revision])));
  return joinMoves(grouping.walk());
}

interface Group {
  readonly kind: Revision["kind"];
  readonly author: string;
  readonly date: string;
  readonly revisions: Revision[];
  /** For a move the name of its range, for properties of runs `run`, for other properties their element. */
  readonly subject: string;
  /** Property changes of runs: the serialized properties of the first change. Set at the first comparison. */
  change?: string;
}

/** Elements that separate the changes before and after them, because they show something or are part of a field. */
// policy: an optional hyphen is left out, because it shows only at the end of a line
const VISIBLE: ReadonlySet<NameId> = new Set([
  W.t,
  W.delText,
  W.tab,
  W.br,
  W.cr,
  W.sym,
  W.drawing,
  W.pict,
  W.object,
  W.fldChar,
  W.instrText,
  W.footnoteReference,
  W.endnoteReference,
  W.noBreakHyphen,
  M.t,
]);

/** Marks and codes of fields. A formatting change continues over them, as it does over the borders of a link element. */
const FIELD_MARKS: ReadonlySet<NameId> = new Set([W.fldChar, W.instrText]);

/** Cells, notes and comments. No change crosses their borders, except those of cells in a row tracked as a whole. */
const APART = new NameSet([W.tc, ...NOTE_STORIES]);

/** The range of one half of a move. */
interface MoveRange {
  readonly kind: "moveFrom" | "moveTo";
  readonly id: string;
  readonly author: string;
  readonly name: string;
  readonly isClosed?: true;
}

const RANGE_STARTS: ReadonlyMap<NameId, MoveRange["kind"]> = new Map([
  [W.moveFromRangeStart, "moveFrom"],
  [W.moveToRangeStart, "moveTo"],
]);
const RANGE_ENDS: ReadonlyMap<NameId, MoveRange["kind"]> = new Map([
  [W.moveFromRangeEnd, "moveFrom"],
  [W.moveToRangeEnd, "moveTo"],
]);

/** Walks a part in document order and keeps, for each kind of change, the group that is still growing. */
class Grouping {
  readonly #tree: Tree;
  readonly #revisionAt: ReadonlyMap<NodeId, Revision>;
  readonly #groups: Group[] = [];
  readonly #growing = new Map<Revision["kind"], Group>();
  /** Maps a change to its group. A group may be as long as the document, so it is not searched. */
  readonly #groupOf = new Map<Revision, Group>();
  /** The changes around the current position, outermost first. */
  readonly #around: Revision[] = [];
  /** The ranges of moves that began; open ranges come last. In a redline of several revisions, ranges may be nested. */
  #ranges: readonly MoveRange[] = [];

  constructor(tree: Tree, revisionAt: ReadonlyMap<NodeId, Revision>) {
    this.#tree = tree;
    this.#revisionAt = revisionAt;
  }

  walk(): Group[] {
    this.#visitChildren(this.#tree.root);
    return this.#groups;
  }

  #visitChildren(node: NodeId): void {
    for (let child = this.#tree.firstChild(node); child !== NONE; child = this.#tree.nextSibling(child)) {
      if (this.#tree.isElement(child)) this.#visit(child);
    }
  }

  #visit(node: NodeId): void {
    const name = this.#tree.name(node);
    const revision = this.#revisionAt.get(node);
    if (revision !== undefined) this.#visitRevision(revision);
    else if (name === W.p) this.#visitParagraph(node);
    else if (name === W.tr) this.#visitRow(node);
    else if (APART.has(name)) this.#visitApart(node);
    else if (RANGE_STARTS.has(name)) this.#openRange(node, RANGE_STARTS.get(name)!);
    else if (RANGE_ENDS.has(name)) this.#closeRange(node, RANGE_ENDS.get(name)!);
    else {
      if (VISIBLE.has(name)) this.#keepApart({ shown: node });
      this.#visitChildren(node);
    }
  }

  #openRange(start: NodeId, kind: MoveRange["kind"]): void {
    const attribute = (name: NameId): string => this.#tree.attribute(start, name) ?? "";
    const range = { kind, id: attribute(W.id), author: attribute(W.author), name: attribute(W.name) };
    this.#ranges = [...this.#ranges, range];
  }

  /**
   * The mark of the last paragraph of a range comes after the end of the range. So an ended range stays known until
   * another one ends.
   */
  #closeRange(end: NodeId, kind: MoveRange["kind"]): void {
    const id = this.#tree.attribute(end, W.id);
    const closed = this.#ranges.find((range) => range.kind === kind && range.id === id);
    if (closed === undefined) return;
    const open = this.#ranges.filter((range) => range !== closed && range.isClosed !== true);
    this.#ranges = [{ ...closed, isClosed: true }, ...open];
  }

  /**
   * Returns the name of the innermost range of the same half and author around a moved revision. Without such a range,
   * returns the name of the innermost range; without any range, an empty string.
   */
  #moveOf({ kind, author }: Revision): string {
    const isIn = (range: MoveRange): boolean => range.kind === kind && range.author === author;
    return (this.#ranges.findLast(isIn) ?? this.#ranges.at(-1))?.name ?? "";
  }

  #visitRevision(revision: Revision): void {
    this.#extend(revision);
    if (revision.place !== "content") {
      if (revision.place !== "property") this.#visitChildren(revision.node);
      return;
    }
    this.#around.push(revision);
    this.#visitChildren(revision.node);
    this.#around.pop();
  }

  /** The mark of a paragraph is in the properties at its beginning, but takes effect after its content. */
  #visitParagraph(paragraph: NodeId): void {
    const properties = this.#tree.child(paragraph, W.pPr);
    const marks: Revision[] = [];
    if (properties !== NONE) this.#visitProperties(properties, marks);
    for (const child of this.#tree.children(paragraph)) {
      if (this.#tree.isElement(child) && child !== properties) this.#visit(child);
    }
    const dates = marks.length === 0 || this.#canGoAlone(paragraph) ? "own date" : "any date";
    for (const mark of marks) this.#extend(mark, dates);
    this.#keepApart({ marks });
  }

  /**
   * True if a paragraph follows. At the end of a cell or story, or before a table, a mark can be removed only together
   * with the text before it (REV-9).
   */
  #canGoAlone(paragraph: NodeId): boolean {
    return fateOf(this.#tree, paragraph, { isEmpty: false, isGone: () => false }).kind !== "stays";
  }

  #visitProperties(properties: NodeId, marks: Revision[]): void {
    for (const child of this.#tree.children(properties)) {
      const revision = this.#revisionAt.get(child);
      if (revision?.place === "mark") marks.push(revision);
      else if (revision !== undefined) this.#extend(revision);
      else this.#visitProperties(child, marks);
    }
  }

  #visitRow(row: NodeId): void {
    const properties = this.#tree.child(row, W.trPr);
    const marks =
      properties === NONE ? [] : this.#tree.children(properties).flatMap((child) => this.#revisionAt.get(child) ?? []);
    const rowMarks = marks.filter(({ place }) => place === "row");
    if (rowMarks.length === 0) this.#growing.clear();
    for (const mark of marks) this.#extend(mark);
    for (const cell of this.#tree.children(row)) if (cell !== properties) this.#visitInRow(cell, rowMarks);
    if (rowMarks.length === 0) this.#growing.clear();
  }

  /** In a row that is tracked as a whole, the borders of its cells do not separate changes. */
  #visitInRow(node: NodeId, rowMarks: readonly Revision[]): void {
    if (!this.#tree.isElement(node)) return;
    if (rowMarks.length === 0 || this.#tree.name(node) !== W.tc) this.#visit(node);
    else this.#visitChildren(node);
  }

  #visitApart(node: NodeId): void {
    this.#growing.clear();
    this.#visitChildren(node);
    this.#growing.clear();
  }

  #extend(revision: Revision, dates: "own date" | "any date" = "own date"): void {
    const subject = this.#subjectOf(revision);
    const growing = this.#growing.get(revision.kind);
    const isDate = dates === "any date" || growing?.date === revision.date;
    const isSame = growing?.author === revision.author && isDate && growing.subject === subject;
    if (growing !== undefined && isSame && this.#isSameChange(growing, revision)) {
      growing.revisions.push(revision);
      this.#groupOf.set(revision, growing);
      return;
    }
    const { kind, author, date } = revision;
    const group: Group = { kind, author, date, revisions: [revision], subject };
    this.#groups.push(group);
    this.#growing.set(kind, group);
    this.#groupOf.set(revision, group);
  }

  /**
   * Changes of one group have the same subject: the name of a move's range, or `run` for properties of runs. Other
   * property changes have a subject of their own; insertions and deletions have an empty one.
   */
  #subjectOf(revision: Revision): string {
    if (revision.kind === "moveFrom" || revision.kind === "moveTo") return this.#moveOf(revision);
    if (revision.kind !== "property") return "";
    return this.#tree.name(revision.node) === W.rPrChange ? "run" : `node ${revision.node}`;
  }

  /**
   * True if a property change equals the first of the group, and for every other kind. Only neighbours are compared.
   */
  #isSameChange(group: Group, { kind, node }: Revision): boolean {
    if (kind !== "property") return true;
    group.change ??= serialize(this.#tree, this.#tree.parent(group.revisions[0]!.node));
    return serialize(this.#tree, this.#tree.parent(node)) === group.change;
  }

  /** Ends the groups that do not contain the current position, where something shows or a paragraph ends. */
  #keepApart({ shown = NONE, marks = [] }: { readonly shown?: NodeId; readonly marks?: readonly Revision[] }): void {
    const here = new Set([...this.#around, ...marks].map((revision) => this.#groupOf.get(revision)));
    for (const [kind, group] of this.#growing) {
      const isPart = kind === "property" ? this.#isOfRun(group.revisions.at(-1)!, shown) : here.has(group);
      if (!isPart) this.#growing.delete(kind);
    }
  }

  /** True if the shown element is in the run whose properties changed, or is a mark or code of a field. */
  #isOfRun({ node }: Revision, shown: NodeId): boolean {
    if (shown === NONE) return false;
    if (FIELD_MARKS.has(this.#tree.name(shown))) return true;
    return this.#tree.parent(shown) === this.#tree.parent(this.#tree.parent(node));
  }
}

/** Returns properties as text, equal for equal ones: names and values with the old values, without author and date. */
function serialize(tree: Tree, node: NodeId): string {
  const attributes = tree.attributes(node).map(({ name, value }) => `${name}=${value}`);
  const children = tree.children(node).filter((child) => tree.isElement(child) && tree.name(child) !== W.rPrChange);
  const old = tree.child(node, W.rPrChange);
  const before =
    old === NONE
      ? ""
      : `<-${tree
          .children(old)
          .map((child) => serialize(tree, child))
          .join("")}`;
  return `(${tree.name(node)} ${attributes.join(" ")}${children.map((child) => serialize(tree, child)).join("")}${before})`;
}

/** True if a decision is a move with both halves. */
export function isWholeMove({ kind, revisions }: Decision): boolean {
  const has = (half: "moveFrom" | "moveTo"): boolean => revisions.some((revision) => revision.kind === half);
  return kind === "move" && has("moveFrom") && has("moveTo");
}

interface ChangeBuilder extends Decision {
  readonly revisions: Revision[];
}

/** Both halves of a move are one decision. The name of their ranges connects them. */
function joinMoves(groups: readonly Group[]): ChangeBuilder[] {
  const decisions: ChangeBuilder[] = [];
  const moves = new Map<string, Revision[]>();
  for (const { kind, author, date, revisions, subject } of groups) {
    const isMove = kind === "moveFrom" || kind === "moveTo";
    const known = isMove && subject !== "" ? moves.get(subject) : undefined;
    if (known !== undefined) {
      known.push(...revisions);
      continue;
    }
    const decision = { kind: isMove ? ("move" as const) : kind, author, date, revisions: [...revisions] };
    if (isMove && subject !== "") moves.set(subject, decision.revisions);
    decisions.push(decision);
  }
  return decisions;
}

/** Adds the text of a note to the decision of its reference, if kind, author and date are equal. */
function joinNotes(decisions: ChangeBuilder[]): ChangeBuilder[] {
  const texts = decisions.filter((decision) => noteOf(decision) !== undefined);
  if (texts.length === 0) return decisions;
  const referring = new Map<string, ChangeBuilder>();
  for (const decision of decisions) {
    for (const note of notesReferredBy(decision)) referring.set(`${keyOf(decision)} ${note}`, decision);
  }
  const joined = new Set(
    texts.filter((text) => {
      const reference = referring.get(`${keyOf(text)} ${noteOf(text)}`);
      reference?.revisions.push(...text.revisions);
      return reference !== undefined;
    }),
  );
  return decisions.filter((decision) => !joined.has(decision));
}

function keyOf({ kind, author, date }: Decision): string {
  return JSON.stringify([kind, author, date]);
}

/** Returns the kind and id of the note that contains an insertion or deletion. Undefined for all other decisions. */
function noteOf({ kind, revisions }: Decision): string | undefined {
  const [first] = revisions;
  if (first === undefined || (kind !== "insertion" && kind !== "deletion")) return undefined;
  const { tree, node } = first;
  for (const name of NOTE_REFERENCES.values()) {
    const note = tree.mayHave(name) ? ancestor(tree, node, name) : NONE;
    if (note !== NONE) return `${name} ${tree.attribute(note, W.id)}`;
  }
  return undefined;
}

function notesReferredBy({ revisions }: Decision): string[] {
  return revisions.flatMap(({ tree, node, place }) => {
    const isPossible = place === "content" && [...NOTE_REFERENCES.keys()].some((name) => tree.mayHave(name));
    if (!isPossible) return [];
    return descendants(tree, node).flatMap((one) => {
      const note = NOTE_REFERENCES.get(tree.name(one));
      return note === undefined ? [] : [`${note} ${tree.attribute(one, W.id)}`];
    });
  });
}
