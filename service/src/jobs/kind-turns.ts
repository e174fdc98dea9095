// Kinds of jobs that share the same hands, turn by turn: however many jobs of one kind there are, each other kind that has
// any is asked before that one gets its next. A kind is asked while there may be work of it: since it was woken, and as
// long as it gives.

export class KindTurns {
  /** Those that may have work, in the order in which they are asked. */
  readonly #likely = new Set<string>();

  /** There may be work of the kind. */
  wake(kind: string): void {
    this.#likely.add(kind);
  }

  /** Up to so many; `ask` gives up to as many of one kind as it is asked for. */
  async claim<Claim>(
    most: number,
    ask: (kind: string, most: number) => Promise<readonly Claim[]>,
  ): Promise<readonly Claim[]> {
    const claims: Claim[] = [];
    while (claims.length < most) {
      const [kind] = this.#likely;
      if (kind === undefined) break;
      // Taken out first: who wakes it meanwhile puts it back.
      this.#likely.delete(kind);
      const left = most - claims.length;
      const isAlone = this.#likely.size === 0;
      let given: readonly Claim[] = [];
      try {
        given = await ask(kind, isAlone ? left : 1);
      } catch (problem) {
        this.#likely.add(kind);
        // The caller works on the jobs claimed so far. Its next call asks this kind again.
        if (claims.length > 0) return claims;
        throw problem;
      }
      if (given.length > 0) this.#likely.add(kind);
      claims.push(...given);
    }
    return claims;
  }
}
