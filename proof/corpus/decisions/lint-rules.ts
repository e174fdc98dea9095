// Which rules of the linter a document breaks that make Word refuse or repair it, and which of them are new.

import { lintDocument, type WordDocument } from "@versus/engine/inside";

export function gravelyBroken(document: WordDocument): string[] {
  const grave = lintDocument(document).filter(({ severity }) => severity !== "odd");
  return [...new Set(grave.map(({ rule }) => rule))];
}

/** The rules that were not broken before. */
export function newlyBroken(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((rule) => !before.includes(rule));
}
