import { expect, test } from "vitest";
import { ensure, Failure } from "./failure.ts";
import { documentProblems } from "./problems.ts";

test("a failure says what is wrong, which rule was broken, and where", () => {
  const failure = new Failure("XML_INVALID", "A prefix is not declared", { part: "word/document.xml", offset: 12 });
  expect(failure.message).toBe(
    `${documentProblems.XML_INVALID.meaning} A prefix is not declared in word/document.xml at byte 12.`,
  );
});

test("a part's name is cut short and made printable before it is repeated", () => {
  const failure = new Failure("PACKAGE_INVALID", "Rule", { part: `line\nbreak ü ${"x".repeat(200)}` });
  expect(failure.message).toContain("line?break???x");
  expect(failure.message.length).toBeLessThan(160);
});

test("a broken invariant is a fault, not a failure", () => {
  expect(() => ensure(false, "two is one more than one")).toThrow(expect.objectContaining({ name: "Fault" }));
});
