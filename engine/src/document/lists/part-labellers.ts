// Who counts the list labels of each part: what flows together is counted together, all footnotes, all endnotes; any other
// part by itself.

import type { AddressedPart } from "../text/addresses.ts";
import type { Numbering } from "./numbering.ts";
import { Labeller } from "./numbering-labels.ts";

/** Parts must be asked for, and their paragraphs told, in the order of their addresses. */
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
