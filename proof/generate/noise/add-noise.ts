// Makes copies of a document that read the same and are written differently, as other programs do.
//
// Nothing that a reader sees changes. The same bytes, seed and kinds give the same copy. A kind that finds nothing to
// change is skipped; at least six kinds find something in any document with text.

import { openCorpusDocument, SAVE_LEVEL } from "../../corpus/read-document.ts";
import { seededRandom } from "../../runner/random.ts";
import { reorderAttributes } from "./attribute-order.ts";
import { renumberBookmarks } from "./bookmark-ids.ts";
import { type NoiseKind, type Noisemaker, noiseKinds } from "./noise-kinds.ts";
import { changePageBreaks } from "./page-breaks.ts";
import { changeParagraphIds } from "./paragraph-ids.ts";
import { changeProofing } from "./proofing.ts";
import { renameRelationships } from "./relationship-ids.ts";
import { changeRsids } from "./rsids.ts";
import { mergeRuns, splitRuns } from "./runs.ts";
import { reorderZip } from "./zip-order.ts";

export interface NoiseOptions {
  readonly seed: number;
  /** Default: all kinds. */
  readonly kinds?: readonly NoiseKind[];
}

export interface Noisy {
  readonly bytes: Uint8Array;
  /** The kinds that changed something. */
  readonly kinds: readonly NoiseKind[];
}

const MAKERS: Readonly<Record<Exclude<NoiseKind, "zip_order">, Noisemaker>> = {
  run_merges: mergeRuns,
  run_splits: splitRuns,
  proofing_marks: changeProofing,
  page_breaks: changePageBreaks,
  rsids: changeRsids,
  bookmark_ids: renumberBookmarks,
  paragraph_ids: changeParagraphIds,
  relationship_ids: renameRelationships,
  attribute_order: reorderAttributes,
};

/** Throws a Failure if the file is not a Word document. */
export function addNoise(bytes: Uint8Array, { seed, kinds = noiseKinds }: NoiseOptions): Noisy {
  const document = openCorpusDocument(bytes);
  const applied = noiseKinds.filter((kind) => {
    if (!kinds.includes(kind)) return false;
    return kind === "zip_order" || MAKERS[kind](document, seededRandom("noise", kind, seed)) > 0;
  });
  const saved = document.package.save(SAVE_LEVEL);
  const isReordered = applied.includes("zip_order");
  return { bytes: isReordered ? reorderZip(saved, seededRandom("noise", "zip_order", seed)) : saved, kinds: applied };
}
