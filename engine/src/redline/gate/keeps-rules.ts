// Checks that a redline breaks no rule of the format that its inputs keep.
//
// This is the second half of the gate.

import type { WordDocument } from "../../document/open-document.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { lintDocument } from "../../revisions/lint/lint-document.ts";
import { type Fingerprints, NO_PRINT } from "../content/fingerprints.ts";

/** True if each rule that the redline breaks is also broken by an input. */
export function breaksNoRule(
  redline: WordDocument,
  inputs: readonly WordDocument[],
  fingerprints: Fingerprints,
): boolean {
  // A paragraph with the same bytes as in the carrier was linted there, so it is skipped.
  const isKnown = (tree: Tree, node: NodeId): boolean => fingerprints.of(tree, node) !== NO_PRINT;
  const broken = new Set(lintDocument(redline, isKnown).map(({ rule }) => rule));
  if (broken.size === 0) return true;
  const known = new Set(inputs.flatMap((input) => lintDocument(input)).map(({ rule }) => rule));
  return [...broken].every((rule) => known.has(rule));
}
