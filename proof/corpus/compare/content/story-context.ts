// Defines the data that the readers of blocks, inlines and drawings share while they read one story.

import type { ContentPackage } from "../../../reading/content-package.ts";
import type { Element } from "../../../reading/xml-tree.ts";
import type { FormatReader } from "../formatting/format-reader.ts";
import type { Equivalence } from "./equivalences.ts";
import type { Line } from "./line.ts";

export interface StoryContext {
  readonly package: ContentPackage;
  /** The part that contains the story. Ids of relationships belong to this part. */
  readonly part: string;
  /** Number of cells, notes and boxes around. */
  readonly depth: number;
  readonly isInTable: boolean;
  /** The notes around, by kind and id, so that a note that refers to itself is not read forever. */
  readonly notes: readonly string[];
  /** Receives equivalences that belong to no line. */
  readonly equivalences: Equivalence[];
  /** Reads formatting; undefined if it was not requested. */
  readonly formats: FormatReader | undefined;
  /** True if only what readers see counts: the forms of section breaks and of charts do not (FMT-40, FMT-42). */
  readonly isAsSeen: boolean;
  /** Reads a story inside this one. */
  readonly readNested: (root: Element, context: StoryContext) => Line[];
}

/** Transparent elements between a block and its runs, or between a story and its blocks. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  ...["w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo"],
]);
