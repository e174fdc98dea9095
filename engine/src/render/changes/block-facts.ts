// Holds facts about blocks that units need and the JSON does not contain.

import { bulletText } from "../../document/lists/headings.ts";
import type { Label } from "../../document/lists/numbering-labels.ts";

/** The numbers that a paragraph shows with and without the changes. */
export interface BlockLabels {
  readonly label: Label | undefined;
  readonly former: Label | undefined;
}

/**
 * True if the level, the format or the text around a number changed (UNT-3). A number that only counted on did not change
 * (FMT-4). `hasMark` is true if the paragraph mark was inserted or deleted; the number of such a paragraph changed with
 * it. One of the labels must be defined.
 */
export function isRenumbered({ label, former }: BlockLabels, hasMark: boolean): boolean {
  if (label === undefined || former === undefined) return !hasMark;
  return label.level !== former.level || label.pattern !== former.pattern || label.format !== former.format;
}

/** Returns the number as readers see it; empty without one. */
export function labelText(label: Label | undefined): string {
  return label === undefined ? "" : label.isBullet ? bulletText(label.text) : label.text;
}

/** Facts about blocks that the JSON does not contain. They are collected while blocks are read. */
export class BlockFacts {
  /** Returns the number of the decision that a change is part of. */
  readonly decisionOf: (id: string) => number | undefined;
  /** Maps the id of a paragraph to its numbers. Paragraphs without a number have no entry. */
  readonly labels = new Map<string, BlockLabels>();
  /** Maps the id of an inserted or deleted cell to the index of its column. */
  readonly columns = new Map<string, number>();

  constructor(decisionOf: (id: string) => number | undefined) {
    this.decisionOf = decisionOf;
  }
}
