// Tests that a shape and a scale always give the same bytes, and that unknown shapes are refused.

import { expect, test } from "vitest";
import { makeShape, shapeNames } from "./shapes.ts";

test("there are 18 shapes, and a scale always gives the same bytes", () => {
  expect(shapeNames).toHaveLength(18);
  for (const name of shapeNames) expect(makeShape(name, 0.001)).toEqual(makeShape(name, 0.001));
});

test("a shape that does not exist is refused by name", () => {
  expect(() => makeShape("round", 1)).toThrow("There is no shape round");
});
