// Tests, a theme at a time: each has a name that is a sentence, the rules that it proves, and passes when it does not
// throw.

import type { Service } from "../calls/service.ts";
import type { RuleId } from "../rules.ts";
import type { Ledger } from "./ledger.ts";
import type { Organization, World } from "./world.ts";

/** What a theme is given. */
export interface Stage {
  readonly world: World;
  /** With the key of the ordinary organization. */
  readonly service: Service;
  readonly ordinary: Organization;
  /** Its comparisons are made under zero-day retention. */
  readonly zeroDay: Organization;
  /** Another one, which may know nothing of the first. */
  readonly second: Organization;
  /** What it uses is looked at; themes that run at the same time leave it alone. */
  readonly counted: Organization;
  /** The lines that the API has logged. */
  readonly log: readonly string[];
  readonly test: (name: string, rules: readonly RuleId[], run: () => unknown) => void;
}

export interface Theme {
  readonly name: string;
  readonly write: (stage: Stage) => void;
}

/** Its tests may be written by several functions. */
export function theme(name: string, ...parts: readonly ((stage: Stage) => void)[]): Theme {
  return { name, write: (stage) => parts.forEach((write) => void write(stage)) };
}

/** Made when it is first asked for, and no more than once, unless it could not be made. */
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
 * Runs its tests one after the other and tells of those that fail. One that fails is tried a second time, as in the steps of
 * tools/check/steps.ts and for their reason: many say how soon something happens. The report names those that then pass.
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
