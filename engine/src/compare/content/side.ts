// One of the two documents of a comparison, with what reading its content needs again and again.

import type { WordDocument } from "../../document/open-document.ts";
import { Failure } from "../../failures/failure.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";
import type { Relationship } from "../../ooxml/parts/relationships.ts";
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

const DIAGRAM = "diagramData";

/** A diagram names, by the id of a relationship, a drawing that Word keeps of it: the id says nothing. */
function withoutDrawing(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(text.replace(/relId="[^"]*"/g, ""));
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
    const content = this.#contentOf(target, relationship.kind);
    this.#targets.set(foldName(target), content);
    return content;
  }

  /** A part that does not unpack at all is known by its name alone. */
  #contentOf(part: string, kind: string): string {
    try {
      const bytes = this.document.package.unverifiedBytes(part);
      return `part ${this.#contents.numberOf(kind === DIAGRAM ? withoutDrawing(bytes) : bytes)}`;
    } catch (problem) {
      if (problem instanceof Failure) return `unreadable ${foldName(part)}`;
      throw problem;
    }
  }
}
