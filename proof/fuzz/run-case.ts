// Runs one case: makes its input from the seed, checks it, and shrinks an input that fails.

import { caseSeed, Random } from "../runner/random.ts";
import { shrink } from "./shrink.ts";
import { Counts, focusOf, PropertyBroken, type Target } from "./target.ts";

/** A case of a run: the seed of the run and the number of the case. */
export interface Case {
  readonly seed: number;
  readonly caseNumber: number;
}

/** A failure, and the input that shows it. */
export interface CaseFailure {
  readonly caseNumber: number;
  readonly property: string;
  readonly message: string;
  readonly input: string;
}

/** CPU time after which a case counts as failed. The slowest correct case takes well under a second. */
export const MOST_CPU_SECONDS = 5;
/** CPU time for shrinking one failing input. */
const SHRINK_SECONDS = 10;

export function makeInput<Input>(target: Target<Input>, { seed, caseNumber }: Case): Input {
  return target.generate(new Random(caseSeed(seed, caseNumber)), focusOf(target.features, caseNumber));
}

/** Checks an input. Returns the failure, or undefined. */
export function checkInput<Input>(target: Target<Input>, input: Input, counts: Counts): Error | undefined {
  const started = process.threadCpuUsage();
  try {
    target.check(input, counts);
  } catch (problem) {
    return problem instanceof Error ? problem : new Error(String(problem));
  }
  const seconds = secondsSince(started);
  return seconds > MOST_CPU_SECONDS ? new PropertyBroken("a case is quick", `${seconds.toFixed(1)} s`) : undefined;
}

function secondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1e6;
}

/** Returns a failure as text, with its input. */
export function describeFailure<Input>(
  target: Target<Input>,
  caseNumber: number,
  failed: { readonly input: Input; readonly problem: Error },
): CaseFailure {
  const { input, problem } = failed;
  const isOurs = problem instanceof PropertyBroken;
  const message = isOurs ? problem.message : (problem.stack ?? problem.message);
  return { caseNumber, property: propertyOf(problem), message, input: target.show(input) };
}

/** Returns the smallest input found that fails with the same property. Calls `beat` before each attempt. */
export function shrinkFailure<Input>(
  target: Target<Input>,
  failed: { readonly input: Input; readonly problem: Error },
  beat: () => void,
): { readonly input: Input; readonly problem: Error } {
  const property = propertyOf(failed.problem);
  const stillFails = (candidate: Input): boolean => {
    beat();
    const problem = checkInput(target, candidate, new Counts());
    return problem !== undefined && propertyOf(problem) === property;
  };
  const started = process.threadCpuUsage();
  const isSpent = () => secondsSince(started) > SHRINK_SECONDS;
  const input = shrink(failed.input, target.shrinking, { stillFails, isSpent });
  beat();
  return input === failed.input
    ? failed
    : { input, problem: checkInput(target, input, new Counts()) ?? failed.problem };
}

/** Returns what identifies a kind of failure: the property, or the exception and the code position that threw it. */
function propertyOf(problem: Error): string {
  if (problem instanceof PropertyBroken) return problem.property;
  const origin = /at .*/.exec(problem.stack ?? "")?.[0] ?? "";
  return `${problem.name} ${origin.replace(/\(.*\//, "(")}`;
}
