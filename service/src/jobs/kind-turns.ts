// Alternates between kinds of jobs that share the same slots (SRV-14).
//
// However many jobs of one kind there are, each other kind with work is asked before that kind gets its next job. A
// kind is asked while it may have work: after it was woken, and as long as it returns jobs.

export class KindTurns {
  /** Kinds that may have work, in the order in which they are asked. */
  readonly #likely = new Set<string>();

  /** Notes that the kind may have work. */
  wake(kind: string): void {
    this.#likely.add(kind);
  }

  /** Returns at most `most` claims. `ask` returns at most the requested number of one kind. */
  async claim<Claim>(
    most: number,
    ask: (kind: string, most: number) => Promise<readonly Claim[]>,
  ): Promise<readonly Claim[]> {
    const claims: Claim[] = [];
    while (claims.length < most) {
      const [kind] = this.#likely;
      if (kind === undefined) break;
      // Removed first, so that a wake during the call adds it again.
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
