// What every part of adoption works with: the two documents, and where a graft came from and went.

import type { WordDocument } from "../../document/open-document.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { ResultIds } from "./result-ids.ts";

export interface AdoptionSources {
  readonly before: WordDocument;
  /** The fork of the after document that becomes the redline. */
  readonly result: WordDocument;
  /** Shared where several documents give something to one result. */
  readonly ids: ResultIds;
}

/** Where a graft was taken from and where it goes. */
export interface GraftPlace {
  /** The part of before that it was copied from. */
  readonly from: string;
  /** The part of the result that it is for, and that part's tree. */
  readonly into: string;
  readonly tree: Tree;
}

/** Makes a graft fit; false when nothing of it is to stay. */
export type Adopt = (node: NodeId, place: GraftPlace) => boolean;
