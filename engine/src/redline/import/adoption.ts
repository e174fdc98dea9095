// Makes content that was copied from the before document at home in the redline.
//
// A redline starts as the after document. What was deleted is put in as grafts of the before document's trees, and
// such a graft speaks of things by the names they had there: relationships, styles, lists, notes. Adoption sees that
// each exists in the result and writes its name there into the graft. What may exist once is given a fresh number or
// left out; marks whose other half stays behind are left out. Nothing of the after document is changed: what it lacks
// is added.

import type { StyleKind } from "../../document/formatting/styles.ts";
import { type HeaderFooterKind, makePart } from "../../document/made-parts.ts";
import type { NoteKind } from "../../document/marks/notes.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { ensure, type Notice } from "../../failures/failure.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { ListAndLevel } from "../content/items.ts";
import { AdoptedLists } from "./adopted-lists.ts";
import { type AdoptedNote, AdoptedNotes } from "./adopted-notes.ts";
import { AdoptedParts } from "./adopted-parts.ts";
import { AdoptedStyles } from "./adopted-styles.ts";
import { type Concern, findConcerns, Roles } from "./concerns.ts";
import type { ObjectIds } from "./object-ids.ts";
import type { AdoptionSources, GraftPlace } from "./sources.ts";

export type { AdoptedNote } from "./adopted-notes.ts";
export type { AdoptionSources, GraftPlace } from "./sources.ts";

export class Adoption {
  readonly #result: WordDocument;
  readonly #roles: Roles;
  readonly #parts: AdoptedParts;
  readonly #styles: AdoptedStyles;
  readonly #lists: AdoptedLists;
  readonly #notes: AdoptedNotes;
  readonly #objects: ObjectIds;

  constructor(sources: AdoptionSources) {
    const { before, result } = sources;
    ensure(before.package.names === result.package.names, "documents that exchange content share their names");
    const adopt = (node: NodeId, place: GraftPlace): boolean => this.adopt(node, place);
    this.#result = result;
    this.#roles = new Roles(result.package.names);
    this.#parts = new AdoptedParts(sources, adopt);
    this.#styles = new AdoptedStyles(sources, adopt);
    this.#lists = new AdoptedLists(sources, { adopt, styles: this.#styles, parts: this.#parts });
    this.#notes = new AdoptedNotes(sources, adopt);
    this.#objects = sources.ids.objects;
  }

  /** Copies of notes made so far. Their content is adopted, not marked. */
  get notes(): readonly AdoptedNote[] {
    return this.#notes.copies;
  }

  /** One for each part of before that could not be copied: it is missing, or does not unpack. */
  get notices(): readonly Notice[] {
    return this.#parts.notices;
  }

  /** Tells which lists of before are which of the result, by numId. To be called before the first graft comes. */
  preferLists(pairs: ReadonlyMap<string, string>): void {
    this.#lists.prefer(pairs);
  }

  /** Whether a list and level of before are those of the result, by numId; undefined where nothing is said. */
  isSameList(before: ListAndLevel | undefined, result: ListAndLevel | undefined): boolean {
    if (before === undefined || result === undefined) return before === result;
    return before.level === result.level && this.#lists.find(before.list) === this.#lists.meantBy(result.list);
  }

