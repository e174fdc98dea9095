// Maps relationships and the parts they lead to, from an old part to a new one.
//
// An external address gets a new relationship, unless the new part has one with this address. A part is found in the
// result, or copied once with all parts that it refers to. A header or footer is always copied, because each is marked
// separately. A relationship to a missing part becomes an external one with the same target. Readers find nothing
// there, as before, and no relationship is broken.

import { type HeaderFooterKind, makePart } from "../../document/made-parts.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { Notice } from "../../failures/failure.ts";
import type { Package } from "../../ooxml/parts/package.ts";
import { foldName, relationshipsPartOf } from "../../ooxml/parts/part-names.ts";
import type { Relationship } from "../../ooxml/parts/relationships.ts";
import { readPart } from "../../ooxml/parts/same-parts.ts";
import { NO_NAMESPACE } from "../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { PartTwins } from "./part-twins.ts";
import type { Adopt, AdoptionSources, GraftPlace } from "./sources.ts";

const DIAGRAM_DATA = "diagramData";
const HOLDER_TYPE = "application/vnd.openxmlformats-package.relationships+xml";
const EMPTY_HOLDER = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>';
const UNKNOWN_TYPE = "application/octet-stream";

/** A part to copy, the kind of its relationship, and the parts that the relationship goes from and into. */
interface PartToCopy extends Pick<GraftPlace, "from" | "into"> {
  readonly part: string;
  readonly kind: string;
}

export class AdoptedParts {
  readonly #before: Package;
  readonly #result: Package;
  readonly #document: WordDocument;
  readonly #beforeMain: string;
  readonly #adopt: Adopt;
  readonly #twins: PartTwins;
  readonly #notices = new Map<string, Notice>();
  /** Maps a part of the source to its relationships by id in lower case. */
  readonly #relationships = new Map<string, ReadonlyMap<string, Relationship>>();
  /** Maps a part of the result to its relationship ids, by kind and target. */
  readonly #ids = new Map<string, Map<string, string>>();
  /** Maps a part of the source to its copy in the result. */
  readonly #copies = new Map<string, string>();

  constructor({ before, result }: AdoptionSources, adopt: Adopt) {
    this.#before = before.package;
    this.#result = result.package;
    this.#document = result;
    this.#beforeMain = before.main;
    this.#adopt = adopt;
    this.#twins = new PartTwins(before.package, result.package);
  }

