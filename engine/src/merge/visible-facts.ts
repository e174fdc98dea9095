// Collects the notices of a merge about formatting that it does not track (FMT-12, FMT-13).

import { visibleFacts } from "../compare/formatting-notices.ts";
import type { StyleChange } from "../compare/style-changes.ts";
import type { Notice } from "../failures/failure.ts";
import type { MergingRevision } from "./revision.ts";

/** A style that looks different in a revised copy. The merge has the style of the base. */
export interface RevisedStyleChange extends StyleChange {
  /** The name of the copy. */
  readonly revision: string;
}

export interface MergeFacts {
  /** Undefined except in mode `visible`. */
  readonly styleChanges?: readonly RevisedStyleChange[];
  readonly notices: readonly Notice[];
}

/** Returns the facts about all copies. Call it after the merge was written. */
export function factsOfMerge(revisions: readonly MergingRevision[]): MergeFacts {
  const all = revisions.map(({ name, orientation: { sources } }) => ({
    name,
    ...visibleFacts(sources, sources.before),
  }));
  const notices = all.flatMap((one) => one.notices.map((notice) => ({ ...notice, source: one.name })));
  if (all.every(({ styleChanges }) => styleChanges === undefined)) return { notices };
  const styleChanges = all.flatMap(({ name, styleChanges: changes = [] }) =>
    changes.map((change) => ({ revision: name, ...change })),
  );
  return { styleChanges, notices };
}
