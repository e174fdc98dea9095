// Tests which statements are prepared.

import { expect, test } from "vitest";
import { statementName } from "./prepared-statements.ts";

function namesOf(text: string): (string | undefined)[] {
  return Array.from({ length: 4 }, () => statementName(text));
}

test("a statement that comes again gets a name of its own, and keeps it", () => {
  const [first, second, third, fourth] = namesOf("select status from comparisons where comparison_id = $1");
  expect([first, second]).toEqual([undefined, undefined]);
  expect(third).toMatch(/^versus_\d+$/);
  expect(fourth).toBe(third);
  expect(namesOf("select author from comparisons where comparison_id = $1")[3]).not.toBe(third);
});

test("what asks for every column, or is several statements, is never prepared", () => {
  const texts = ["select * from jobs where job_id = $1", 'select "jobs".* from "jobs"', "delete from jobs returning *"];
  for (const text of [...texts, "begin; select 1"]) expect(namesOf(text)).toEqual(Array(4).fill(undefined));
  expect(namesOf("select count(*) from jobs where kind = $1")[3]).toBeDefined();
});
