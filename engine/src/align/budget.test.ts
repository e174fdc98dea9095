// Tests when a budget is spent.

import { expect, test } from "vitest";
import { Budget } from "./budget.ts";

test("a budget is spent once more was used than it has, and goes on counting", () => {
  const budget = new Budget(3);
  expect([budget.spend(2), budget.spend(1), budget.isSpent]).toEqual([true, true, false]);
  expect([budget.spend(1), budget.spend(0), budget.isSpent, budget.used]).toEqual([false, false, true, 4]);
});
