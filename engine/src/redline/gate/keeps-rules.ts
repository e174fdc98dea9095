// The other half of the gate: a redline breaks no rule of the format that its inputs keep.

import type { WordDocument } from "../../document/open-document.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { lintDocument } from "../../revisions/lint/lint-document.ts";
import { type Fingerprints, NO_PRINT } from "../content/fingerprints.ts";

/** True if the redline breaks no rule that the inputs keep, as they came and with their own changes accepted. */
export function breaksNoRule(
  redline: WordDocument,
  inputs: readonly WordDocument[],
  fingerprints: Fingerprints,
): boolean {
  // A paragraph that stands in the carrier to the byte breaks no rule that this document keeps.
  const isKnown = (tree: Tree, node: NodeId): boolean => fingerprints.of(tree, node) !== NO_PRINT;
  const broken = new Set(lintDocument(redline, isKnown).map(({ rule }) => rule));
  if (broken.size === 0) return true;
  const known = new Set(inputs.flatMap((input) => lintDocument(input)).map(({ rule }) => rule));
  return [...broken].every((rule) => known.has(rule));
}
