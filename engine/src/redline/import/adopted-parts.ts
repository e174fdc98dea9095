// Relationships and the parts they lead to: what a graft names by a relationship of its old part it must be able to
// name by one of its new part.
//
// An address outside is related to again. A part inside is found in the result if it is there, else copied with all
// that it leads to in turn, once however often it is named. A header or footer is never shared with one of the after
// document: each is marked by itself. A relationship that leads to a part which is not there is kept as one that leads
// outside, to the same target: a reader finds nothing there, as before, and nothing is left dangling.

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

/** A part to copy, the kind of relationship that leads to it, and from where to where. */
interface Wanted extends Pick<GraftPlace, "from" | "into"> {
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
  /** Of before's parts: their relationships by id in lower case. */
  readonly #relationships = new Map<string, ReadonlyMap<string, Relationship>>();
  /** Of the result's parts: the ids of their relationships by what they lead to. */
  readonly #ids = new Map<string, Map<string, string>>();
  /** Parts of the result by the part of before that they are copies of. */
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

  /** A relationship of a part of before. Word compares ids without regard to case. */
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

  /** Whether a relationship of before leads to a part that is there. */
  leadsToPart({ part }: Relationship): boolean {
    return part !== undefined && this.#before.has(part);
  }

  /** What a relationship of before leads to, as it is called when it is compared with one of the result. */
  comparedBefore(from: string, id: string): string {
    const relationship = this.relationship(from, id);
    if (relationship?.part === undefined || !this.leadsToPart(relationship)) return `> ${relationship?.target}`;
    return foldName(this.#twins.find(relationship.part) ?? `+ ${relationship.part}`);
  }

  /** What a relationship of the result leads to, as it is called when it is compared with one of before. */
  comparedResult(from: string, id: string): string {
    const own = this.#result.relationships(from).find((candidate) => candidate.id.toLowerCase() === id.toLowerCase());
    return own?.part === undefined || !this.#result.has(own.part) ? `> ${own?.target}` : foldName(own.part);
  }

  /** The id under which the new part leads to what the old one led to by a relationship. */
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

  /** Some packages give every part its type by name: what is made for the first relationship of a part needs one. */
  #relate(into: string, { kind, target, part }: Pick<Relationship, "kind" | "target" | "part">): string {
    const holder = relationshipsPartOf(into);
    if (!this.#result.has(holder)) this.#result.add(holder, HOLDER_TYPE, new TextEncoder().encode(EMPTY_HOLDER));
    return part === undefined ? this.#result.relateExternal(into, kind, target) : this.#result.relate(into, kind, part);
  }

  #idsOf(into: string): Map<string, string> {
    let known = this.#ids.get(into);
    if (known === undefined) {
      // Of two that lead to the same the first.
      const own = this.#result.relationships(into).toReversed();
      known = new Map(own.map((relationship) => [keyOf(relationship), relationship.id]));
      this.#ids.set(into, known);
    }
    return known;
  }

  /** The part of the result that stands for a part of before; undefined when before has none that can be read. */
  #partFor(wanted: Wanted): string | undefined {
    const { part, kind, into } = wanted;
    if (foldName(part) === foldName(this.#beforeMain)) return this.#document.main;
    // Diagram data names a relationship of the part that shows the diagram.
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

  /** Copies a header or footer, whose content is adopted like any graft, as a part that nothing leads to yet. */
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

  /** The copy is byte for byte what it was, so its relationships keep their ids. */
  #copyRelationships(from: string, into: string): void {
    for (const { id, kind, target, part } of this.#before.relationships(from)) {
      const copy = part === undefined ? undefined : this.#partFor({ part, kind, from, into });
      const made = this.#relate(into, { kind, target, part: copy });
      this.#result.renameRelationship(into, made, id);
    }
  }

  // A diagram's data names, by a relationship of the part that shows the diagram, a drawing that Word keeps of it.

  #showsSameDrawing({ part, from, into }: Wanted): boolean {
    const drawing = this.#drawingOf(this.#before, part, from);
    const shown = this.#drawingOf(this.#result, this.#twins.find(part)!, into);
    return drawing === undefined ? shown === undefined : shown !== undefined && this.#twins.find(drawing) === shown;
  }

  #drawingOf(opened: Package, data: string, shownBy: string): string | undefined {
    const tree = opened.tree(data);
    const id = drawingReference(tree)?.id.toLowerCase();
    return opened.relationships(shownBy).find((relationship) => relationship.id.toLowerCase() === id)?.part;
  }

  /** Under its old id where that is free: the data then stays byte for byte what it was. */
  #adoptDrawing({ from, into }: Wanted, copy: string): void {
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

/** The part's own name while that is free, else the name with another number. */
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
