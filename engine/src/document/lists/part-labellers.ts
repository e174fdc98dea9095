// Assigns a labeller to each part.
//
// All footnotes are counted together, and all endnotes. Every other part is counted separately.

import type { AddressedPart } from "../text/addresses.ts";
import type { Numbering } from "./numbering.ts";
import { Labeller } from "./numbering-labels.ts";

/** The labellers of a document. The caller must request parts, and label their paragraphs, in the order of their addresses. */
export class PartLabellers {
  readonly #numbering: Numbering;
  readonly #ofNotes = new Map<string, Labeller>();

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  of({ locator: { kind } }: AddressedPart): Labeller {
    const known = this.#ofNotes.get(kind);
    if (known !== undefined) return known;
    const labeller = new Labeller(this.#numbering);
    if (kind === "footnote" || kind === "endnote") this.#ofNotes.set(kind, labeller);
    return labeller;
  }
}
