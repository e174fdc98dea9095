// Lists the lint rules that a document breaks so that Word refuses or repairs it, and the new ones.

import { lintDocument, type WordDocument } from "@versus/engine/inside";

export function gravelyBroken(document: WordDocument): string[] {
  const grave = lintDocument(document).filter(({ severity }) => severity !== "odd");
  return [...new Set(grave.map(({ rule }) => rule))];
}

/** Returns the rules that were not broken before. */
export function newlyBroken(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((rule) => !before.includes(rule));
}
