// Tests the options of a comparison.

import assert from "node:assert/strict";
import type { Comparison, Service } from "../calls/service.ts";
import { paragraph, richDocument, wordDocument } from "../documents/word.ts";
import { readZipText } from "../documents/zip.ts";
import { theme } from "../running/theme.ts";

const defaults = {
  granularity: "word",
  detect_moves: true,
  formatting: "visible",
  ignore_formatting: false,
  ignore_case: false,
  ignore_whitespace: false,
  ignore_typography: false,
  comments: "keep",
  pdf_legend: false,
};

const fee = "The buyer shall pay the fee to the seller within thirty days after the invoice was received.";
const notices = "Every notice under this agreement is given in writing to the address that the party has named.";
const law = "This agreement is governed by the law of the place in which the seller has its seat.";
const end = "Signed by both parties.";

export const options = theme(
  "options",
  ({ service, test }) => {
    test("without a word the data tells what was taken", ["6a.echoed"], async () => {
      assert.deepEqual((await compare(service, {})).json.options, defaults);
    });

    test("the smallest mark is a word, or a character", ["6a.granularity", "6a.echoed"], async () => {
      const documents = { original: wordDocument("The colour is red."), modified: wordDocument("The colours is red.") };
      const byWord = await compare(service, { ...documents, options: { granularity: "word" } });
      assert.match(byWord.xml, /<w:t[^>]*>colours<\/w:t>/);
      const byCharacter = await compare(service, { ...documents, options: { granularity: "character" } });
      assert.match(byCharacter.xml, /<w:ins [^>]*><w:r>(?:<w:rPr\/>)?<w:t[^>]*>s<\/w:t>/);
      assert.doesNotMatch(byCharacter.xml, /<w:del /);
      assert.equal(byCharacter.json.options.granularity, "character");
    });

    for (const [value, moves] of [
      ["true", 1],
      ["1", 1],
      ["false", 0],
      ["0", 0],
    ] as const) {
      test(`detect_moves=${value} shows ${moves} moves`, ["6a.detect_moves", "6a.booleans"], async () => {
        const documents = {
          original: wordDocument(fee, notices, law, end),
          modified: wordDocument(notices, law, fee, end),
        };
        const { json, xml } = await compare(service, { ...documents, options: { detect_moves: value } });
        assert.equal(json.summary.moves, moves);
        assert.equal(xml.includes("<w:moveFrom "), moves === 1);
        assert.equal(json.options.detect_moves, moves === 1);
      });
    }
  },
  ({ service, test }) => {
    test("formatting may be left out of the comparison", ["6a.ignore_formatting"], async () => {
      const bold = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>The fee is due.</w:t></w:r></w:p>";
      const documents = { original: wordDocument("The fee is due."), modified: richDocument(bold, {}) };
      assert.match((await compare(service, documents)).xml, /<w:rPrChange /);
      const { json, xml } = await compare(service, { ...documents, options: { ignore_formatting: "true" } });
      assert.doesNotMatch(xml, /<w:rPrChange /);
      assert.match(xml, /<w:b\/>/);
      assert.equal(json.summary.formats, 0);
    });

    for (const [field, rule, original, modified] of [
      ["ignore_case", "6a.ignore_case", "The FEE is due.", "The Fee is due."],
      ["ignore_whitespace", "6a.ignore_whitespace", "The  fee   is due.", "The fee is due."],
      ["ignore_typography", "6a.ignore_typography", 'The "fee" - it\'s  due.', "The “fee” – it’s\u00a0due."],
    ] as const) {
      test(`${field} shows the modified spelling and no change`, [rule], async () => {
        const documents = { original: wordDocument(original), modified: wordDocument(modified) };
        const { insertions, deletions } = (await compare(service, documents)).json.summary;
        assert.ok(insertions + deletions > 0);
        const { json, xml } = await compare(service, { ...documents, options: { [field]: "1" } });
        assert.deepEqual([json.summary.insertions, json.summary.deletions], [0, 0]);
        assert.equal([...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(""), modified);
      });
    }

    test("comments of the modified document are kept, or dropped", ["6a.comments"], async () => {
      const noted = '<w:p><w:r><w:t>The fee is due.</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>';
      const comments = `<w:comment w:id="0" w:author="A" w:date="2026-01-01T00:00:00Z">${paragraph("Why?")}</w:comment>`;
      const documents = { original: wordDocument("The fee is due."), modified: richDocument(noted, { comments }) };
      for (const value of ["keep", "drop"]) {
        const { xml } = await compare(service, { ...documents, options: { comments: value } });
        assert.equal(xml.includes("<w:commentReference "), value === "keep");
      }
    });
  },
  ({ service, test }) => {
    for (const [field, value] of [
      ["granularity", "line"],
      ["granularity", ""],
      ["detect_moves", "yes"],
      ["ignore_formatting", "2"],
      ["ignore_case", "TRUE"],
      ["ignore_whitespace", " true"],
      ["ignore_typography", "curly"],
      ["comments", "true"],
    ] as const) {
      test(`${field}=${JSON.stringify(value)} is refused by name`, ["6a.refused"], async () => {
        const { status, json } = await service.postComparison({ options: { [field]: value } });
        assert.equal(status, 400);
        assert.equal(json.error.code, "INVALID_REQUEST");
        const [{ field: named, reason, allowed }] = json.error.details;
        assert.deepEqual([named, reason], [field, "INVALID_VALUE"]);
        assert.ok(allowed.length > 1 && !allowed.includes(value));
      });
    }
  },
);

async function compare(service: Service, comparison: Comparison) {
  const { downloads } = await service.ready(comparison, "json,docx");
  const [json, docx] = await Promise.all(downloads.map(({ url }) => service.fetch(url)));
  return {
    json: JSON.parse((json ?? "").toString()),
    xml: readZipText(docx ?? Buffer.alloc(0), "word/document.xml"),
  };
}
