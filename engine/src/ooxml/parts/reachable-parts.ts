// Finds the parts that relationships lead to, starting at the package.
//
// Archives also contain folders, leftovers, and files that are named like XML but are not XML. Parts that no relationship
// reaches are passed through and never read.

import type { Notice } from "../../failures/failure.ts";
import type { Package } from "./package.ts";
import { foldName, PACKAGE } from "./part-names.ts";

export interface Reach {
  /** In the order in which the search finds them, without repetition. */
  readonly parts: readonly string[];
  /** One notice for each missing part that a relationship names. */
  readonly notices: readonly Notice[];
}

export function reachableParts(from: Package): Reach {
  const parts: string[] = [];
  const notices: Notice[] = [];
  const seen = new Set<string>();
  const sources = [PACKAGE];
  for (let source = sources.shift(); source !== undefined; source = sources.shift()) {
    for (const { part } of from.relationships(source)) {
      if (part === undefined || seen.has(foldName(part))) continue;
      seen.add(foldName(part));
      if (from.has(part)) {
        parts.push(part);
        sources.push(part);
      } else notices.push({ code: "PART_MISSING", part });
    }
  }
  return { parts, notices };
}
