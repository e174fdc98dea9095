// Tests the table of options: names on the wire and in the library, defaults and flags.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  allDefaults,
  fromWire,
  optionFlags,
  optionNames,
  optionTable,
  toWire,
  type WireOptions,
} from "./option-table.ts";

const combinations = fc.record(
  Object.fromEntries(optionNames.map((name) => [name, fc.constantFrom<string | boolean>(...optionTable[name].values)])),
) as fc.Arbitrary<WireOptions>;

test("[CMP-82] options keep their values from the wire to the library and back", () => {
  fc.assert(
    fc.property(combinations, (options) => {
      expect(toWire(fromWire(options))).toEqual(options);
    }),
  );
});

test("[CMP-82] options that are left out stay left out", () => {
  expect(toWire({ ignoreCase: true })).toEqual({ ignore_case: true });
  expect(fromWire({ detect_moves: false })).toEqual({ detectMoves: false });
});

test("[CMP-82] every row has its default among its values, and its flag sets another one", () => {
  expect(Object.keys(allDefaults)).toHaveLength(optionNames.length);
  for (const name of optionNames) expect(optionTable[name].values).toContain(optionTable[name].default);
  for (const { option, sets } of optionFlags) expect(sets).not.toBe(optionTable[option].default);
});
