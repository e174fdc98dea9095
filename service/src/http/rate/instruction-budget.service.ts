// Tests the limits of calls to the language model (SRV-83) on a real database.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiError } from "../../contract/api-error.ts";
import { makeTestDatabase, type TestDatabase } from "../../storage/testing/test-database.ts";
import { TestClock } from "../testing/test-server.ts";
import { type InstructionLimits, instructionBudget } from "./instruction-budget.ts";

let parts: TestDatabase;
const clock = new TestClock();
beforeAll(async () => {
  parts = await makeTestDatabase();
});
afterAll(() => parts.close());

const none: InstructionLimits = { atOnce: 0, perMinute: 0, perDay: 0, seconds: 60 };
/** Makes the budget of another process. */
const budget = (limits: Partial<InstructionLimits>) =>
  instructionBudget({ database: parts.database, clock: clock.read }, { ...none, ...limits });

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const problem = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(problem instanceof ApiError)) throw new Error("it was let in");
  return `${problem.status} ${problem.code} ${problem.headers["retry-after"]} ${problem.message}`;
}

test("[SRV-83] so many at once over all processes, and a place that is given back is free", async () => {
  const [one, other, organization] = [budget({ atOnce: 2 }), budget({ atOnce: 2 }), randomUUID()];
  const [release] = await Promise.all([one(organization), other(organization)]);
  expect(await refusalOf(other(organization))).toMatch(/^429 RATE_LIMITED 5 .* 2 .*at the same time/);
  await other(randomUUID());
  await release!();
  const again = await other(organization);
  expect(await refusalOf(one(organization))).toContain("429");
  await again();
});

test("[SRV-83] the place of a process that died is free when a call could not have lasted any longer", async () => {
  const [admit, organization] = [budget({ atOnce: 1 }), randomUUID()];
  const late = await admit(organization);
  clock.pass(60);
  const release = await admit(organization);
  // A call past its time does not release a slot that another call has.
  await late();
  expect(await refusalOf(admit(organization))).toContain("429");
  await release();
});

test("so many a minute and a day, and when there is room again is told", async () => {
  const [admit, organization] = [budget({ perMinute: 2, perDay: 3 }), randomUUID()];
  await admit(organization);
  await admit(organization);
  expect(await refusalOf(admit(organization))).toMatch(/^429 RATE_LIMITED 30 .* 2 .*a minute/);
  clock.pass(30);
  await admit(organization);
  clock.pass(60);
  expect(await refusalOf(admit(organization))).toMatch(/^429 RATE_LIMITED 28\d{3} .* 3 .*a day/);
});
