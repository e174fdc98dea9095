// Reads the document as uploaded: its addresses, and the text that selectors search.
//
// Earlier edits of the request change neither the addresses nor this text.

import { readStyles, type StyleTable } from "../../document/formatting/styles.ts";
import type { WordDocument } from "../../document/open-document.ts";
import {
  type AddressedParagraph,
  type AddressedPart,
  type AddressedTable,
  type Addresses,
  addressesOf,
} from "../../document/text/addresses.ts";
import { type Decision, listDecisions } from "../../revisions/decisions.ts";
import { type ParagraphName, paragraphName } from "../refusal.ts";
import { type Link, linksIn } from "./links.ts";
import { PartTexts, type ReadText } from "./text/read-text.ts";

/** An uploaded paragraph. There is exactly one object for each. */
export interface UploadedPlace {
  readonly part: AddressedPart;
  readonly paragraph: AddressedParagraph;
}

export class Uploaded {
  readonly document: WordDocument;
  readonly addresses: Addresses;
  readonly #places: ReadonlyMap<AddressedPart, readonly UploadedPlace[]>;
  readonly #texts = new Map<AddressedPart, PartTexts>();
  readonly #links = new Map<UploadedPlace, readonly Link[]>();
  #styles: StyleTable | undefined;
  #decisions: readonly Decision[] | undefined;

  constructor(document: WordDocument) {
    this.document = document;
    this.addresses = addressesOf(document);
    this.#places = new Map(
      this.addresses.parts.map((part) => [part, part.paragraphs.map((paragraph) => ({ part, paragraph }))]),
    );
  }

  placesOf(part: AddressedPart): readonly UploadedPlace[] {
    return this.#places.get(part) ?? [];
  }

  /** All paragraphs, in the order in which matches are counted. */
  get places(): readonly UploadedPlace[] {
    return this.addresses.parts.flatMap((part) => this.placesOf(part));
  }

  textOf({ part, paragraph }: UploadedPlace): ReadText {
    const known = this.#texts.get(part) ?? new PartTexts(part);
    this.#texts.set(part, known);
    return known.read(paragraph.index);
  }

  linksOf(place: UploadedPlace): readonly Link[] {
    const known = this.#links.get(place) ?? linksIn(this.document, place.part, this.textOf(place));
    this.#links.set(place, known);
    return known;
  }

  /** Sorts paragraphs into the order in which matches are counted, each once. */
  inOrder(places: readonly UploadedPlace[]): UploadedPlace[] {
    const order = new Map(this.addresses.parts.map((part, index) => [part, index]));
    return [...new Set(places)].sort(
      (one, other) => order.get(one.part)! - order.get(other.part)! || one.paragraph.index - other.paragraph.index,
    );
  }

  tablesOf(part: AddressedPart): readonly AddressedTable[] {
    return part.tables;
  }

  get styles(): StyleTable {
    this.#styles ??= readStyles(this.document);
    return this.#styles;
  }

  /** The tracked changes in the order of their numbers; the first has number 1. */
  get decisions(): readonly Decision[] {
    this.#decisions ??= listDecisions(this.document);
    return this.#decisions;
  }
}

export function paragraphNameOf({ part, paragraph }: UploadedPlace): ParagraphName {
  return paragraphName(part.locator, paragraph.index);
}
