// Defines a row of the rules.

/** A short rule that is in force, or one that cannot be tested yet, with the reason. */
export type Rule = string | RuleApart;

export interface RuleApart {
  readonly rule: string;
  /** The reason why no test can check it now. */
  readonly apart: string;
}

/** Returns a function that marks a rule as waiting for something. */
export function waiting(apart: string): (rule: string) => RuleApart {
  return (rule) => ({ rule, apart });
}
