// Limits the text and XML of one artifact.
//
// The writer counts while it writes, so a document that would exceed the limit fails before the artifact exists. The count is
// the same on every machine.

import { Failure } from "./failure.ts";

export class OutputBudget {
  readonly #most: number;
  #spent = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts bytes or characters that the artifact will contain. Throws a Failure above the limit. */
  spend(count: number): void {
    this.#spent += count;
    if (this.#spent > this.#most) {
      throw new Failure("DOCUMENT_TOO_COMPLEX", `A result would have more than ${this.#most} bytes of text and XML`);
    }
  }

  /** Counts the minimum size of a value as JSON, so that JSON above the limit is never written. */
  spendJson(value: unknown): void {
    if (typeof value === "string") this.spend(value.length + 2);
    else if (Array.isArray(value)) {
      this.spend(value.length + 1);
      for (const item of value) this.spendJson(item);
    } else if (typeof value === "object" && value !== null) {
      this.spend(2);
      for (const [name, member] of Object.entries(value)) {
        if (member === undefined) continue;
        this.spend(name.length + 3);
        this.spendJson(member);
      }
    } else this.spend(1);
  }
}
