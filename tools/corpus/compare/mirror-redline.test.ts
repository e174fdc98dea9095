import { expect, test } from "vitest";
import { openCorpusDocument } from "../read-document.ts";
import { comparers } from "./comparer.ts";
import { mirrorRedline } from "./mirror-redline.ts";
import { readContent } from "./read-content.ts";
import { compareDecided, newFindings } from "./redline-checks.ts";
import { smallDocument } from "./testing/small-document.ts";

const p = (text: string, marks = "", runs = ""): string =>
  `<w:p><w:pPr>${marks}</w:pPr><w:r><w:rPr>${runs}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const cell = (text: string): string => `<w:tc><w:tcPr><w:tcW w:w="900"/></w:tcPr>${p(text)}</w:tc>`;
const table = (...rows: readonly string[]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="900"/><w:gridCol w:w="900"/></w:tblGrid>${rows
    .map((row) => `<w:tr>${[...row].map(cell).join("")}</w:tr>`)
    .join("")}</w:tbl>`;
const clause = "The clause that moves is long enough to be found again where it went";

const before = smallDocument(
  p(clause) + p("One two three.", "", "<w:b/>") + p("Left", '<w:jc w:val="left"/>') + table("ab", "cd") + p("The end."),
);
const after = smallDocument(
  p("One 2 three.", "", "<w:i/>") +
    p("Left", '<w:jc w:val="right"/>') +
    p(clause) +
    table("ab", "xy", "cd") +
    p("New.") +
    p("The end."),
);

test("a redline turned round is one of the same documents that the document before carries", async () => {
  const redline = await comparers["versus-mirrored"](before, after);
  if ("refusal" in redline) throw new Error(redline.refusal);
  for (const [verdict, wanted] of [
    ["accept", after],
    ["reject", before],
  ] as const) {
    const expected = readContent(wanted, { withFormatting: true });
    const { difference, formatting } = compareDecided(redline.docx, verdict, expected);
    expect(difference, verdict).toBeUndefined();
    expect(formatting?.difference, verdict).toBeUndefined();
  }
  expect(newFindings(redline.docx, { before, after })).toEqual([]);
});

test("turned round twice it is as it was", async () => {
  const redline = await comparers.versus(before, after);
  if ("refusal" in redline) throw new Error(redline.refusal);
  const twice = mirrorRedline(mirrorRedline(redline.docx));
  const textOf = (docx: Uint8Array): string =>
    new TextDecoder().decode(openCorpusDocument(docx).package.bytes("word/document.xml"));
  expect(textOf(twice)).toBe(textOf(redline.docx));
});