  get notices(): readonly Notice[] {
    return [...this.#notices.values()];
  }

  /** Returns a relationship of a source part, or undefined. Word ignores letter case in relationship ids. */
  relationship(from: string, id: string): Relationship | undefined {
    let known = this.#relationships.get(from);
    if (known === undefined) {
      known = new Map(
        this.#before.relationships(from).map((relationship) => [relationship.id.toLowerCase(), relationship]),
      );
      this.#relationships.set(from, known);
    }
    return known.get(id.toLowerCase());
  }

  /** True if a relationship of the source leads to an existing part. */
  leadsToPart({ part }: Relationship): boolean {
    return part !== undefined && this.#before.has(part);
  }

  /** Returns the target of a source relationship as a name for comparison with the result. */
  comparedBefore(from: string, id: string): string {
    const relationship = this.relationship(from, id);
    if (relationship?.part === undefined || !this.leadsToPart(relationship)) return `> ${relationship?.target}`;
    return foldName(this.#twins.find(relationship.part) ?? `+ ${relationship.part}`);
  }

  /** Returns the target of a result relationship as a name for comparison with the source. */
  comparedResult(from: string, id: string): string {
    const own = this.#result.relationships(from).find((candidate) => candidate.id.toLowerCase() === id.toLowerCase());
    return own?.part === undefined || !this.#result.has(own.part) ? `> ${own?.target}` : foldName(own.part);
  }

  /** Returns the id of a relationship of the new part with the same target. Adds the relationship if it is missing. */
  idFor(relationship: Relationship, { from, into }: Pick<GraftPlace, "from" | "into">): string {
    const { kind, target, part } = relationship;
    const copy = part === undefined ? undefined : this.#partFor({ part, kind, from, into });
    const ids = this.#idsOf(into);
    const key = keyOf({ kind, target, part: copy });
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = this.#relate(into, { kind, target, part: copy });
    ids.set(key, id);
    return id;
  }

  /** Some packages give every part its content type by name, so a new relationships part gets one explicitly. */
  #relate(into: string, { kind, target, part }: Pick<Relationship, "kind" | "target" | "part">): string {
    const holder = relationshipsPartOf(into);
    if (!this.#result.has(holder)) this.#result.add(holder, HOLDER_TYPE, new TextEncoder().encode(EMPTY_HOLDER));
    return part === undefined ? this.#result.relateExternal(into, kind, target) : this.#result.relate(into, kind, part);
  }

  #idsOf(into: string): Map<string, string> {
    let known = this.#ids.get(into);
    if (known === undefined) {
      // If two relationships have the same target, the first one counts.
      const own = this.#result.relationships(into).toReversed();
      known = new Map(own.map((relationship) => [keyOf(relationship), relationship.id]));
      this.#ids.set(into, known);
    }
    return known;
  }

  /** Returns the part of the result for a part of the source. Undefined if the source has none that can be read. */
  #partFor(wanted: PartToCopy): string | undefined {
    const { part, kind, into } = wanted;
    if (foldName(part) === foldName(this.#beforeMain)) return this.#document.main;
    // Diagram data refers to a relationship of the part that shows the diagram, so it is copied once for each of these
    // parts.
    const key = kind === DIAGRAM_DATA ? `${foldName(part)} ${into}` : foldName(part);
    const known = this.#copies.get(key);
    if (known !== undefined) return known;
    if (!this.#before.has(part)) return this.#giveUp("PART_MISSING", part);
    if (kind === "header" || kind === "footer") return this.#keep(key, this.copyHeaderFooter(part, kind));
    const twin = this.#twins.find(part);
    if (twin !== undefined && (kind !== DIAGRAM_DATA || this.#showsSameDrawing(wanted))) return twin;
    const bytes = readPart(this.#before, part);
    if (bytes === undefined) return this.#giveUp("PART_CHECKSUM_WRONG", part);
    const copy = this.#result.add(
      namePattern(this.#result, part),
      this.#before.contentType(part) ?? UNKNOWN_TYPE,
      bytes,
    );
    this.#keep(key, copy);
    this.#copyRelationships(part, copy);
    if (kind === DIAGRAM_DATA) this.#adoptDrawing(wanted, copy);
    return copy;
  }

  #keep(key: string, copy: string): string {
    this.#copies.set(key, copy);
    return copy;
  }

  /** Copies a header or footer as a part without a relationship. Its content is imported like any other copy. */
  copyHeaderFooter(part: string, kind: HeaderFooterKind): string {
    const copy = makePart(this.#document, kind, "");
    const tree = this.#result.tree(copy);
    const original = this.#before.tree(part);
    for (const child of original.children(original.root)) tree.append(tree.root, tree.graft(original, child));
    this.#adopt(tree.root, { from: part, into: copy, tree });
    return copy;
  }

  #giveUp(code: Notice["code"], part: string): undefined {
    this.#notices.set(`${code} ${foldName(part)}`, { code, part });
  }

  /** The bytes of the copy are unchanged, so its relationships keep their ids. */
  #copyRelationships(from: string, into: string): void {
    for (const { id, kind, target, part } of this.#before.relationships(from)) {
      const copy = part === undefined ? undefined : this.#partFor({ part, kind, from, into });
      const made = this.#relate(into, { kind, target, part: copy });
      this.#result.renameRelationship(into, made, id);
    }
  }

  // Diagram data names the drawing that Word caches for it, by a relationship of the part that shows the diagram.

  #showsSameDrawing({ part, from, into }: PartToCopy): boolean {
    const drawing = this.#drawingOf(this.#before, part, from);
    const shown = this.#drawingOf(this.#result, this.#twins.find(part)!, into);
    return drawing === undefined ? shown === undefined : shown !== undefined && this.#twins.find(drawing) === shown;
  }

  #drawingOf(opened: Package, data: string, shownBy: string): string | undefined {
    const tree = opened.tree(data);
    const id = drawingReference(tree)?.id.toLowerCase();
    return opened.relationships(shownBy).find((relationship) => relationship.id.toLowerCase() === id)?.part;
  }

  /** Uses the old relationship id if it is free, because the data then keeps its bytes. */
  #adoptDrawing({ from, into }: PartToCopy, copy: string): void {
    const tree = this.#result.tree(copy);
    const reference = drawingReference(tree);
    const relationship = reference === undefined ? undefined : this.relationship(from, reference.id);
    if (reference === undefined || relationship === undefined) return;
    const ids = new Set(this.#result.relationships(into).map(({ id }) => id.toLowerCase()));
    const made = this.idFor(relationship, { from, into });
    if (made.toLowerCase() === relationship.id.toLowerCase()) return;
    const isNew = !ids.has(made.toLowerCase());
    if (isNew && !ids.has(relationship.id.toLowerCase())) {
      this.#result.renameRelationship(into, made, relationship.id);
      this.#ids.delete(into);
    } else tree.setAttribute(reference.node, tree.names.nameId(NO_NAMESPACE, RELATION), made);
  }
}

function keyOf({ kind, target, part }: Pick<Relationship, "kind" | "target" | "part">): string {
  return part === undefined ? `${kind} > ${target}` : `${kind} ${foldName(part)}`;
}

/** Returns the part's own name if it is free, otherwise a pattern for the name with another number. */
function namePattern(result: Package, part: string): string {
  if (!result.has(part)) return part;
  const dot = part.lastIndexOf(".");
  const [name, extension] = dot > part.lastIndexOf("/") ? [part.slice(0, dot), part.slice(dot)] : [part, ""];
  return `${name.replaceAll("*", "").replace(/\d+$/, "")}*${extension}`;
}

const RELATION = "relId";
const EXTENSION = "dataModelExt";

function drawingReference(data: Tree): { readonly node: NodeId; readonly id: string } | undefined {
  const relation = data.names.nameId(NO_NAMESPACE, RELATION);
  const open = [data.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const id = data.names.local(data.name(node)) === EXTENSION ? data.attribute(node, relation) : undefined;
    if (id !== undefined) return { node, id };
    open.push(...data.children(node).filter((child) => data.isElement(child)));
  }
  return undefined;
}
