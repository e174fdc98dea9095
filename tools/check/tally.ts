// Counts of what passed and failed. A command that counts for itself prints lines of the form `N passed, N failed`;
// one that does not counts as one, by its exit code.

/** How many things passed and failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** Begins a line that names a test that failed, was tried again, and passed. */
export const SECOND_TRY = "passed at the second try: ";

const tallyLine = /^(\d+) passed, (\d+) failed$/gm;

/** The sum of all tallies. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** What a finished command counts for. One that ended badly counts at least one failure, whatever it printed. */
export function tallyOf(output: string, succeeded: boolean): Tally {
  const printed = [...output.matchAll(tallyLine)].map(([, passed, failed]) => ({
    passed: Number(passed),
    failed: Number(failed),
  }));
  if (printed.length === 0) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const { passed, failed } = sumTallies(printed);
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) };
}

/** The line that states a tally. */
export function tallyText({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
