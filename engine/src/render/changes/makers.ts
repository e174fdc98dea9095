// Finds who made a change: an author and a version, or several of a merge that made the same change.

import { type MergeRecord, revisionsByLabel } from "../../document/merge-record.ts";
import type { AuthorsView, View } from "../../document/text/views.ts";
import type { Change } from "../redline.ts";

export type Maker = Pick<Change, "author" | "revision" | "authors" | "revisions">;

/** Finds the maker of a change by the author that the document names. */
export class Makers {
  readonly #revision: string;
  readonly #record: MergeRecord | undefined;
  readonly #byLabel: ReadonlyMap<string, readonly number[]>;

  /** `revision` is the version that made every change of a document without a merge record. */
  constructor(revision: string, record?: MergeRecord) {
    this.#revision = revision;
    this.#record = record;
    this.#byLabel = record === undefined ? new Map() : revisionsByLabel(record);
  }

  /** Returns the maker for an author. Names may contain commas, so a merge also gives them as lists. */
  of(label: string): Maker {
    const indexes = this.#byLabel.get(label);
    return indexes === undefined ? { author: label, revision: this.#revision } : this.ofRevisions(indexes);
  }

  /** Returns the maker of a change that several revisions of a merge made together. */
  ofRevisions(indexes: readonly number[]): Maker {
    const made = indexes.flatMap((index) => this.#record?.revisions[index] ?? []);
    const authors = made.map(({ author }) => author);
    const revisions = made.map(({ name }) => name);
    return { author: authors.join(", "), revision: revisions.join(", "), authors, revisions };
  }

  /** Each revision of a merge, as the view that accepts its changes alone. Empty for other documents. */
  get views(): readonly RevisionView[] {
    return (this.#record?.revisions ?? []).map((_, index) => ({
      index,
      accepts: (label) => this.#byLabel.get(label)?.includes(index) === true,
    }));
  }
}

/** A revision of a merge: its own changes are accepted, all others rejected. */
export interface RevisionView extends AuthorsView {
  readonly index: number;
}

export function isRevisionView(view: View): view is RevisionView {
  return typeof view === "object" && "index" in view;
}
