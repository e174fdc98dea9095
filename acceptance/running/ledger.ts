// Counts the passed tests of a run, the rules that they prove, and the codes that they met.

import { allRules, type RuleId } from "../rules.ts";

export class Ledger {
  readonly tell: (line: string) => void;
  passed = 0;
  failed = 0;
  readonly #proven = new Set<RuleId>();
  readonly #broken = new Set<RuleId>();

  constructor(tell: (line: string) => void) {
    this.tell = tell;
  }

  pass(rules: readonly RuleId[] = []): void {
    this.passed += 1;
    for (const rule of rules) this.#proven.add(rule);
  }

  fail(name: string, error: unknown, rules: readonly RuleId[] = []): void {
    this.failed += 1;
    for (const rule of rules) this.#broken.add(rule);
    this.tell(`FAILED ${name}\n  ${messageOf(error)}`);
  }

  /**
   * Reports why a test failed at the first attempt, if it passed at the second. The report of the whole check shows
   * such lines.
   */
  tellSecondTry(name: string, error: unknown): void {
    this.tell(`passed at the second try: ${name}\n  ${messageOf(error)}`);
  }

  /** Checks after a whole run that every rule is proven by a test and broken by none, or is waiting. */
  closeRules(): void {
    const unproven = allRules.filter(
      ({ id, apart }) => apart === undefined && (!this.#proven.has(id) || this.#broken.has(id)),
    );
    const untrue = allRules.filter(({ id, apart }) => apart !== undefined && this.#proven.has(id));
    const apart = allRules.filter((rule) => rule.apart !== undefined);
    const held = allRules.length - apart.length - unproven.length;
    this.tell(`rules: ${held} of ${allRules.length} proven, ${apart.length} wait for something`);
    this.#close(
      "every rule has a test that proves it",
      unproven.map(({ id, rule }) => `${id}: ${rule}`),
    );
    this.#close(
      "no rule that waits has a test",
      untrue.map(({ id }) => id),
    );
  }

  /**
   * Checks after a whole run that every code of the table was raised, or is in the list of those that cannot be. No
   * other code may have been raised.
   */
  closeCodes(listed: readonly string[], { raised, apart }: CodesFound): void {
    const count = listed.filter((code) => raised.has(code)).length;
    this.tell(`codes: ${count} of ${listed.length} raised, ${Object.keys(apart).length} cannot be raised yet`);
    this.#close(
      "every code of the errors topic was raised",
      listed.filter((code) => !raised.has(code) && !(code in apart)),
    );
    this.#close(
      "every code that was raised is in the errors topic",
      [...raised].filter((code) => !listed.includes(code)),
    );
    this.#close(
      "no code that cannot be raised was raised, and all of them are listed",
      Object.keys(apart).filter((code) => raised.has(code) || !listed.includes(code)),
    );
  }

  #close(name: string, faults: readonly string[]): void {
    if (faults.length === 0) this.pass();
    else this.fail(name, faults.join("\n"));
  }
}

export interface CodesFound {
  readonly raised: ReadonlySet<string>;
  /** Codes that nothing can raise now, each with the reason. */
  readonly apart: Readonly<Record<string, string>>;
}

/** Indents the message, as it belongs to the line above. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll("\n", "\n  ");
}
