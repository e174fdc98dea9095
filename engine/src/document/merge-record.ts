// Reads and writes the record of a merge: revisions, labels of tracked changes, conflicts.
//
// The author of a tracked change is one string, and names may contain commas. The string alone therefore does not identify the
// revisions that made a change. The record is a custom XML part of the main part. It contains no text of the document, because
// the text of a decided conflict must not stay in a file that the other party receives. The versions of a conflict are read
// from the marks between its bookmarks.

import { Failure } from "../failures/failure.ts";
import { NO_NAMESPACE } from "../ooxml/xml/names.ts";
import { escapeValue } from "../ooxml/xml/text.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import type { WordDocument } from "./open-document.ts";
import { PROPERTY_OWNERS, type PropertyOwner } from "./recorded-properties.ts";
import { partsOf } from "./text/stories.ts";

const KINDS = ["text", "blocks", "move", "property"] as const;
export type ConflictKind = (typeof KINDS)[number];

export const CONFLICT_SCOPES = ["words", "paragraphs", "rows", "move", "format"] as const;

/**
 * The changes that a conflict decides. `words` are insertions and deletions in the spots. `paragraphs` and `move` are
 * these and paragraph marks, `rows` is everything in the rows of the spots.
 */
export type ConflictScope = (typeof CONFLICT_SCOPES)[number];

const MARKS = ["own", "before", "both", "none"] as const;

const LETTERS = 26;
const CODE_OF_A = 65;

/** Returns the letter of a side by its index: A to Z, then AA, AB and so on. */
export function sideLetter(at: number): string {
  const last = String.fromCharCode(CODE_OF_A + (at % LETTERS));
  return at < LETTERS ? last : sideLetter(Math.floor(at / LETTERS) - 1) + last;
}

/** The paragraph marks that a spot owns: that of its paragraph, the one before (MRG-24), both, or none. */
export type OwnedMark = (typeof MARKS)[number];

/** A value that some revisions want. Revisions are indexes in the record. */
export interface RecordedSide {
  readonly revisions: readonly number[];
  /** The properties that the side wants, as markup. Set for property conflicts with an owner. */
  readonly properties?: string;
  readonly text: string;
}

export interface RecordedConflict {
  readonly id: number;
  readonly kind: ConflictKind;
  /** Undefined in a record of version 1. The kind then determines which changes belong to the conflict. */
  readonly scope?: ConflictScope;
  /** The owner of competing properties. Undefined if the conflict cannot be settled by a choice. */
  readonly owner?: PropertyOwner;
  /** The mark that each spot owns, in the order of the spots. Undefined if every spot owns that of its paragraph. */
  readonly marks?: readonly OwnedMark[];
  /**
   * Competing revisions, set if the marks in the spots do not name all of them. Example: a revision deletes the text around an
   * insertion of another revision.
   */
  readonly revisions?: readonly number[];
  /** Set only for a property conflict: values such as "bold". */
  readonly sides?: readonly RecordedSide[];
}

export interface MergeRecord {
  /** In the order of the request. */
  readonly revisions: readonly { readonly name: string; readonly author: string }[];
  /** One entry per author of tracked changes, with the indexes of the revisions that made them. */
  readonly labels: readonly { readonly author: string; readonly revisions: readonly number[] }[];
  readonly conflicts: readonly RecordedConflict[];
  /** True if the document has version tags (MRG-50). */
  readonly hasTags?: boolean;
}

const NAMESPACE = "urn:versus:merge";

/** Version 2 added the scopes of conflicts. */
const VERSION = 2;

/** Author of the comments that list the versions of a conflict. */
export const CONFLICT_AUTHOR = "Versus";
/**
 * Author of the comments that ask a person to check text. A comment by `CONFLICT_AUTHOR` beside a spot is taken for that of the
 * conflict.
 */
export const CHECK_AUTHOR = "Versus check";

/** Returns the name of the bookmark around one spot of a conflict. The first spot is 1. */
export function conflictBookmark(id: number, spot: number): string {
  return spotName("Conflict", id, spot);
}

