// Defines the context of a merge: the base, its revised copies, labels and conflicts found so far.

import type { ContainerPlan } from "../compare/plan/plan.ts";
import type { DocumentPlan } from "../compare/plan/plan-document.ts";
import type { Orientation } from "../compare/script/orientation.ts";
import type { Container } from "../redline/content/items.ts";
import type { Source } from "../redline/content/source.ts";
import type { ContainerScript } from "../redline/script/script.ts";
import type { MergingConflict } from "./conflict.ts";
import type { Conflicts } from "./conflicts.ts";
import type { Labels } from "./labels.ts";
import type { ContainerPatch } from "./patches.ts";

/** A revised copy. Its number is its index in the order in which the copies were given. */
export interface MergingRevision {
  readonly number: number;
  readonly name: string;
  readonly source: Source;
  readonly plan: DocumentPlan;
  /** The base is the carrier, and the label is that of this copy alone. */
  readonly orientation: Orientation;
}

export interface Merging {
  readonly base: Source;
  readonly revisions: readonly MergingRevision[];
  readonly labels: Labels;
  readonly conflicts: Conflicts;
  /** Maps a source to its lists that are lists of the base, both by numId. */
  readonly lists: ReadonlyMap<Source, ReadonlyMap<string, string>>;
  /** Maps the plan of a container to whether its revised copy changed anything there. Filled on demand. */
  readonly touched: Map<ContainerPlan, boolean>;
  /** Composes the patches of some revised copies for a container of the base. All changes in it may be one conflict. */
  compose(base: Container, patches: readonly ContainerPatch[], whole?: MergingConflict): ContainerScript;
  /** Returns the next number of a move. Moves are numbered through the whole document. */
  nextMove(): number;
}

/**
 * Returns the orientation of a change that several revised copies made: the content of the first, and the label of all.
 */
export function orientationOf({ revisions, labels }: Merging, numbers: readonly number[]): Orientation {
  return { ...revisions[numbers[0]!]!.orientation, label: labels.of(numbers) };
}
