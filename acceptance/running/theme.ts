// Runs tests in themes. Each test has a name that is a sentence, and the rules that it proves.
//
// A test passes if it does not throw.

import type { Service } from "../calls/service.ts";
import type { RuleId } from "../rules.ts";
import type { Ledger } from "./ledger.ts";
import type { Organization, World } from "./world.ts";

/** The environment of a theme. */
export interface Stage {
  readonly world: World;
  /** Uses the key of the ordinary organization. */
  readonly service: Service;
  readonly ordinary: Organization;
  /** An organization with zero-day retention. */
  readonly zeroDay: Organization;
  /** Another organization, which must not learn anything about the first. */
  readonly second: Organization;
  /** An organization whose usage is checked. Themes that run at the same time do not use it. */
  readonly counted: Organization;
  /** The lines of the API's log. */
  readonly log: readonly string[];
  readonly test: (name: string, rules: readonly RuleId[], run: () => unknown) => void;
}

export interface Theme {
  readonly name: string;
  readonly write: (stage: Stage) => void;
}

/** Returns a theme whose tests are written by one or more functions. */
export function theme(name: string, ...parts: readonly ((stage: Stage) => void)[]): Theme {
  return { name, write: (stage) => parts.forEach((write) => void write(stage)) };
}

/** Returns a function that makes the value at the first call, and again only if that failed. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/**
 * Runs the tests one after another and reports failures. A failed test is tried once more, for the same reason as in
 * tools/check/steps.ts: many tests limit the time within which something happens. The report names tests that pass at
 * the second attempt.
 */
export async function runTheme({ name, write }: Theme, stage: Omit<Stage, "test">, ledger: Ledger): Promise<void> {
  const tests: { readonly name: string; readonly rules: readonly RuleId[]; readonly run: () => unknown }[] = [];
  write({ ...stage, test: (test, rules, run) => void tests.push({ name: test, rules, run }) });
  const start = performance.now();
  let passed = 0;
  for (const test of tests) {
    const full = `${name}: ${test.name}`;
    const first = await failureOf(test.run);
    const last = first === undefined ? undefined : await failureOf(test.run);
    if (last !== undefined) {
      ledger.fail(full, last.error, test.rules);
      continue;
    }
    if (first !== undefined) ledger.tellSecondTry(full, first.error);
    ledger.pass(test.rules);
    passed += 1;
  }
  ledger.tell(`${name}: ${passed} of ${tests.length} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

async function failureOf(run: () => unknown): Promise<{ readonly error: unknown } | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return { error };
  }
}
