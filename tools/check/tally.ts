// Counts passes and failures. A command that counts itself prints lines `N passed, N failed`.
//
// Any other command counts as one, by its exit code.

/** The numbers of passes and failures. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** The start of a line that names a test that failed, was tried again, and passed. */
export const SECOND_TRY = "passed at the second try: ";

const tallyLine = /^(\d+) passed, (\d+) failed$/gm;

/** Returns the sum of all tallies. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** Returns the tally of a finished command. A command that failed counts at least one failure, whatever it printed. */
export function tallyOf(output: string, succeeded: boolean): Tally {
  const printed = [...output.matchAll(tallyLine)].map(([, passed, failed]) => ({
    passed: Number(passed),
    failed: Number(failed),
  }));
  if (printed.length === 0) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const { passed, failed } = sumTallies(printed);
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) };
}

/** Returns the line that states a tally. */
export function tallyText({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
