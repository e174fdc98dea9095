// Makes content that was copied from a source fit into the result (an import).
//
// The result starts as a copy of the carrier. Copied content refers to relationships, styles, lists and notes by the
// names of its source. The import makes sure that each exists in the result and writes its name there into the copy.
// Ids that may occur only once get a new number or are removed. Range markers are removed, such as bookmarks.
// Content of the result never changes; the import only adds what is missing. In this folder, `before` is the
// source.

import type { StyleKind } from "../../document/formatting/styles.ts";
import { type HeaderFooterKind, makePart } from "../../document/made-parts.ts";
import type { NoteKind } from "../../document/marks/notes.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { ensure, type Notice } from "../../failures/failure.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { paragraphProperties } from "../../revisions/write/mark-structure.ts";
import type { ListAndLevel } from "../content/items.ts";
import { AdoptedLabels } from "./adopted-labels.ts";
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
  readonly #labels: AdoptedLabels;
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
    this.#labels = new AdoptedLabels(sources, { styles: this.#styles, lists: this.#lists });
    this.#notes = new AdoptedNotes(sources, adopt);
    this.#objects = sources.ids.objects;
  }

  /** The copies of notes made so far. Their content is imported, but no tracked change marks it (see `adoptMarked`). */
  get notes(): readonly AdoptedNote[] {
    return this.#notes.copies;
  }

  /** One notice for each part of the source that could not be copied, because it is missing or cannot be unpacked. */
  get notices(): readonly Notice[] {
    return this.#parts.notices;
  }

  /** Sets the pairs of lists, numId in the source to numId in the result. Call it before the first import. */
  preferLists(pairs: ReadonlyMap<string, string>): void {
    this.#lists.prefer(pairs);
  }

  /** True if a list and level of the source are those of the result. Undefined means that the properties name no list. */
  isSameList(before: ListAndLevel | undefined, result: ListAndLevel | undefined): boolean {
    if (before === undefined || result === undefined) return before === result;
    return before.level === result.level && this.#lists.find(before.list) === this.#lists.meantBy(result.list);
  }

  /**
   * Makes a copy fit: a node in the tree of `into`, attached or not, that was copied from the part `from`. Returns
   * false if the node itself must be dropped; an attached node is then removed, and a detached one must not be
   * inserted.
   */
  adopt(node: NodeId, place: GraftPlace): boolean {
    this.#nameStyles(node, place);
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

  /**
   * Copies a header or footer of the source as a new part related to the main part. Its content is imported but not
   * marked.
   */
  adoptHeaderFooter(beforePart: string, kind: HeaderFooterKind): { id: string; part: string } {
    return this.#relate(this.#parts.copyHeaderFooter(beforePart, kind), kind);
  }

  /** Adds a header or footer with one empty paragraph, as a new part related to the main part. */
  emptyHeaderFooter(kind: HeaderFooterKind): { id: string; part: string } {
    return this.#relate(makePart(this.#result, kind, "<w:p/>"), kind);
  }

  #relate(part: string, kind: HeaderFooterKind): { id: string; part: string } {
    return { id: this.#result.package.relate(this.#result.main, kind, part), part };
  }

  /** Names the default style of the source in copied paragraphs and paragraph properties without a style (FMT-56). */
  #nameStyles(node: NodeId, { tree }: GraftPlace): void {
    const style = tree.isElement(node) ? this.#styles.unnamedStyle : undefined;
    if (style === undefined) return;
    const isAlone = tree.name(node) === W.pPr;
    for (const owner of isAlone ? [node] : paragraphsIn(tree, node)) {
      const properties = isAlone ? owner : paragraphProperties(tree, owner);
      if (tree.child(properties, W.pStyle) !== NONE) continue;
      const named = tree.element(W.pStyle);
      tree.setAttribute(named, W.val, style);
      tree.insertBefore(properties, named, tree.firstChild(properties));
    }
  }

  /** Returns false for an element that must be removed. */
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
      case "paragraph style":
        return this.#settleParagraphStyle(tree, node);
      case "footnote":
      case "endnote":
        return this.#settleReference({ node, isTwin }, { place, kind: role, noteIds: settled.noteIds });
      default:
        return setValue(tree, node, (id) => this.#styles.idFor(STYLE_KINDS[role], id));
    }
  }

  /** Maps the style of a paragraph, and keeps the label that the style gives. Returns false if the style is dropped. */
  #settleParagraphStyle(tree: Tree, node: NodeId): boolean {
    const before = tree.attribute(node, W.val);
    const stays = setValue(tree, node, (id) => this.#styles.idFor("paragraph", id));
    const result = stays ? tree.attribute(node, W.val) : undefined;
    this.#labels.settle(tree, tree.parent(node), { before, result });
    return stays;
  }

  /**
   * Gives a reference its note. One in mc:Fallback gets the same note as the one in mc:Choice. Returns false for a
   * reference inside a note, because a note cannot contain notes, and for one to a missing note.
   */
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

  /** Returns false for a reference to a header or footer that does not exist. */
  #settleAttributes(node: NodeId, place: GraftPlace): boolean {
    const { tree } = place;
    for (const { name, value } of tree.attributes(node)) {
      const role = this.#roles.ofAttribute(name);
      if (role === "dropped") tree.setAttribute(node, name, undefined);
      if (role !== "relationship" || value === "") continue;
      const relationship = this.#parts.relationship(place.from, value);
      const leadsToPart = relationship !== undefined && this.#parts.leadsToPart(relationship);
      if (!leadsToPart && SECTION_REFERENCES.has(tree.name(node))) return false;
      // The old id could lead to another target in the new part, so a missing relationship becomes an empty id.
      tree.setAttribute(node, name, relationship === undefined ? "" : this.#parts.idFor(relationship, place));
    }
    return true;
  }
}

/** The state of the import of one copy. */
interface Settled {
  /** Maps kind and source id of a note to the id of its copy. */
  readonly noteIds: Map<string, string>;
  readonly shapes: NodeId[];
}

interface ReferencePlace extends Pick<Settled, "noteIds"> {
  readonly place: GraftPlace;
  readonly kind: NoteKind;
}

const STYLE_KINDS = {
  "character style": "character",
  "table style": "table",
} as const satisfies Record<string, StyleKind>;

const NOTE_PARTS: ReadonlySet<NameId> = new Set([W.footnotes, W.endnotes]);
const SECTION_REFERENCES: ReadonlySet<NameId> = new Set([W.headerReference, W.footerReference]);

/** Returns a paragraph itself, or the paragraphs in other content. */
function paragraphsIn(tree: Tree, node: NodeId): NodeId[] {
  if (!tree.isElement(node)) return [];
  const inner = tree.children(node).flatMap((child) => paragraphsIn(tree, child));
  return tree.name(node) === W.p ? [node, ...inner] : inner;
}

/** Maps the value of an element. Returns false if the element must be removed, because its value maps to nothing. */
function setValue(tree: Tree, node: NodeId, valueFor: (value: string) => string | undefined): boolean {
  const value = tree.attribute(node, W.val);
  if (value === undefined) return true;
  const mapped = valueFor(value);
  if (mapped !== undefined && mapped !== value) tree.setAttribute(node, W.val, mapped);
  return mapped !== undefined;
}

/** Removes an element, and its run if that becomes empty. Returns false if this removes the whole copy. */
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