/** Returns the name of the bookmark around text with a property conflict. If the text moves, there are two spots. */
export function propertyBookmark(id: number, spot = 1): string {
  return spotName("Property", id, spot);
}

function spotName(kind: "Conflict" | "Property", id: number, spot: number): string {
  return spot === 1 ? `_Vs${kind}_${id}` : `_Vs${kind}_${id}_${spot}`;
}

interface NamedSpot {
  readonly id: number;
  readonly isProperty: boolean;
  /** The number of the spot, from 1. */
  readonly spot: number;
}

/** Returns the conflict of a bookmark by its name; undefined for other bookmarks. */
export function conflictOf(bookmark: string): NamedSpot | undefined {
  const match = /^_Vs(Conflict|Property)_([1-9]\d{0,8})(?:_([1-9]\d{0,8}))?$/.exec(bookmark);
  return match === null
    ? undefined
    : { id: Number(match[2]), isProperty: match[1] === "Property", spot: Number(match[3] ?? 1) };
}

/** Maps the author of a tracked change to the indexes of the revisions that made it. */
export function revisionsByLabel({ labels }: Pick<MergeRecord, "labels">): ReadonlyMap<string, readonly number[]> {
  return new Map(labels.map(({ author, revisions }) => [author, revisions]));
}

/** Writes the record of a merge and replaces an existing record. */
export function writeMergeRecord(document: WordDocument, record: MergeRecord): void {
  const bytes = new TextEncoder().encode(recordXml(record));
  const { package: opened, main } = document;
  const [known] = recordParts(document);
  if (known !== undefined) opened.replaceBytes(known, bytes);
  else opened.relate(main, "customXml", opened.add("customXml/item*.xml", "application/xml", bytes));
}

/** Removes the record of a merge from a document, with the properties part that Word adds to every custom XML part. */
export function dropMergeRecord(document: WordDocument): void {
  const { package: opened } = document;
  for (const part of recordParts(document)) {
    const properties = opened.relationships(part).flatMap(({ part: related }) => related ?? []);
    for (const related of properties) if (opened.has(related)) opened.remove(related);
    opened.remove(part);
  }
}

/** Returns the record of the merge that made a document; undefined if there is no valid record. */
export function readMergeRecord(document: WordDocument): MergeRecord | undefined {
  const [part] = recordParts(document);
  return part === undefined ? undefined : readRecord(document.package.tree(part));
}

function recordParts(document: WordDocument): string[] {
  return partsOf(document, "customXml").filter((part) => isRecord(document, part));
}

/** True if a custom XML part is a merge record. A part that cannot be read belongs to another program and is left unchanged. */
function isRecord({ package: opened }: WordDocument, part: string): boolean {
  try {
    const tree = opened.tree(part);
    return tree.name(tree.root) === opened.names.of(NAMESPACE, "merge");
  } catch (problem) {
    if (problem instanceof Failure) return false;
    throw problem;
  }
}

