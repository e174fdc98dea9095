// The parts a reader of the document can come to: those that relationships lead to, from the package down.
//
// Archives hold more than that: folders, leftovers, files that are not XML but are named so. What
// cannot be reached is carried along and never looked at.

import type { Notice } from "../../failures/failure.ts";
import type { Package } from "./package.ts";
import { foldName, PACKAGE } from "./part-names.ts";

export interface Reach {
  /** In the order of the walk, each once. */
  readonly parts: readonly string[];
  /** One for each relationship that leads to a part the package does not have. */
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
