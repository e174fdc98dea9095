// Tests which differences between section breaks the gate excuses (FMT-40).

import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { docx, p, r, tbl } from "../../../testing/documents.ts";
import { openDocument } from "../../document/open-document.ts";
import { wordNames } from "../../document/word-names.ts";
import { readSources } from "../content/read-sources.ts";
import { Gate } from "./check-redline.ts";

/** Returns the text of the first line that the gate expects and does not find; undefined if both show the same. */
function missed(found: string, expected: string, formatting: "visible" | "all"): string | undefined {
  const names = wordNames();
  const documents = [found, expected].map((body) => openDocument(docx(body), { codec: nodeZlib, names }));
  const [redline, shown] = readSources(documents, 0, { formatting });
  const mismatch = new Gate([{ view: "accepted", shows: shown! }], redline!).check(redline!);
  return mismatch === undefined ? undefined : (mismatch.expected?.text ?? "end");
}

const sectPr = (type = ""): string => `<w:sectPr>${type === "" ? "" : `<w:type w:val="${type}"/>`}</w:sectPr>`;
const attached = (text = "One", last = ""): string =>
  `<w:p><w:pPr>${sectPr()}</w:pPr>${r(text)}</w:p>${p("Two")}${sectPr(last)}`;
const own = (text = "One", last = "", more = ""): string =>
  `${p(text)}<w:p><w:pPr>${more}${sectPr()}</w:pPr></w:p>${p("Two")}${sectPr(last)}`;
const LIST = '<w:numPr><w:numId w:val="1"/></w:numPr>';

test.each([
  ["both forms", attached(), own(), undefined],
  ["both forms, even page", attached("One", "evenPage"), own("One", "evenPage"), undefined],
  ["another type", attached("One", "oddPage"), own("One", "evenPage"), "section"],
  ["continuous", attached("One", "continuous"), own("One", "continuous"), "paragraph "],
  ["a label", attached(), own("One", "", LIST), "paragraph "],
  ["another text", attached(), own("Other"), "paragraph Other"],
  ["two empty paragraphs", attached(), own().replace("<w:p><w:pPr>", "<w:p/><w:p><w:pPr>"), "paragraph "],
  ["the look of both empty paragraphs", own(), own("One", "", '<w:jc w:val="center"/>'), undefined],
  [
    "the look of both before a continuous section",
    own("One", "continuous"),
    own("One", "continuous", '<w:jc w:val="center"/>'),
    "paragraph ",
  ],
  ["after a table", `${tbl([p("a")])}${own("")}`, `${tbl([p("a")])}${attached("")}`, undefined],
])("[FMT-40] %s", (_, one, other, expected) => {
  expect(missed(one, other, "visible")).toBe(expected);
  expect(missed(other, one, "visible") === undefined).toBe(expected === undefined);
  expect(missed(one, other, "all")).toBeDefined();
});
