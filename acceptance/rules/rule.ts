// What a row of the rules is.

/** A rule that holds now, in brief; or one that cannot be tried yet, with what it waits for. */
export type Rule = string | RuleApart;

export interface RuleApart {
  readonly rule: string;
  /** Why no test can try it now. */
  readonly apart: string;
}

/** A rule that waits for something. */
export function waiting(apart: string): (rule: string) => RuleApart {
  return (rule) => ({ rule, apart });
}
