// Opens a Word package whose parts can be read, changed, added, removed and saved.
//
// A part is parsed when its tree is requested, so a part that no relationship leads to is never parsed. Unchanged parts are
// passed through as they are in the archive. A package without changes is saved as the bytes that it was opened from. Content
// types and relationships are parts too and change through their trees.

import { ensure, Failure, type Notice } from "../../failures/failure.ts";
import type { OutputBudget } from "../../failures/output-budget.ts";
import { type ReaderLimits, readerLimits } from "../limits.ts";
import { sameBytes } from "../same-bytes.ts";
import type { Names } from "../xml/names.ts";
import { scanXml } from "../xml/scan/scan.ts";
import { Tree } from "../xml/tree.ts";
import { writeCopied, writeTree } from "../xml/write-tree.ts";
import type { Archive, ArchiveEntry, Codec } from "../zip/archive.ts";
import { isIntact, openArchive, readEntry, unpack } from "../zip/read-archive.ts";
import { Stretches } from "../zip/stretches.ts";
import { type MadeEntry, type OutputEntry, writeArchive } from "../zip/write-archive.ts";
import { ContentTypes } from "./content-types.ts";
import { holdsEncryptedPackage, isOleContainer } from "./ole-container.ts";
import { type Dialect, dialectOf, relationshipType } from "./package-names.ts";
import { CONTENT_TYPES_PART, foldName, freeName, PACKAGE, relationshipsPartOf, targetOf } from "./part-names.ts";
import {
  appendRelationship,
  dropRelationship,
  highestRelationship,
  type Relationship,
  readRelationships,
  renameRelationship,
  retarget,
} from "./relationships.ts";

export interface OpenOptions {
  readonly codec: Codec;
  readonly names: Names;
  readonly limits?: ReaderLimits;
}

/** A part with its content, which is in the archive, in new bytes, or in a tree over one of the two. */
interface PartState {
  readonly name: string;
  readonly entry: ArchiveEntry | undefined;
  readonly bytes: Uint8Array | undefined;
  readonly tree: Tree | undefined;
}

const RELATIONSHIPS_TYPE = "application/vnd.openxmlformats-package.relationships+xml";
const EMPTY_RELATIONSHIPS =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>';

/** Opens a package. Throws a Failure if the bytes are not a package, exceed a limit of the reader, or have no content types. */
export function openPackage(bytes: Uint8Array, options: OpenOptions): Package {
  if (isOleContainer(bytes)) {
    if (holdsEncryptedPackage(bytes)) throw new Failure("ENCRYPTED", "It is an encrypted container");
    throw new Failure("PACKAGE_INVALID", "It is in the older .doc format or another OLE container");
  }
  return packageOf(openArchive(bytes, options.limits ?? readerLimits), options);
}

/** Returns the package in an archive. */
export function packageOf(archive: Archive, options: OpenOptions): Package {
  return new Package(archive, options, indexParts(archive));
}

function indexParts(archive: Archive): Map<string, PartState> {
  const parts = new Map<string, PartState>();
  for (const entry of archive.entries) {
    parts.set(foldName(entry.name), { name: entry.name, entry, bytes: undefined, tree: undefined });
  }
  return parts;
}

interface KnownRelationships {
  readonly tree: Tree;
  /** Value of `tree.changes` when the relationships were read. */
  readonly changes: number;
  readonly all: readonly Relationship[];
}

const XML_PART = /\.(?:xml|rels|vml)$/i;

export class Package {
  readonly #archive: Archive;
  readonly #options: OpenOptions;
  /** Maps a folded name to its part, in the order of the archive. */
  readonly #parts: Map<string, PartState>;
  #isReshaped = false;
  /** Maps a relationships part to the highest number that an id in it has. */
  readonly #lastRelationships = new Map<string, number>();
  #dialect: Dialect | undefined;
  /** Maps a source to its relationships as read last. An entry is valid until its tree changes. */
  readonly #relationships = new Map<string, KnownRelationships>();
  #types: ContentTypes | undefined;

