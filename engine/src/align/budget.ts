// How much work may still be done, in steps.
//
// An alignment of hostile or hopeless sequences must end, and end the same way on every machine. So work is counted,
// never timed: who works spends steps, and once the budget is spent answers more coarsely. What a step is, the
// function that spends says; it is always a bounded piece of work.

export class Budget {
  readonly #steps: number;
  #used = 0;

  constructor(steps: number) {
    this.#steps = steps;
  }

  /** Notes work that is done or about to be done. False once more was spent than there is: answer with what is known. */
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
