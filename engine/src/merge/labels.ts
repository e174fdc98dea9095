// Who a change of a merge is by: one revision, or several that made the same change.

import type { ChangeLabel } from "../redline/script/script.ts";

/** Word keeps no longer name of an author. */
const LONGEST = 255;

export class Labels {
  readonly #authors: readonly string[];
  readonly #date: string;
  readonly #known = new Map<string, ChangeLabel & { readonly revisions: readonly number[] }>();

  readonly #byAuthor = new Map<string, readonly number[]>();

  constructor(authors: readonly string[], date: string) {
    this.#authors = authors;
    this.#date = date;
  }

  /** The label of some revisions, one object for one set of them. */
  of(revisions: readonly number[]): ChangeLabel {
    const sorted = [...new Set(revisions)].sort((one, other) => one - other);
    const key = sorted.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const label = { author: this.#authorOf(sorted), date: this.#date, revisions: sorted };
    this.#known.set(key, label);
    this.#byAuthor.set(label.author, sorted);
    return label;
  }

  /** True if a label that is known by its author stands for a revision. */
  includes(author: string, revision: number): boolean {
    return this.#byAuthor.get(author)?.includes(revision) === true;
  }

  /** Those that were asked for, in the order in which their revisions were given. */
  get all(): readonly { readonly author: string; readonly revisions: readonly number[] }[] {
    return [...this.#known.values()]
      .map(({ author, revisions }) => ({ author, revisions }))
      .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  }

  #authorOf(revisions: readonly number[]): string {
    const authors = revisions.map((number) => this.#authors[number]!);
    const whole = authors.join(", ");
    if (whole.length <= LONGEST) return whole;
    // Two sets that begin alike are told apart by their number.
    const other = [...this.#known.values()].filter(({ author }) => author.length > LONGEST / 2).length + 1;
    let count = authors.length - 1;
    const shortened = (): string =>
      `${authors.slice(0, count).join(", ")} and ${authors.length - count} more (${other})`;
    while (count > 1 && shortened().length > LONGEST) count -= 1;
    // Never half of a pair of units.
    return shortened()
      .slice(0, LONGEST)
      .replace(/[\ud800-\udbff]$/, "");
  }
}

/** Text that is sorted as the revisions of a label are, one after the other. No two labels have the same. */
function orderOf({ revisions }: { readonly revisions: readonly number[] }): string {
  return String.fromCharCode(...revisions);
}
