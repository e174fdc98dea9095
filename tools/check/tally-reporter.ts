// Prints a line `N passed, N failed` at the end of a run of vitest.
//
// A file that could not be loaded and an error outside tests count as failures. A test that passed only at the second
// attempt is named, so that nobody overlooks it.

import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { SECOND_TRY, tallyText } from "./tally.ts";

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const errors = modules.reduce((sum, module) => sum + module.errors().length, unhandledErrors.length);
    for (const test of tests) if (test.diagnostic()?.flaky) console.log(`${SECOND_TRY}${test.fullName}`);
    console.log(tallyText({ passed, failed: tests.length - passed + errors }));
  }
}
