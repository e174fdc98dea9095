// Tests which words of a text count as lost in a Word document.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lostWords } from "./lost-words.ts";

const document = readFileSync(join(import.meta.dirname, "../../../corpus/docx/tables/table-with-header.docx"));
const name = "table-with-header.docx";

test("a word that the document does not have is lost, and it alone", () => {
  const [word] = lostWords("Unheard of", document, name);
  expect(word).toBe("unheard");
});

test("labels of lists, numbers of notes and the name of the file are not looked for", () => {
  expect(lostWords("1.2) \n\u2022 \ntable", document, name)).toEqual([]);
});
