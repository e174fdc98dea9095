// Tests which white space is removed because Word does not show it.

import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { docx } from "../../../testing/documents.ts";
import { openDocument } from "../open-document.ts";
import { wordNames } from "../word-names.ts";
import { paragraphsOf } from "./blocks.ts";
import { ParagraphReader } from "./inlines.ts";
import { removeLostSpace } from "./lost-space.ts";
import { bodyOf } from "./stories.ts";

/** Returns the text of a paragraph with one run, after the lost white space was removed. */
function shownText(run: string): string {
  const document = openDocument(docx(`<w:p>${run}</w:p>`), { codec: nodeZlib, names: wordNames() });
  removeLostSpace(document);
  const body = bodyOf(document)!;
  return new ParagraphReader(body).read(paragraphsOf(body)[0]!).text;
}

test.each([
  ["at both ends", "<w:t> alpha\n</w:t>", "alpha"],
  ["kept by the text itself", '<w:t xml:space="preserve"> alpha </w:t>', " alpha "],
  ["of a text that is white space alone", "<w:t>a</w:t><w:t> </w:t><w:t>b</w:t>", "ab"],
  ["beside a character that is escaped", "<w:t>R&amp;D </w:t>", "R&D"],
  ["inside a text", "<w:t>alpha beta</w:t>", "alpha beta"],
  ["said again as default", '<w:t xml:space="default">alpha </w:t>', "alpha"],
])("white space %s", (_, texts, shown) => {
  expect(shownText(`<w:r>${texts}</w:r>`)).toBe(shown);
});

test("an element around the text keeps its white space", () => {
  expect(shownText('<w:r xml:space="preserve"><w:t>alpha </w:t></w:r>')).toBe("alpha ");
});
