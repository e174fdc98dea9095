// The ids that a result gives out, shared by all who bring something into it: two sources must not be given one.

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

  /** Numbers of a kind, above all that are taken when the kind is first asked for. */
  numbers(kind: "list" | "definition" | "bullet" | "footnote" | "endnote", taken: () => Iterable<string>): FreshIds {
    const known = this.#numbers.get(kind) ?? new FreshIds(taken());
    this.#numbers.set(kind, known);
    return known;
  }

  /** The identities of definitions of lists. */
  identities(taken: () => Iterable<string>): Set<string> {
    this.#identities ??= new Set(taken());
    return this.#identities;
  }
}

/** Numbers above all that are taken. */
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
