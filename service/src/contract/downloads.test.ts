// Tests that artifact keys are written and read, and that other text is refused.

import { expect, test } from "vitest";
import { artifactKeyOf, readArtifactKey } from "./downloads.ts";

test("an artifact's key tells its owner and format", () => {
  const key = artifactKeyOf("cmp_01jb2m3n4p5q6r7s8t9v0w1x2y", "pdf_changed_pages_only");
  expect(readArtifactKey(key)).toEqual({ ownerId: "cmp_01jb2m3n4p5q6r7s8t9v0w1x2y", format: "pdf_changed_pages_only" });
});

test.each(["", "cmp_x", ".docx", "a.b.docx", "a/b.docx", "cmp_x.DOCX", "cmp_x."])("%j is no such key", (text) => {
  expect(readArtifactKey(text)).toBeUndefined();
});