function recordXml({ revisions, labels, conflicts, hasTags }: MergeRecord): string {
  const lines = [
    ...revisions.map(({ name, author }) => `<revision${attribute("name", name)}${attribute("author", author)}/>`),
    ...labels.map(
      ({ author, revisions: made }) =>
        `<label${attribute("author", author)}${attribute("revisions", made.join(" "))}/>`,
    ),
    ...conflicts.map(conflictXml),
  ];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<merge xmlns="${NAMESPACE}" version="${VERSION}"${hasTags === true ? attribute("tags", "true") : ""}>${lines.join("")}</merge>`;
}

function conflictXml(conflict: RecordedConflict): string {
  const { id, kind, scope, owner, marks, revisions: competing, sides = [] } = conflict;
  const what = scope === undefined ? "" : attribute("scope", scope);
  const owned = marks === undefined ? "" : attribute("marks", marks.join(" "));
  const of = owner === undefined ? "" : attribute("owner", owner);
  const who = competing === undefined ? "" : attribute("revisions", competing.join(" "));
  const start = `<conflict id="${id}" kind="${kind}"${what}${of}${owned}${who}`;
  const inside = sides.map(({ revisions, text, properties }) => {
    const markup = properties === undefined ? "" : attribute("properties", properties);
    return `<side${attribute("revisions", revisions.join(" "))}${attribute("text", text)}${markup}/>`;
  });
  return inside.length === 0 ? `${start}/>` : `${start}>${inside.join("")}</conflict>`;
}

/** Returns an attribute. A character that XML cannot contain becomes U+FFFD; file names may contain such characters. */
function attribute(name: string, value: string): string {
  const written = value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
  return ` ${name}="${escapeValue(written)}"`;
}

function readRecord(tree: Tree): MergeRecord | undefined {
  const reader = new RecordReader(tree);
  const revisions = reader.children(tree.root, "revision").map((node) => {
    return { name: reader.text(node, "name"), author: reader.text(node, "author") };
  });
  const labels = reader.children(tree.root, "label").map((node) => {
    return { author: reader.text(node, "author"), revisions: reader.indexes(node) };
  });
  const conflicts = reader.children(tree.root, "conflict").map((node): RecordedConflict => {
    const sides = reader.children(node, "side").map((side) => {
      const properties = reader.has(side, "properties") ? { properties: reader.text(side, "properties") } : {};
      return { revisions: reader.indexes(side), text: reader.text(side, "text"), ...properties };
    });
    const competing = reader.has(node, "revisions") ? { revisions: reader.indexes(node) } : {};
    const given = sides.length === 0 ? {} : { sides };
    const scope = reader.has(node, "scope") ? { scope: reader.word(node, "scope", CONFLICT_SCOPES) } : {};
    const owner = reader.has(node, "owner") ? { owner: reader.word(node, "owner", PROPERTY_OWNERS) } : {};
    const marks = reader.has(node, "marks") ? { marks: reader.words(node, "marks", MARKS) } : {};
    const kind = reader.word(node, "kind", KINDS);
    return { id: reader.number(node, "id"), kind, ...scope, ...owner, ...marks, ...competing, ...given };
  });
  const named = [...labels, ...conflicts, ...conflicts.flatMap(({ sides = [] }) => sides)];
  const used = named.flatMap(({ revisions: indexes = [] }) => indexes);
  const isSound = revisions.length > 0 && used.every((index) => index < revisions.length);
  const tags = reader.has(tree.root, "tags") && reader.text(tree.root, "tags") === "true" ? { hasTags: true } : {};
  return reader.isSound && isSound ? { revisions, labels, conflicts, ...tags } : undefined;
}

/** Reads elements and attributes of the record. `isSound` becomes false if one of them is invalid. */
class RecordReader {
  readonly #tree: Tree;
  isSound = true;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  children(node: NodeId, local: string): NodeId[] {
    const name = this.#tree.names.of(NAMESPACE, local);
    return this.#tree.children(node).filter((child) => this.#tree.name(child) === name);
  }

  has(node: NodeId, local: string): boolean {
    return this.#tree.attribute(node, this.#tree.names.nameId(NO_NAMESPACE, local)) !== undefined;
  }

  text(node: NodeId, local: string): string {
    const value = this.#tree.attribute(node, this.#tree.names.nameId(NO_NAMESPACE, local));
    if (value === undefined) this.isSound = false;
    return value ?? "";
  }

  number(node: NodeId, local: string): number {
    const value = this.text(node, local);
    if (!/^\d{1,9}$/.test(value)) this.isSound = false;
    return Number(value);
  }

  indexes(node: NodeId): number[] {
    const value = this.text(node, "revisions");
    if (!/^\d{1,9}( \d{1,9})*$/.test(value)) this.isSound = false;
    return value.split(" ").map(Number);
  }

  word<Word extends string>(node: NodeId, local: string, known: readonly Word[]): Word {
    return this.words(node, local, known)[0]!;
  }

  words<Word extends string>(node: NodeId, local: string, known: readonly Word[]): Word[] {
    return this.text(node, local)
      .split(" ")
      .map((word) => {
        const found = known.find((one) => one === word);
        if (found === undefined) this.isSound = false;
        return found ?? known[0]!;
      });
  }
}
