// One case: make its input from the seed, check it, and where it fails find a smaller input that fails alike.

import { caseSeed, Random } from "../runner/random.ts";
import { shrink } from "./shrink.ts";
import { Counts, focusOf, PropertyBroken, type Target } from "./target.ts";

/** A case of a run of a target. */
export interface Case {
  readonly seed: number;
  readonly caseNumber: number;
}

/** What went wrong, and the input that shows it. */
export interface CaseFailure {
  readonly caseNumber: number;
  readonly property: string;
  readonly message: string;
  readonly input: string;
}

/** CPU time after which a case counts as failed; the slowest honest one takes well under a second. */
export const MOST_CPU_SECONDS = 5;
/** CPU time to spend on making one failing input smaller. */
const SHRINK_SECONDS = 10;

export function makeInput<Input>(target: Target<Input>, { seed, caseNumber }: Case): Input {
  return target.generate(new Random(caseSeed(seed, caseNumber)), focusOf(target.features, caseNumber));
}

/** Checks an input; gives what failed, if anything did. */
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

/** A failure in words, with its input. */
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

/** The smallest input that fails in the same way. `beat` is called before each try. */
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

/** What tells one kind of failure from another: the property, or the exception and where it came from. */
function propertyOf(problem: Error): string {
  if (problem instanceof PropertyBroken) return problem.property;
  const origin = /at .*/.exec(problem.stack ?? "")?.[0] ?? "";
  return `${problem.name} ${origin.replace(/\(.*\//, "(")}`;
}
