// What the readers of blocks, inlines and drawings know in common while they read one story.

import type { ContentPackage } from "../../../reading/content-package.ts";
import type { Element } from "../../../reading/xml-tree.ts";
import type { FormatReader } from "../formatting/format-reader.ts";
import type { Equivalence } from "./equivalences.ts";
import type { Line } from "./line.ts";

export interface StoryContext {
  readonly package: ContentPackage;
  /** The part the story lies in: ids of relationships are its own. */
  readonly part: string;
  /** How many cells, notes and boxes are around. */
  readonly depth: number;
  readonly isInTable: boolean;
  /** The notes around, by kind and id: one that refers to itself is not read for ever. */
  readonly notes: readonly string[];
  /** Where equivalences are noted that no line is left to tell of. */
  readonly equivalences: Equivalence[];
  /** Reads formatting, where that is asked for. */
  readonly formats: FormatReader | undefined;
  /** Reads a story that lies in this one. */
  readonly readNested: (root: Element, context: StoryContext) => Line[];
}

/** What can be seen through on the way from a block to its runs, or from a story to its blocks. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  ...["w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo"],
]);
