// Counts passed and failed checks by name, and keeps the words of the first 20 failures.

export class Findings {
  readonly #passed = new Map<string, number>();
  readonly #failed = new Map<string, number>();
  readonly #words: string[] = [];

  check(name: string, isSo: boolean, words: () => string = () => name): void {
    const counts = isSo ? this.#passed : this.#failed;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (!isSo && this.#words.length < 20) this.#words.push(`${name}: ${words()}`);
  }

  get passed(): number {
    return sum(this.#passed);
  }

  get failed(): number {
    return sum(this.#failed);
  }

  lines(): string[] {
    const names = new Set([...this.#passed.keys(), ...this.#failed.keys()]);
    const counts = [...names].map(
      (name) =>
        `${String(this.#passed.get(name) ?? 0).padStart(6)} ok ${String(this.#failed.get(name) ?? 0).padStart(5)} not  ${name}`,
    );
    return [...counts, ...this.#words.map((words) => `FAILED ${words}`)];
  }
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
