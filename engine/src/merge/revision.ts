// The things that every part of a merge needs: the base, its revised copies, who signs, and the conflicts found so far.

import type { DocumentPlan } from "../compare/plan/plan-document.ts";
import type { Orientation } from "../compare/script/orientation.ts";
import type { Container } from "../redline/content/items.ts";
import type { Source } from "../redline/content/source.ts";
import type { ContainerScript } from "../redline/script/script.ts";
import type { Conflicts } from "./conflicts.ts";
import type { Labels } from "./labels.ts";
import type { ContainerPatch } from "./patches.ts";

/** A revised copy. Its number is its place in the order in which the copies were given. */
export interface MergingRevision {
  readonly number: number;
  readonly name: string;
  readonly source: Source;
  readonly plan: DocumentPlan;
  /** The base carries, and this copy alone signs. */
  readonly orientation: Orientation;
}

export interface Merging {
  readonly base: Source;
  readonly revisions: readonly MergingRevision[];
  readonly labels: Labels;
  readonly conflicts: Conflicts;
  /** By source: which of its lists are which of the base's, by numId. */
  readonly lists: ReadonlyMap<Source, ReadonlyMap<string, string>>;
  /** Composes what some revisions did to a container of the base. */
  compose(base: Container, patches: readonly ContainerPatch[]): ContainerScript;
  /** Moves are numbered through the whole document. */
  nextMove(): number;
}

/** How a change that several revisions made is read and signed: their content is that of the first. */
export function orientationOf({ revisions, labels }: Merging, numbers: readonly number[]): Orientation {
  return { ...revisions[numbers[0]!]!.orientation, label: labels.of(numbers) };
}
