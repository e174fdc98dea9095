// Tests the fields that are reported for a paragraph of uploaded text.

import { expect, test } from "vitest";
import { nodeZlib } from "../../../../platform/node-zlib.ts";
import { code, docx, fld, p, r } from "../../../../testing/documents.ts";
import { openDocument } from "../../../document/open-document.ts";
import { addressesOf } from "../../../document/text/addresses.ts";
import { wordNames } from "../../../document/word-names.ts";
import { PartTexts } from "./read-text.ts";

const start = (instruction: string) => `${fld("begin")}${code(instruction)}${fld("separate")}`;

function resultsOf(body: string) {
  const document = openDocument(docx(body), { codec: nodeZlib, names: wordNames() });
  const part = addressesOf(document).parts[0]!;
  const texts = new PartTexts(part);
  return part.paragraphs.map(({ index }) => texts.read(index).results);
}

test("of the fields that pass through a paragraph the outermost and the innermost link are told", () => {
  const count = 300;
  const codes = Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? "IF 1" : `HYPERLINK "https://a.example/${at}"`,
  );
  const ends = Array.from({ length: count }, (_, at) => `<w:p>${r(`w${at}`)}${fld("end")}</w:p>`);
  const [first, ...others] = resultsOf(p(codes.map(start).join("")) + ends.join(""));
  expect(first).toHaveLength(count);
  for (const [at, results] of others.entries()) {
    expect(results.filter(({ endsHere }) => endsHere)).toHaveLength(1);
    const [outermost, link, ...more] = results.filter(({ endsHere }) => !endsHere);
    if (at < count - 1)
      expect(outermost).toMatchObject({ isLink: false, beginsHere: false, paragraphs: { end: count } });
    if (at < count - 2) expect(link).toMatchObject({ isLink: true, paragraphs: { end: at + (at % 2 === 0 ? 3 : 2) } });
    expect(more).toEqual([]);
  }
});
