// What a run comes to: how many tests passed, which rules they prove, which codes were seen.

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

  /** Of a test that passed when it was tried again: why it failed before. The report of the whole check shows such lines. */
  tellSecondTry(name: string, error: unknown): void {
    this.tell(`passed at the second try: ${name}\n  ${messageOf(error)}`);
  }

  /** After a whole run: every rule is proven by some test and broken by none, or says what it waits for. */
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

  /** After a whole run: every code of the table was raised, or stands in the list of those that cannot be. */
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
  /** Those that nothing can raise now, each with the reason. */
  readonly apart: Readonly<Record<string, string>>;
}

/** Indented, as what belongs to the line above. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll("\n", "\n  ");
}
