// Makes the labels of a merge: the author of a change is one copy or several that made it.

import type { ChangeLabel } from "../redline/script/script.ts";

/** Maximum number of characters in the name of an author. Word does not keep a longer one. */
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

  /** Returns the label of some revised copies: one object for each set of revised copies. */
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

  /** True if the label with this author includes the revised copy. */
  includes(author: string, revision: number): boolean {
    return this.#byAuthor.get(author)?.includes(revision) === true;
  }

  /** The labels that were requested, in the order of their revised copies. */
  get all(): readonly { readonly author: string; readonly revisions: readonly number[] }[] {
    return [...this.#known.values()]
      .map(({ author, revisions }) => ({ author, revisions }))
      .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  }

  #authorOf(revisions: readonly number[]): string {
    const authors = revisions.map((number) => this.#authors[number]!);
    const whole = authors.join(", ");
    if (whole.length <= LONGEST) return whole;
    // A number distinguishes two sets whose names begin with the same authors.
    const other = [...this.#known.values()].filter(({ author }) => author.length > LONGEST / 2).length + 1;
    let count = authors.length - 1;
    const shortened = (): string =>
      `${authors.slice(0, count).join(", ")} and ${authors.length - count} more (${other})`;
    while (count > 1 && shortened().length > LONGEST) count -= 1;
    // Do not end with the first half of a surrogate pair.
    return shortened()
      .slice(0, LONGEST)
      .replace(/[\ud800-\udbff]$/, "");
  }
}

/** Returns text that sorts labels by their revised copies, one after the other. It is different for every label. */
function orderOf({ revisions }: { readonly revisions: readonly number[] }): string {
  return String.fromCharCode(...revisions);
}
