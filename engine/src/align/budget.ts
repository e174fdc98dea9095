// Counts the work that may still be done, in steps.
//
// An alignment of hostile or unrelated sequences must end, and with the same result on every machine. So work is
// counted, never timed. A function spends steps for its work, and returns a coarser result after the budget is spent.
// Each function defines what a step is; a step is always a bounded amount of work.

export class Budget {
  readonly #steps: number;
  #used = 0;

  constructor(steps: number) {
    this.#steps = steps;
  }

  /**
   * Records work that is done or about to be done. Returns false once more was spent than the budget has; the caller
   * then returns what it has.
   */
  spend(steps: number): boolean {
    this.#used += steps;
    return this.#used <= this.#steps;
  }

  get used(): number {
    return this.#used;
  }

  get isSpent(): boolean {
    return this.#used > this.#steps;
  }
}
