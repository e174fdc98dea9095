// Represents one input document of a redline and caches what readers of its content need.

import { StyleLabels } from "../../document/lists/style-labels.ts";
import type { NoteKind } from "../../document/marks/notes.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { noteStories, type Story } from "../../document/text/stories.ts";
import { R } from "../../document/word-names.ts";
import { Failure } from "../../failures/failure.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";
import type { Relationship } from "../../ooxml/parts/relationships.ts";
import type { ByteNumbers } from "../../ooxml/same-bytes.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { FormatReader, type Formats } from "../formatting/formats.ts";
import { ListTable } from "../import/list-table.ts";
import type { SimilarSizes } from "./drawings/similar-sizes.ts";
import type { Fingerprints } from "./fingerprints.ts";
import type { Lexicon } from "./lexicon.ts";
import { markupText } from "./markup-text.ts";
import { ParagraphLabels } from "./paragraph-labels.ts";

/**
 * Attributes without a namespace that hold a relationship id. A diagram uses one to name the drawing that Word caches
 * for it.
 */
const IDS: ReadonlySet<string> = new Set(["relId"]);

/** Returns the markup of a part without the ids of its relationships. */
function partText(tree: Tree): string {
  const relations = tree.names.namespaceOf(R.id);
  return markupText(tree, tree.root, {
    leavesOut: () => false,
    valueOf: ({ name, written, value }) =>
      IDS.has(written) || tree.names.namespaceOf(name) === relations ? undefined : value,
  });
}

/** The readers and numbers that the documents of one comparison share. */
export interface Shared {
  readonly lexicon: Lexicon;
  /** Numbers the contents of parts: equal bytes have the same number. */
  readonly contents: ByteNumbers;
  readonly formats: Formats;
  readonly fingerprints: Fingerprints;
  readonly sizes: SimilarSizes;
  /** True if some document has headers and footers of its own for even pages. */
  readonly hasEvenPages: boolean;
}

/** The side of a comparison that a source is on. */
export type Role = "before" | "after";

export class Source {
  /** 0 for the original that the others revise. */
  readonly number: number;
  readonly document: WordDocument;
  readonly lexicon: Lexicon;
  readonly formats: Formats;
  readonly fingerprints: Fingerprints;
  readonly sizes: SimilarSizes;
  /** Reads the formatting of this document. */
  readonly reader: FormatReader;
  readonly #shared: Shared;
  readonly #relationships = new Map<string, ReadonlyMap<string, Relationship>>();
  readonly #targets = new Map<string, string>();
  #lists: ListTable | undefined;
  #styleLabels: StyleLabels | undefined;
  #labels: ParagraphLabels | undefined;
  #notes: ReadonlyMap<string, Story> | undefined;

  constructor(number: number, document: WordDocument, shared: Shared) {
    this.number = number;
    this.document = document;
    this.lexicon = shared.lexicon;
    this.formats = shared.formats;
    this.fingerprints = shared.fingerprints;
    this.sizes = shared.sizes;
    this.reader = new FormatReader(document, shared.formats);
    this.#shared = shared;
  }

  get role(): Role {
    return this.number === 0 ? "before" : "after";
  }

  /** Returns a source with the same number and shared readers for another copy of the document. */
  withDocument(document: WordDocument): Source {
    return new Source(this.number, document, this.#shared);
  }

  /** True if a section shows its headers and footers of a type on some page. Always true except in mode `visible` (FMT-48). */
  showsPages(type: string, hasTitlePage: boolean): boolean {
    if (!this.formats.areVisible || type === "default") return true;
    return type === "first" ? hasTitlePage : this.#shared.hasEvenPages;
  }

  /** Returns a relationship of a part, or undefined. Word ignores letter case in relationship ids. */
  relationship(part: string, id: string): Relationship | undefined {
    let known = this.#relationships.get(part);
    if (known === undefined) {
      const all = this.document.package.relationships(part);
      known = new Map(all.map((one) => [one.id.toLowerCase(), one]));
      this.#relationships.set(part, known);
    }
    return known.get(id.toLowerCase());
  }

  /** Returns the note that a reference names; undefined if it is missing. */
  note(kind: NoteKind, id: string): Story | undefined {
    this.#notes ??= noteStories(this.document);
    return this.#notes.get(`${kind} ${id}`);
  }

  /** Compares the block of an element by its markup from now on. Returns false if it already was. */
  readAsMarkup({ part, node }: { readonly part: string; readonly node: NodeId }): boolean {
    return this.reader.readAsMarkup({ part, tree: this.document.package.tree(part), node });
  }

  /** Returns the definition of a list and its overrides as text. Empty if the list does not exist. */
  listContent(numId: string): string {
    this.#lists ??= new ListTable(this.document, {
      style: (id) => this.reader.styleName("paragraph", id),
      relationship: (part, id) => this.targetOf(part, id),
    });
    const definition = this.#lists.definitionOf(numId);
    if (definition === undefined) return "";
    const contents = [this.#lists.definitions.get(definition), this.#lists.lists.get(numId)];
    return contents.map((node) => this.#lists!.contentOf(node)).join("");
  }

  /** The labels that paragraphs show. */
  get labels(): ParagraphLabels {
    this.#labels ??= new ParagraphLabels(this.document);
    return this.#labels;
  }

  /** Describes the labels that paragraph styles give. */
  get styleLabels(): StyleLabels {
    this.#styleLabels ??= new StyleLabels(this.document);
    return this.#styleLabels;
  }

  /**
   * Returns the target of a relationship as text that is the same for equal targets: an address, or the number of a
   * part's content. For an unknown id, returns `nowhere`.
   */
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

  /** Returns the tree of a part that a relationship leads to; undefined for a missing part and for one that is not XML. */
  relatedTree(part: string, id: string): Tree | undefined {
    const { package: opened } = this.document;
    const target = this.relationship(part, id)?.part;
    if (target === undefined || !opened.has(target) || !isXml(opened.contentType(target))) return undefined;
    try {
      return opened.tree(target);
    } catch (problem) {
      if (problem instanceof Failure) return undefined;
      throw problem;
    }
  }

  /** A part that cannot be read is identified by its name. */
  #contentOf(part: string): string {
    const { package: opened } = this.document;
    try {
      if (!isXml(opened.contentType(part)))
        return `part ${this.#shared.contents.numberOf(opened.unverifiedBytes(part))}`;
      return `part ${this.#shared.contents.numberOf(new TextEncoder().encode(partText(opened.tree(part))))}`;
    } catch (problem) {
      if (problem instanceof Failure) return `unreadable ${foldName(part)}`;
      throw problem;
    }
  }
}

function isXml(contentType: string | undefined): boolean {
  return contentType !== undefined && /[+/]xml$/.test(contentType);
}