  constructor(archive: Archive, options: OpenOptions, parts: Map<string, PartState>) {
    this.#archive = archive;
    this.#options = options;
    this.#parts = parts;
    this.tree(CONTENT_TYPES_PART);
  }

  get names(): Names {
    return this.#options.names;
  }

  get codec(): Codec {
    return this.#options.codec;
  }

  /** Returns a copy that reads the same and can be changed independently. */
  fork(): Package {
    const parts = [...this.#parts].map(([key, part]) => [key, { ...part, tree: part.tree?.fork() }] as const);
    const fork = new Package(this.#archive, this.#options, new Map(parts));
    fork.#isReshaped = this.#isReshaped;
    return fork;
  }

  /** Names of all parts, in the order of the archive. The archive's entries for folders are left out. */
  get partNames(): string[] {
    return [...this.#parts.values()].map((part) => part.name).filter((name) => !name.endsWith("/"));
  }

  has(name: string): boolean {
    return this.#parts.has(foldName(name));
  }

  contentType(name: string): string | undefined {
    return this.#contentTypes().read(name);
  }

  /** Returns the content of a part as a save would write it now. */
  bytes(name: string): Uint8Array {
    const part = this.#part(name);
    return part.tree?.isChanged ? writeTree(part.tree) : this.#stored(part);
  }

  /** Returns the content of a part without a check of its checksum. For content that is compared or copied, not read. */
  unverifiedBytes(name: string): Uint8Array {
    const part = this.#part(name);
    return this.#isKept(part) ? unpack(part.entry!, this.#options.codec) : this.bytes(name);
  }

  /**
   * True if a part and a part of another package have the same packed bytes. Equal packed bytes prove equal content without
   * unpacking.
   */
  isPackedAlike(name: string, other: Package, otherName: string): boolean {
    const [part, partner] = [this.#part(name), other.#part(otherName)];
    if (!this.#isKept(part) || !other.#isKept(partner)) return false;
    return part.entry!.method === partner.entry!.method && sameBytes(part.entry!.data, partner.entry!.data);
  }

  /** Returns a part as XML. Changes of the tree are changes of the package. */
  tree(name: string): Tree {
    const part = this.#part(name);
    if (part.tree !== undefined) return part.tree;
    const { names, limits = readerLimits } = this.#options;
    const tree = new Tree(
      scanXml(this.#stored(part), { names, limits, part: part.name, mostBytes: mostBytes(part, limits) }),
    );
    this.#parts.set(foldName(name), { ...part, tree });
    return tree;
  }

  /** Returns the relationships of a part, or of the package itself. */
  relationships(source: string): readonly Relationship[] {
    const part = relationshipsPartOf(source);
    if (!this.has(part)) return [];
    const tree = this.tree(part);
    const known = this.#relationships.get(source);
    if (known?.tree === tree && known.changes === tree.changes) return known.all;
    const all = readRelationships(tree, source);
    this.#relationships.set(source, { tree, changes: tree.changes, all });
    return all;
  }

  /** The dialect, according to the type of the relationship that names the main part. */
  get dialect(): Dialect {
    const main = this.relationships(PACKAGE).find(({ kind }) => kind === "officeDocument");
    return dialectOf(main?.type ?? "");
  }

  /** Adds a relationship from `source` to a part. Returns its id, which no other relationship of `source` has. */
  relate(source: string, kind: string, part: string): string {
    ensure(this.has(part), "a relationship leads to a part that is there");
    return this.#relate(source, { kind, target: targetOf(source, part), isExternal: false });
  }

  relateExternal(source: string, kind: string, url: string): string {
    return this.#relate(source, { kind, target: url, isExternal: true });
  }

  unrelate(source: string, id: string): void {
    const part = relationshipsPartOf(source);
    if (this.has(part)) dropRelationship(this.tree(part), id);
  }

  /** Changes the id of a relationship. No other relationship of `source` may have the new id. */
  renameRelationship(source: string, id: string, newId: string): void {
    const part = relationshipsPartOf(source);
    renameRelationship(this.tree(part), id, newId);
    this.#lastRelationships.delete(foldName(part));
  }

  /** Adds a part under the first free name of a pattern such as `word/header*.xml`, and returns the name. */
  add(pattern: string, contentType: string, bytes: Uint8Array): string {
    const name = freeName(pattern, (candidate) => this.has(candidate));
    this.#put({ name, entry: undefined, bytes, tree: undefined });
    this.#contentTypes().write(name, contentType);
    return name;
  }

  /** Adds a copy of a part of `origin` with its relationships, in the same folder. This package must be a fork of `origin`. */
  addCopy(origin: Package, name: string, pattern: string): string {
    const copy = this.add(pattern, origin.contentType(name) ?? "", origin.bytes(name));
    const related = relationshipsPartOf(name);
    if (origin.has(related)) {
      const bytes = origin.bytes(related);
      this.#put({ name: relationshipsPartOf(copy), entry: undefined, bytes, tree: undefined });
      this.#contentTypes().write(relationshipsPartOf(copy), RELATIONSHIPS_TYPE);
    }
    return copy;
  }

  replaceBytes(name: string, bytes: Uint8Array): void {
    this.#put({ name: this.#part(name).name, entry: undefined, bytes, tree: undefined });
  }

  /** Removes a part with its own relationships, its content type, and every relationship that leads to it. */
  remove(name: string): void {
    for (const { source, id } of this.#relationshipsTo(name)) this.unrelate(source, id);
    this.#contentTypes().remove(name);
    this.#drop(name);
    if (this.has(relationshipsPartOf(name))) this.#drop(relationshipsPartOf(name));
  }

  /** Renames a part in its content type and in every relationship from and to it. */
  rename(name: string, newName: string): void {
    ensure(!this.has(newName), "a part gets a name no other has");
    const contentType = this.contentType(name);
    const referrers = this.#relationshipsTo(name);
    const own = this.relationships(name).filter(({ part }) => part !== undefined);
    this.#contentTypes().remove(name);
    this.#move(name, newName);
    if (contentType !== undefined) this.#contentTypes().write(newName, contentType);
    for (const { source, id } of referrers) {
      const renamed = foldName(source) === foldName(name) ? newName : source;
      retarget(this.tree(relationshipsPartOf(renamed)), id, targetOf(renamed, newName));
    }
    for (const { id, part } of own) {
      if (foldName(part!) !== foldName(name))
        retarget(this.tree(relationshipsPartOf(newName)), id, targetOf(newName, part!));
    }
  }

  /** Returns one notice for each part that is passed through although its unpacked bytes do not match its checksum. */
  passedThroughNotices(): Notice[] {
    const passedThrough = [...this.#parts.values()].filter((part) => this.#isKept(part) && part.tree === undefined);
    const broken = passedThrough.filter((part) => !isIntact(part.entry!, this.#options.codec));
    return broken.map((part) => ({ code: "PART_CHECKSUM_WRONG", part: part.name }));
  }

  /** Uncompressed size, in bytes, of the XML in the archive that the package was opened from. */
  get xmlBytes(): number {
    const entries = this.#archive.entries.filter(({ name }) => XML_PART.test(name));
    return entries.reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Returns the package as a file. `level` is the deflate level for changed and added parts. Their XML is counted
   * before it is deflated. Throws a Failure above the limit of `budget`.
   */
  save(level: number, budget?: OutputBudget): Uint8Array {
    return this.#save(level, (part) => ({ kind: "made", name: part.name, bytes: this.bytes(part.name) }), budget);
  }

  /** Saves the package and a fork of it as two files, each with its own budget. Content that both share is deflated once. */
  saveWith(fork: Package, level: number, newBudget: () => OutputBudget): [Uint8Array, Uint8Array] {
    const stretches = new Stretches(this.#options.codec, level);
    const [own, other] = [this, fork].map((one) =>
      one.#save(level, (part) => one.#copied(part), newBudget(), stretches),
    );
    return [own!, other!];
  }

  #save(level: number, make: (part: PartState) => MadeEntry, budget?: OutputBudget, stretches?: Stretches): Uint8Array {
    const parts = [...this.#parts.values()];
    if (!this.#isReshaped && parts.every((part) => this.#isKept(part))) return this.#archive.bytes;
    const entries = parts.map((part): OutputEntry => {
      if (this.#isKept(part)) return { kind: "kept", entry: part.entry! };
      const made = make(part);
      if (XML_PART.test(part.name)) budget?.spend(made.bytes.length);
      return made;
    });
    return writeArchive(entries, this.#options.codec, level, stretches);
  }

  #copied(part: PartState): MadeEntry {
    const written = part.tree?.isChanged ? writeCopied(part.tree) : { bytes: this.#stored(part) };
    return { kind: "made", name: part.name, ...written };
  }

  #isKept(part: PartState): boolean {
    return part.entry !== undefined && part.entry.name === part.name && !part.tree?.isChanged;
  }

  #stored(part: PartState): Uint8Array {
    return part.bytes ?? readEntry(part.entry!, this.#options.codec);
  }

  #part(name: string): PartState {
    const part = this.#parts.get(foldName(name));
    if (part === undefined) throw new Failure("PACKAGE_INVALID", "A part is missing", { part: name });
    return part;
  }

  #put(part: PartState): void {
    this.#parts.set(foldName(part.name), part);
    this.#isReshaped = true;
  }

  #drop(name: string): void {
    this.#parts.delete(foldName(name));
    this.#isReshaped = true;
  }

  /** Moves a renamed part and its relationships to the end of the archive. */
  #move(name: string, newName: string): void {
    for (const [from, to] of [
      [name, newName],
      [relationshipsPartOf(name), relationshipsPartOf(newName)],
    ] as const) {
      const part = this.#parts.get(foldName(from));
      if (part === undefined) continue;
      this.#drop(from);
      this.#put({ ...part, name: to });
    }
  }

  #contentTypes(): ContentTypes {
    const tree = this.tree(CONTENT_TYPES_PART);
    if (this.#types?.tree !== tree) this.#types = new ContentTypes(tree);
    return this.#types;
  }

  #relate(source: string, added: { kind: string; target: string; isExternal: boolean }): string {
    const part = relationshipsPartOf(source);
    if (!this.has(part)) {
      this.#put({
        name: part,
        entry: undefined,
        bytes: new TextEncoder().encode(EMPTY_RELATIONSHIPS),
        tree: undefined,
      });
      this.#contentTypes().write(part, RELATIONSHIPS_TYPE);
    }
    const { kind, target, isExternal } = added;
    const key = foldName(part);
    const number = (this.#lastRelationships.get(key) ?? highestRelationship(this.tree(part))) + 1;
    this.#lastRelationships.set(key, number);
    this.#dialect ??= this.dialect;
    const type = relationshipType(kind, this.#dialect);
    appendRelationship(this.tree(part), `rId${number}`, { type, target, isExternal });
    return `rId${number}`;
  }

  #relationshipsTo(name: string): { source: string; id: string }[] {
    const sources = [PACKAGE, ...this.partNames.filter((part) => this.has(relationshipsPartOf(part)))];
    return sources.flatMap((source) =>
      this.relationships(source)
        .filter(({ part }) => part !== undefined && foldName(part) === foldName(name))
        .map(({ id }) => ({ source, id })),
    );
  }
}

/** Returns the maximum number of bytes that reading a part may use, which depends on its compressed size. */
function mostBytes(part: PartState, limits: ReaderLimits): number {
  const compressed = part.entry?.compressedSize ?? Number.POSITIVE_INFINITY;
  return Math.max(limits.ratioFreeBytes, limits.ratio * compressed);
}
