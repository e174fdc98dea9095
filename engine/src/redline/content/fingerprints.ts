// Identifies paragraphs that have the same bytes in several documents, without reading their content.
//
// Most paragraphs of two versions have the same bytes, and so the same content and look. This fails if a paragraph
// contains something whose meaning depends on its document: relationships, notes, comments, marks of fields, the end of
// a section. Those paragraphs have no fingerprint, and neither do paragraphs that were changed after reading. If the
// carrier lacks a style of another document, or a style gives another label in it, no paragraph has one.

import { readStyles } from "../../document/formatting/styles.ts";
import { isDependent } from "../../document/grammar.ts";
import { areStyleLabelsSame } from "../../document/lists/style-labels.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { partsOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { isSamePart } from "../../ooxml/parts/same-parts.ts";
import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { column, END, NAME, NEXT, NODE_SIZE, type SpanTree, START } from "../../ooxml/xml/span-tree.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";

/** A number for the bytes of a paragraph, equal for equal bytes. NO_PRINT if the bytes do not identify its content. */
export type Fingerprint = number & { readonly brand: "Fingerprint" };
export const NO_PRINT = 0 as Fingerprint;

/** Classes of element names. */
const PLAIN = 1;
const LIST = 2;
const FORBIDDEN = 3;
const LOOKS = 4;

interface KnownPrints {
  readonly span: SpanTree;
  /** Indexed by node: the print plus one; 0 if it was not computed yet. */
  readonly prints: Int32Array;
  /** Indexed by qualified name. */
  readonly classes: number[];
}

export class Fingerprints {
  readonly #isTrusted: boolean;
  readonly #isNumberingSame: boolean;
  readonly #bytes = new ByteNumbers();
  /** Indexed by print: a hash over the resolved names. The same bytes have another meaning if their prefixes have. */
  readonly #names: number[] = [];
  readonly #known = new Map<SpanTree, KnownPrints>();
  /** The last used entry of `#known`, because callers go through one part after the other. */
  #last: KnownPrints | undefined;
  readonly #numbered = new Set<Fingerprint>();

  constructor(carrier: WordDocument, others: readonly WordDocument[]) {
    this.#isNumberingSame = others.every((other) => areSame("numbering", other, carrier));
    this.#isTrusted = others.every((other) => hasStylesOf(carrier, other));
  }

  /** True if paragraphs with this fingerprint name a list themselves. */
  isNumbered(print: Fingerprint): boolean {
    return this.#numbered.has(print);
  }

  of(tree: Tree, paragraph: NodeId): Fingerprint {
    if (!this.#isTrusted || paragraph >= tree.span.count || !tree.isClosed(paragraph)) return NO_PRINT;
    const known = this.#last?.span === tree.span ? this.#last : this.#knownOf(tree.span);
    const remembered = known.prints[paragraph]!;
    if (remembered > 0) return (remembered - 1) as Fingerprint;
    const found = this.#print(known, paragraph);
    known.prints[paragraph] = found + 1;
    return found;
  }

  #knownOf(span: SpanTree): KnownPrints {
    const known = this.#known.get(span) ?? { span, prints: new Int32Array(span.count), classes: [] };
    this.#known.set(span, known);
    this.#last = known;
    return known;
  }

  #print({ span, classes }: KnownPrints, paragraph: number): Fingerprint {
    const { nodes } = span;
    let isNumbered = false;
    let names = 0;
    for (let node = paragraph, end = column(span, paragraph, NEXT); node < end; node += 1) {
      const name = nodes[node * NODE_SIZE + NAME]!;
      if (name < 0) continue;
      const kind = classes[name] ?? classify(span, name, classes);
      if (kind === FORBIDDEN) return NO_PRINT;
      if (kind === LIST) isNumbered = true;
      names = (Math.imul(names, 31) + span.qualifiedNames.name(name)) | 0;
      // Tracked changes in run properties were decided, and that changed the paragraph. So only plain properties remain
      // here, and they are skipped.
      if (kind === LOOKS) node = column(span, node, NEXT) - 1;
    }
    if (isNumbered && !this.#isNumberingSame) return NO_PRINT;
    const [from, to] = [column(span, paragraph, START), column(span, paragraph, END)];
    const print = this.#bytes.numberOf(span.bytes, from, to) as Fingerprint;
    this.#names[print] ??= names;
    if (this.#names[print] !== names) return NO_PRINT;
    if (isNumbered) this.#numbered.add(print);
    return print;
  }
}

const KINDS: ReadonlyMap<NameId, number> = new Map([
  [W.numPr, LIST],
  [W.rPr, LOOKS],
]);

function classify(span: SpanTree, name: number, classes: number[]): number {
  const meant = span.qualifiedNames.name(name);
  const kind = isDependent(span.names, meant) ? FORBIDDEN : (KINDS.get(meant) ?? PLAIN);
  classes[name] = kind;
  return kind;
}

/**
 * True if a document has every style of another one under the same id and with the same label, so that style ids mean
 * the same.
 */
function hasStylesOf(document: WordDocument, other: WordDocument): boolean {
  const areStylesSame = areSame("styles", document, other);
  if (areStylesSame && areSame("numbering", document, other)) return true;
  const own = readStyles(document).byId;
  const styles = [...readStyles(other).byId.values()];
  const isKnown = areStylesSame || styles.every(({ id, kind }) => own.get(id)?.kind === kind);
  return isKnown && areStyleLabelsSame(document, other);
}

function areSame(kind: "styles" | "numbering", one: WordDocument, other: WordDocument): boolean {
  const [part, partner] = [partsOf(one, kind)[0], partsOf(other, kind)[0]];
  if (part === undefined || partner === undefined) return part === partner;
  return isSamePart({ package: one.package, name: part }, { package: other.package, name: partner });
}
