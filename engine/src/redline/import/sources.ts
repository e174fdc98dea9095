// Defines what all parts of an import share: two documents, and the places of copied content.

import type { WordDocument } from "../../document/open-document.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { ResultIds } from "./result-ids.ts";

export interface AdoptionSources {
  readonly before: WordDocument;
  /** The redline. It starts as a copy of the carrier. */
  readonly result: WordDocument;
  /** Shared by all sources of one result. */
  readonly ids: ResultIds;
  /** Called if an imported style gets another name than in the source. */
  readonly onRenamed?: (name: string, renamed: string) => void;
}

/** The old and the new part of copied content. */
export interface GraftPlace {
  /** The part of the source that the content was copied from. */
  readonly from: string;
  /** The part of the result that the content is for, and its tree. */
  readonly into: string;
  readonly tree: Tree;
}

/** Makes copied content fit. Returns false if nothing of it remains. */
export type Adopt = (node: NodeId, place: GraftPlace) => boolean;
