// Tests that sources with the same author get distinct names.

import { expect, test } from "vitest";
import { distinctAuthors } from "./distinct-authors.ts";

test("authors of one name are told apart by their files", () => {
  const copies = [
    { author: "Ann", name: "a.docx" },
    { author: "Bea", name: "b.docx" },
    { author: "Ann", name: "c.docx" },
    { author: "Ann", name: "c.docx" },
  ];
  expect(distinctAuthors(copies)).toEqual(["Ann (a.docx)", "Bea", "Ann (c.docx)", "Ann (c.docx) 2"]);
});
