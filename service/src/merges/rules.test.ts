// Tests names, authors and sources of merges.

import { expect, test } from "vitest";
import { ApiError } from "../contract/api-error.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import { mergeCost, mergeNamesOf, requireEveryAuthor, rolesOf, sourceOf } from "./rules.ts";

const address = "acme@versus.test";

function form(names: readonly string[], authors: readonly string[] = []) {
  const [original, ...revisions] = names.map(
    (fileName): ReceivedFile => ({ fileName, objectKey: fileName, size: 1, sha256: new Uint8Array(32) }),
  );
  return [{ original: original!, revisions }, { texts: () => authors }, address] as const;
}

test("the original keeps its name, and each revision of the same name gets a number", () => {
  const { original, revisions } = mergeNamesOf(...form(["a.docx", "a.docx", "b.docx", "a.docx"]));
  expect(original).toBe("a.docx");
  expect(revisions.map(({ name }) => name)).toEqual(["a (2).docx", "b.docx", "a (3).docx"]);
  expect(revisions[0]?.author).toBe(`${address}-a (2).docx`);
});

test("an author is cut, stripped of control characters, and replaced where it is blank", () => {
  const { revisions } = mergeNamesOf(...form(["a.docx", "b.docx", "c.docx"], ["x\u0000".repeat(120), "\t"]));
  expect(revisions.map(({ author }) => author)).toEqual(["x".repeat(100), `${address}-c.docx`]);
});

test.each([1, 3])("%i authors of two revisions are refused", (count) => {
  const authors = Array.from({ length: count }, () => "Ann");
  expect(() => requireEveryAuthor(authors, ["b.docx", "c.docx"])).toThrow(ApiError);
});

test("sources are named by their place in the form, from 0", () => {
  const revisions = ["a", "b"];
  expect(rolesOf(revisions).map(sourceOf)).toEqual(["base", "revisions[0]", "revisions[1]"]);
  expect(sourceOf("revision-49")).toBe("revisions[49]");
  expect(mergeCost(revisions)).toBe(3);
});