  /**
   * Makes a graft fit: a node of the tree of `into`, detached or not, that was copied from the part `from` of before.
   * False when the node itself is one that does not come along: if it stood somewhere it has been taken out, and if it
   * did not it is not to be put anywhere.
   */
  adopt(node: NodeId, place: GraftPlace): boolean {
    const dropped: NodeId[] = [];
    const settled: Settled = { noteIds: new Map(), shapes: [] };
    for (const concern of findConcerns(place.tree, node, this.#roles)) {
      const stays =
        this.#settleElement(concern, place, settled) &&
        (!concern.hasAttributes || this.#settleAttributes(concern.node, place));
      if (!stays) dropped.push(concern.node);
    }
    if (settled.shapes.length > 0) this.#objects.nameShapes(place.tree, settled.shapes);
    let isLeft = true;
    for (const gone of dropped) isLeft = drop(place.tree, gone, node) && isLeft;
    return isLeft;
  }

  /** Copies a header or footer of before as a new part related to the main part. Its content is adopted, not marked. */
  adoptHeaderFooter(beforePart: string, kind: HeaderFooterKind): { id: string; part: string } {
    return this.#relate(this.#parts.copyHeaderFooter(beforePart, kind), kind);
  }

  /** A header or footer with one empty paragraph, as a new part related to the main part. */
  emptyHeaderFooter(kind: HeaderFooterKind): { id: string; part: string } {
    return this.#relate(makePart(this.#result, kind, "<w:p/>"), kind);
  }

  #relate(part: string, kind: HeaderFooterKind): { id: string; part: string } {
    return { id: this.#result.package.relate(this.#result.main, kind, part), part };
  }

  /** False for an element that is to go. */
  #settleElement({ node, isTwin }: Concern, place: GraftPlace, settled: Settled): boolean {
    const { tree } = place;
    const role = this.#roles.ofElement(tree.name(node));
    switch (role) {
      case undefined:
        return true;
      case "dropped":
        return false;
      case "drawing":
        this.#objects.numberDrawing(tree, node);
        return true;
      case "shape":
        settled.shapes.push(node);
        return true;
      case "list":
        return setValue(tree, node, (numId) => this.#lists.idFor(numId));
      case "footnote":
      case "endnote":
        return this.#settleReference({ node, isTwin }, { place, kind: role, noteIds: settled.noteIds });
      default:
        return setValue(tree, node, (id) => this.#styles.idFor(STYLE_KINDS[role], id));
    }
  }

  /** A twin in mc:Fallback refers to the same note. A note does not refer to notes. */
  #settleReference(
    { node, isTwin }: Pick<Concern, "node" | "isTwin">,
    { place, kind, noteIds }: ReferencePlace,
  ): boolean {
    const { tree, into } = place;
    const beforeId = tree.attribute(node, W.id) ?? "";
    const key = `${kind} ${beforeId}`;
    const isInNote = NOTE_PARTS.has(tree.name(tree.root));
    const reference = { kind, beforeId, reference: node, referencePart: into };
    const id = (isTwin ? noteIds.get(key) : undefined) ?? (isInNote ? undefined : this.#notes.copy(reference));
    if (id === undefined) return false;
    noteIds.set(key, id);
    tree.setAttribute(node, W.id, id);
    return true;
  }

  /** False for the reference to a header or footer that is not there. */
  #settleAttributes(node: NodeId, place: GraftPlace): boolean {
    const { tree } = place;
    for (const { name, value } of tree.attributes(node)) {
      const role = this.#roles.ofAttribute(name);
      if (role === "dropped") tree.setAttribute(node, name, undefined);
      if (role !== "relationship" || value === "") continue;
      const relationship = this.#parts.relationship(place.from, value);
      const leadsToPart = relationship !== undefined && this.#parts.leadsToPart(relationship);
      if (!leadsToPart && SECTION_REFERENCES.has(tree.name(node))) return false;
      // An empty id leads nowhere on purpose; the old one may lead somewhere in the new part.
      tree.setAttribute(node, name, relationship === undefined ? "" : this.#parts.idFor(relationship, place));
    }
    return true;
  }
}

/** What one graft has come to so far. */
interface Settled {
  /** Of the notes copied for it: ids in the result by kind and id in before. */
  readonly noteIds: Map<string, string>;
  readonly shapes: NodeId[];
}

interface ReferencePlace extends Pick<Settled, "noteIds"> {
  readonly place: GraftPlace;
  readonly kind: NoteKind;
}

const STYLE_KINDS = {
  "paragraph style": "paragraph",
  "character style": "character",
  "table style": "table",
} as const satisfies Record<string, StyleKind>;

const NOTE_PARTS: ReadonlySet<NameId> = new Set([W.footnotes, W.endnotes]);
const SECTION_REFERENCES: ReadonlySet<NameId> = new Set([W.headerReference, W.footerReference]);

function setValue(tree: Tree, node: NodeId, valueFor: (value: string) => string): true {
  const value = tree.attribute(node, W.val);
  const mapped = value === undefined ? undefined : valueFor(value);
  if (mapped !== value) tree.setAttribute(node, W.val, mapped);
  return true;
}

/** Takes an element out, and the run it stood in if nothing is left there; false when that was all there is. */
function drop(tree: Tree, node: NodeId, top: NodeId): boolean {
  const run = tree.parent(node);
  if (node !== top) {
    tree.remove(node);
    if (tree.name(run) !== W.r || !isEmpty(tree, run)) return true;
    if (run !== top) {
      tree.remove(run);
      return true;
    }
  }
  if (tree.parent(top) !== NONE) tree.remove(top);
  return false;
}

function isEmpty(tree: Tree, run: NodeId): boolean {
  return tree.children(run).every((child) => !tree.isElement(child) || tree.name(child) === W.rPr);
}
