// Finds everything in a part that a print copy must show as changed, before it is rewritten.
//
// The walk reads both branches of alternate content, because LibreOffice may read the one that we do not. The innermost
// of nested changes counts. An inserted or deleted row or cell gives its change to all text in it without a change of
// its own. A note reference does the same for the whole note (PRN-7).

import {
  BRANCHES,
  CELL_CHANGES,
  CHARACTERS,
  CONTROL_RANGES,
  DRAWINGS,
  EQUATIONS,
  MOVE_RANGES,
  NOTE_REFERENCES,
  OBJECTS,
  PROPERTIES,
  RECORDS,
  TABLE_PARTS,
  TEXTS,
  TRACKED_CHANGES,
  type TrackedChange,
} from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { descendants } from "../../revisions/markup.ts";
import { boxesOf, type PrintedChange, type PrintedPart } from "./sentinels.ts";

/** A changed element and its position. */
export interface ChangedNode {
  readonly node: NodeId;
  readonly change: PrintedChange;
  readonly place: PrintedPart;
}

export interface PrintedParagraph {
  readonly node: NodeId;
  readonly place: PrintedPart;
  /** The runs that show something, with the change of each. */
  readonly runs: { readonly node: NodeId; readonly change: PrintedChange | undefined }[];
  /** The change of its mark. */
  mark: PrintedChange | undefined;
  /** True if a change touches the paragraph in any way. */
  isChanged: boolean;
  /** True if the properties of the paragraph, or of a container around it, changed. */
  isReformatted: boolean;
  /** True inside an inserted or deleted row, cell or note. */
  readonly isInMarkedCell: boolean;
}

/** The changed elements of one part. */
export interface PartChanges {
  readonly tree: Tree;
  readonly paragraphs: readonly PrintedParagraph[];
  /** Changed runs, except those of equations. */
  readonly runs: readonly ChangedNode[];
  /** Pictures, embedded objects and equations, which cannot be coloured. */
  readonly objects: readonly ChangedNode[];
  /** Runs whose own properties changed. */
  readonly reformatted: readonly { readonly node: NodeId; readonly place: PrintedPart }[];
  readonly cells: readonly ChangedNode[];
  /** Elements that are replaced by their content. */
  readonly wrappers: readonly NodeId[];
  /** Elements that only record a change. */
  readonly records: readonly NodeId[];
  /** Maps the kind and id of a note to the change of its reference. */
  readonly notes: ReadonlyMap<string, PrintedChange>;
}

/** Returns the changes of a part. `notes` are those that were inserted or deleted as a whole. */
export function readChanges(
  tree: Tree,
  place: PrintedPart,
  notes: ReadonlyMap<string, PrintedChange> = new Map(),
): PartChanges {
  const walk = new ChangeWalk(tree, notes);
  walk.enter(tree.root, { place, change: undefined, cell: undefined, isReformatted: false, paragraph: undefined });
  return walk;
}

function noteKey(kind: "footnote" | "endnote", id: string | undefined): string {
  return `${kind} ${id ?? ""}`;
}

interface Around {
  readonly place: PrintedPart;
  readonly change: PrintedChange | undefined;
  /** The change of the surrounding row, cell or note. */
  readonly cell: PrintedChange | undefined;
  readonly isReformatted: boolean;
  readonly paragraph: PrintedParagraph | undefined;
}

const SHOWN_OBJECTS = new NameSet([...DRAWINGS, ...EQUATIONS]);
// policy: what makes a run one that shows something
const SHOWN = new NameSet([
  ...[...CHARACTERS, ...OBJECTS, ...DRAWINGS, ...BRANCHES, ...NOTE_REFERENCES.keys()],
  ...[W.t, W.delText, W.ruby],
]);
const RANGES = new NameSet([...MOVE_RANGES, ...CONTROL_RANGES]);

class ChangeWalk implements PartChanges {
  readonly tree: Tree;
  readonly paragraphs: PrintedParagraph[] = [];
  readonly runs: ChangedNode[] = [];
  readonly objects: ChangedNode[] = [];
  readonly reformatted: { readonly node: NodeId; readonly place: PrintedPart }[] = [];
  readonly cells: ChangedNode[] = [];
  readonly wrappers: NodeId[] = [];
  readonly records: NodeId[] = [];
  readonly notes = new Map<string, PrintedChange>();
  readonly #whole: ReadonlyMap<string, PrintedChange>;
  /** The number of paragraphs before the present section. */
  #sectionStart = 0;

