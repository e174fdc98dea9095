// Tests how the spread of a control is computed.

import { expect, test } from "vitest";
import { spreadOf } from "./against.ts";

test("a control strays as far from 1 as the middle half of its rounds, on either side", () => {
  expect(spreadOf([1, 1, 1, 1])).toBe(0);
  expect(spreadOf([0.9, 0.98, 1, 1, 1, 1.01, 1.5, 3])).toBeCloseTo(0.01);
  expect(spreadOf([0.5, 0.96, 0.97, 1, 1, 1, 1.02, 1.02])).toBeCloseTo(0.03);
});
