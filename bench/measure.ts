// Measures CPU time on a machine with other work.
//
// Contenders take turns, and the best turn of each counts, because a disturbance only makes a turn longer. A bench may
// judge ratios of these best turns.

export interface Contender {
  readonly name: string;
  readonly run: () => void;
}

export interface Turns {
  readonly turns: number;
  /** Runs in one turn: several if a single run is too short to be measured. */
  readonly runs: number;
}

/** Returns the CPU milliseconds of one run in the best turn of each contender, by name. */
export function measureInTurns(contenders: readonly Contender[], { turns, runs }: Turns): Map<string, number> {
  const best = new Map(contenders.map(({ name }) => [name, Number.POSITIVE_INFINITY]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { name, run } of contenders) best.set(name, Math.min(best.get(name)!, cpuOf(run, runs)));
  }
  return best;
}

function cpuOf(run: () => void, runs: number): number {
  const start = process.cpuUsage();
  for (let count = 0; count < runs; count += 1) run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / runs;
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A figure with its bar. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly bar: { readonly atLeast: number } | { readonly atMost: number };
}

export function isReached({ value, bar }: Figure): boolean {
  return "atLeast" in bar ? value >= bar.atLeast : value <= bar.atMost;
}

export function figureText(figure: Figure): string {
  const { name, value, bar } = figure;
  const wanted = "atLeast" in bar ? `at least ${bar.atLeast}` : `at most ${bar.atMost}`;
  return `${isReached(figure) ? "ok   " : "SHORT"} ${name.padEnd(64)} ${value.toFixed(2).padStart(9)}   ${wanted}`;
}