  constructor(tree: Tree, whole: ReadonlyMap<string, PrintedChange>) {
    this.tree = tree;
    this.#whole = whole;
  }

  enter(node: NodeId, around: Around): void {
    for (const child of this.tree.children(node)) if (this.tree.isElement(child)) this.#visit(child, around);
  }

  #visit(node: NodeId, around: Around): void {
    const name = this.tree.name(node);
    const tracked = TRACKED_CHANGES.get(name);
    if (tracked !== undefined) this.#visitTracked(node, tracked, around);
    else if (RANGES.has(name)) this.records.push(node);
    else if (PROPERTIES.has(name)) this.#visitProperties(node, around);
    else if (name === W.p) this.#visitParagraph(node, around);
    else if (TABLE_PARTS.has(name)) this.#visitTable(node, around);
    else if (name === W.r) this.#visitRun(node, around);
    else if (SHOWN_OBJECTS.has(name)) this.#visitObject(node, around);
    else if (name === W.footnote || name === W.endnote) this.#visitNote(node, around);
    else if (name === W.txbxContent)
      this.enter(node, { ...around, place: boxesOf(around.place), paragraph: undefined });
    else this.enter(node, around);
  }

  #visitTracked(node: NodeId, kind: TrackedChange, around: Around): void {
    const change = this.#changeBy(node, kind);
    this.wrappers.push(node);
    if (around.paragraph !== undefined) around.paragraph.isChanged = true;
    this.enter(node, { ...around, change });
  }

  #changeBy(node: NodeId, kind: TrackedChange): PrintedChange {
    return { kind, author: this.tree.attribute(node, W.author) ?? "" };
  }

  /** Reads the properties of a section at the end of the body, of a content control or of an equation. */
  #visitProperties(node: NodeId, around: Around): void {
    const records = this.#recordsIn(node);
    const wrappers = descendants(this.tree, node).filter((one) => TRACKED_CHANGES.has(this.tree.name(one)));
    this.wrappers.push(...wrappers);
    if (records.length + wrappers.length === 0) return;
    const last = this.tree.name(node) === W.sectPr ? this.#lastOfSection(around.place) : this.paragraphs.at(-1);
    markReformatted(around.paragraph ?? last);
  }

  /**
   * Returns the last paragraph of a section that shows something. The last one of all is often the empty one that
   * breaks the section (PRN-14).
   */
  #lastOfSection({ story }: PrintedPart): PrintedParagraph | undefined {
    const own = this.paragraphs.slice(this.#sectionStart).filter(({ place }) => place.story === story);
    return own.findLast(({ runs }) => runs.length > 0) ?? own.at(-1);
  }

  #visitParagraph(node: NodeId, around: Around): void {
    const properties = this.tree.child(node, W.pPr);
    const marks = properties === NONE ? NONE : this.tree.child(properties, W.rPr);
    const records = properties === NONE ? [] : this.#recordsIn(properties);
    const isOfSection = (record: NodeId): boolean => this.tree.name(record) === W.sectPrChange;
    const isReformatted = around.isReformatted || records.some((record) => !isOfSection(record));
    const mark = marks === NONE ? around.change : (this.#markIn(marks) ?? around.change);
    const paragraph: PrintedParagraph = {
      ...{ node, place: around.place, runs: [], mark, isReformatted },
      isChanged: isReformatted || mark !== undefined || around.cell !== undefined,
      isInMarkedCell: around.cell !== undefined,
    };
    this.paragraphs.push(paragraph);
    const inside = { ...around, paragraph, isReformatted: false };
    for (const child of this.tree.children(node)) if (child !== properties) this.#visitChild(child, inside);
    if (records.some(isOfSection)) markReformatted(this.#lastOfSection(around.place));
    if (properties !== NONE && this.tree.child(properties, W.sectPr) !== NONE)
      this.#sectionStart = this.paragraphs.length;
  }

  #visitChild(node: NodeId, around: Around): void {
    if (this.tree.isElement(node)) this.#visit(node, around);
  }

  /** Returns the change of a paragraph mark. A mark that was inserted and deleted again counts as deleted. */
  #markIn(properties: NodeId): PrintedChange | undefined {
    let found: PrintedChange | undefined;
    for (const child of this.tree.children(properties)) {
      const kind = TRACKED_CHANGES.get(this.tree.name(child));
      if (kind === undefined) continue;
      this.records.push(child);
      if (found?.kind !== "deletion") found = this.#changeBy(child, kind);
    }
    return found;
  }

  #visitTable(node: NodeId, around: Around): void {
    let { cell, isReformatted } = around;
    for (const properties of this.tree.children(node)) {
      if (!PROPERTIES.has(this.tree.name(properties))) continue;
      if (this.#recordsIn(properties).length > 0) isReformatted = true;
      for (const child of this.tree.children(properties)) {
        const kind = TRACKED_CHANGES.get(this.tree.name(child)) ?? CELL_CHANGES.get(this.tree.name(child));
        if (kind === undefined) continue;
        this.records.push(child);
        cell = this.#changeBy(child, kind);
      }
    }
    if (this.tree.name(node) === W.tc && cell !== undefined)
      this.cells.push({ node, change: cell, place: around.place });
    const inside: Around = { ...around, cell, isReformatted, paragraph: undefined };
    for (const child of this.tree.children(node))
      if (!PROPERTIES.has(this.tree.name(child))) this.#visitChild(child, inside);
  }

  #visitRun(node: NodeId, around: Around): void {
    const { place, paragraph } = around;
    const properties = this.tree.child(node, W.rPr);
    if (properties !== NONE && this.#recordsIn(properties).length > 0) {
      this.reformatted.push({ node, place });
      if (paragraph !== undefined) paragraph.isChanged = true;
    }
    const change = around.change ?? around.cell;
    if (change !== undefined) this.runs.push({ node, change, place });
    const children = this.tree.children(node);
    if (children.some((child) => SHOWN.has(this.tree.name(child)))) paragraph?.runs.push({ node, change });
    if (change !== undefined) this.#noteReferences(children, change);
    for (const child of children) {
      if (child !== properties && !TEXTS.has(this.tree.name(child))) this.#visitChild(child, around);
    }
  }

  #noteReferences(children: readonly NodeId[], change: PrintedChange): void {
    for (const child of children) {
      const kind = NOTE_KINDS.get(NOTE_REFERENCES.get(this.tree.name(child)) ?? W.p);
      if (kind !== undefined) this.notes.set(noteKey(kind, this.tree.attribute(child, W.id)), change);
    }
  }

  #visitObject(node: NodeId, around: Around): void {
    const change = around.change ?? around.cell;
    const { place } = around;
    if (change !== undefined) this.objects.push({ node, change, place });
    if (EQUATIONS.has(this.tree.name(node))) around.paragraph?.runs.push({ node, change });
    this.enter(node, around);
  }

  #visitNote(node: NodeId, around: Around): void {
    const kind = NOTE_KINDS.get(this.tree.name(node))!;
    const change = this.#whole.get(noteKey(kind, this.tree.attribute(node, W.id)));
    this.enter(node, { ...around, cell: change });
  }

  /** Returns the records of old properties inside some properties, at any depth. */
  #recordsIn(properties: NodeId): NodeId[] {
    const found: NodeId[] = [];
    const open = [...this.tree.children(properties)];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const name = this.tree.name(node);
      const isOfList = TRACKED_CHANGES.has(name) && this.tree.name(this.tree.parent(node)) === W.numPr;
      if (RECORDS.has(name) || name === W.cellMerge || isOfList) found.push(node);
      else open.push(...this.tree.children(node));
    }
    this.records.push(...found);
    return found;
  }
}

function markReformatted(paragraph: PrintedParagraph | undefined): void {
  if (paragraph === undefined) return;
  paragraph.isChanged = true;
  paragraph.isReformatted = true;
}

const NOTE_KINDS = new Map([
  [W.footnote, "footnote" as const],
  [W.endnote, "endnote" as const],
]);
