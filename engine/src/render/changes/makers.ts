// Who made a change: a person and a version of the document, or several that made the same change in a merge.

import { type MergeRecord, revisionsByLabel } from "../../document/merge-record.ts";
import type { AuthorsView, View } from "../../document/text/views.ts";
import type { Change } from "../redline.ts";

export type Maker = Pick<Change, "author" | "revision" | "authors" | "revisions">;

/** Tells the makers of changes by the authors that the document names. */
export class Makers {
  readonly #revision: string;
  readonly #record: MergeRecord | undefined;
  readonly #byLabel: ReadonlyMap<string, readonly number[]>;

  /** `revision` is the version that made every change of a document without a record. */
  constructor(revision: string, record?: MergeRecord) {
    this.#revision = revision;
    this.#record = record;
    this.#byLabel = record === undefined ? new Map() : revisionsByLabel(record);
  }

  /** Names may contain commas, so a merge also gives them as lists. */
  of(label: string): Maker {
    const indexes = this.#byLabel.get(label);
    return indexes === undefined ? { author: label, revision: this.#revision } : this.ofRevisions(indexes);
  }

  /** A change that some revisions of a merge made together. */
  ofRevisions(indexes: readonly number[]): Maker {
    const made = indexes.flatMap((index) => this.#record?.revisions[index] ?? []);
    const authors = made.map(({ author }) => author);
    const revisions = made.map(({ name }) => name);
    return { author: authors.join(", "), revision: revisions.join(", "), authors, revisions };
  }

  /** Each revision of a merge, as the view that takes its changes alone; none for another document. */
  get views(): readonly RevisionView[] {
    return (this.#record?.revisions ?? []).map((_, index) => ({
      index,
      accepts: (label) => this.#byLabel.get(label)?.includes(index) === true,
    }));
  }
}

/** One revision of a merge: its own changes accepted, those of all others rejected. */
export interface RevisionView extends AuthorsView {
  readonly index: number;
}

export function isRevisionView(view: View): view is RevisionView {
  return typeof view === "object" && "index" in view;
}
