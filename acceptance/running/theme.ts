// Tests, a theme at a time: each has a name that is a sentence, and passes when it does not throw.

import type { Service } from "../calls/service.ts";
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
  readonly test: (name: string, run: () => unknown) => void;
}

export interface Theme {
  readonly name: string;
  readonly write: (stage: Stage) => void;
}

/** Its tests may be written by several functions. */
export function theme(name: string, ...parts: readonly ((stage: Stage) => void)[]): Theme {
  return { name, write: (stage) => parts.forEach((write) => void write(stage)) };
}

/** Made when it is first asked for, and no more than once. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export interface Tally {
  passed: number;
  failed: number;
}

/** Runs its tests one after the other and tells of those that fail. */
export async function runTheme(
  { name, write }: Theme,
  stage: Omit<Stage, "test">,
  { tally, tell }: { readonly tally: Tally; readonly tell: (line: string) => void },
): Promise<void> {
  const tests: { readonly name: string; readonly run: () => unknown }[] = [];
  write({ ...stage, test: (test, run) => void tests.push({ name: test, run }) });
  const start = performance.now();
  let passed = 0;
  for (const test of tests) {
    try {
      await test.run();
      passed += 1;
    } catch (error) {
      tally.failed += 1;
      tell(`FAILED ${name}: ${test.name}\n  ${messageOf(error).replaceAll("\n", "\n  ")}`);
    }
  }
  tally.passed += passed;
  tell(`${name}: ${passed} of ${tests.length} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
