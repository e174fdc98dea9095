// One of the two documents of a comparison, with what reading its content needs again and again.

import type { WordDocument } from "../../document/open-document.ts";
import { R } from "../../document/word-names.ts";
import { Failure } from "../../failures/failure.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";
import type { Relationship } from "../../ooxml/parts/relationships.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { Lexicon } from "./lexicon.ts";

/** Numbers for the bytes of parts: equal bytes, equal number, on both sides. */
export class PartContents {
  readonly #byLength = new Map<number, { readonly bytes: Uint8Array; readonly number: number }[]>();
  #count = 0;

  numberOf(bytes: Uint8Array): number {
    const known = this.#byLength.get(bytes.length) ?? [];
    const same = known.find((content) => areEqual(content.bytes, bytes));
    if (same !== undefined) return same.number;
    this.#count += 1;
    known.push({ bytes, number: this.#count });
    this.#byLength.set(bytes.length, known);
    return this.#count;
  }
}

function areEqual(before: Uint8Array, after: Uint8Array): boolean {
  if (before === after) return true;
  for (let at = 0; at < before.length; at += 1) if (before[at] !== after[at]) return false;
  return before.length === after.length;
}

/** The markup of a part as text: attributes in a fixed order, and without the ids by which it refers to others. */
function canonicalText(tree: Tree, node: NodeId): string {
  if (!tree.isElement(node)) return tree.text(node);
  const attributes = tree
    .attributes(node)
    .filter(({ name, written }) => !written.startsWith("xmlns") && !IDS.has(written) && !isRelation(tree, name))
    .map(({ name, value }) => `${name}=${value}`);
  const content = tree.children(node).map((child) => canonicalText(tree, child));
  return `<${tree.name(node)} ${attributes.sort().join(" ")}>${content.join("")}</>`;
}

/** A diagram names a drawing that Word keeps of it by the id of a relationship. */
const IDS: ReadonlySet<string> = new Set(["relId"]);

function isRelation(tree: Tree, name: NameId): boolean {
  return tree.names.namespaceOf(name) === tree.names.namespaceOf(R.id);
}

export class Side {
  readonly role: "before" | "after";
  readonly document: WordDocument;
  readonly lexicon: Lexicon;
  readonly #contents: PartContents;
  readonly #relationships = new Map<string, ReadonlyMap<string, Relationship>>();
  readonly #targets = new Map<string, string>();

  constructor(
    role: "before" | "after",
    document: WordDocument,
    shared: { readonly lexicon: Lexicon; readonly contents: PartContents },
  ) {
    this.role = role;
    this.document = document;
    this.lexicon = shared.lexicon;
    this.#contents = shared.contents;
  }

  /** A relationship of a part; Word compares ids without regard to case. */
  relationship(part: string, id: string): Relationship | undefined {
    let known = this.#relationships.get(part);
    if (known === undefined) {
      const all = this.document.package.relationships(part);
      known = new Map(all.map((one) => [one.id.toLowerCase(), one]));
      this.#relationships.set(part, known);
    }
    return known.get(id.toLowerCase());
  }

  /** What a relationship leads to, in words that are equal for equal content: an address, or the bytes of a part. */
  targetOf(part: string, id: string): string {
    const relationship = this.relationship(part, id);
    if (relationship === undefined) return "nowhere";
    if (relationship.isExternal) return `address ${relationship.target}`;
    const target = relationship.part;
    if (target === undefined || !this.document.package.has(target)) return `address ${relationship.target}`;
    const known = this.#targets.get(foldName(target));
    if (known !== undefined) return known;
    const content = this.#contentOf(target);
    this.#targets.set(foldName(target), content);
    return content;
  }

  /** A part that cannot be read is known by its name alone. */
  #contentOf(part: string): string {
    const { package: opened } = this.document;
    try {
      if (!isXml(opened.contentType(part))) return `part ${this.#contents.numberOf(opened.unverifiedBytes(part))}`;
      const tree = opened.tree(part);
      return `part ${this.#contents.numberOf(new TextEncoder().encode(canonicalText(tree, tree.root)))}`;
    } catch (problem) {
      if (problem instanceof Failure) return `unreadable ${foldName(part)}`;
      throw problem;
    }
  }
}

function isXml(contentType: string | undefined): boolean {
  return contentType !== undefined && /[+/]xml$/.test(contentType);
}
