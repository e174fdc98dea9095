import { expect, test } from "vitest";
import { NameSet } from "./name-set.ts";
import { type NameId, Names, PLAIN } from "./names.ts";

test("a set has its names and no others, those that a document brings included", () => {
  const names = new Names([]);
  const met = names.nameId(names.namespaceOf(PLAIN.Id), "met");
  const set = new NameSet([PLAIN.Target, PLAIN.Id, PLAIN.Target]);
  expect([...set]).toEqual([PLAIN.Target, PLAIN.Id]);
  expect([set.has(PLAIN.Id), set.has(PLAIN.Type), set.has(met), set.has(-1 as NameId)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(new NameSet([met]).has(met)).toBe(true);
  expect(new NameSet([]).has(PLAIN.Id)).toBe(false);
});
