// Gives out the ids of a result.
//
// All importers of the result share one instance, so that content of two sources never gets the same id.

import type { WordDocument } from "../../document/open-document.ts";
import { wholeNumber } from "../../document/values.ts";
import { ObjectIds } from "./object-ids.ts";

export class ResultIds {
  readonly objects: ObjectIds;
  readonly #numbers = new Map<string, FreshIds>();
  #identities: Set<string> | undefined;

  constructor(result: WordDocument) {
    this.objects = new ObjectIds(result);
  }

  /** Returns the free numbers of a kind. They begin above all numbers that were taken at the first call. */
  numbers(kind: "list" | "definition" | "bullet" | "footnote" | "endnote", taken: () => Iterable<string>): FreshIds {
    const known = this.#numbers.get(kind) ?? new FreshIds(taken());
    this.#numbers.set(kind, known);
    return known;
  }

  /** Returns the set of taken w:nsid values of list definitions. */
  identities(taken: () => Iterable<string>): Set<string> {
    this.#identities ??= new Set(taken());
    return this.#identities;
  }
}

/** Numbers above all taken ones. */
export class FreshIds {
  #last: number;

  constructor(taken: Iterable<string>) {
    this.#last = [...taken].reduce((most, id) => Math.max(most, wholeNumber(id) ?? 0), 0);
  }

  next(): string {
    this.#last += 1;
    return String(this.#last);
  }
}
