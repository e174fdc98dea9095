// Tests which differences between names of bookmarks the gate excuses (FMT-41).

import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { code, docx, fld, p, r } from "../../../testing/documents.ts";
import { openDocument } from "../../document/open-document.ts";
import { wordNames } from "../../document/word-names.ts";
import { readSources } from "../content/read-sources.ts";
import { Gate } from "./check-redline.ts";

/** True if the gate finds that two documents show the same. */
function isSame(found: string, expected: string, formatting: "visible" | "all"): boolean {
  const names = wordNames();
  const documents = [found, expected].map((body) => openDocument(docx(body), { codec: nodeZlib, names }));
  const [redline, shown] = readSources(documents, 0, { formatting });
  return new Gate([{ view: "accepted", shows: shown! }], redline!).check(redline!) === undefined;
}

const mark = (name: string, text = "Here", before = ""): string =>
  p(r(before), `<w:bookmarkStart w:id="1" w:name="${name}"/><w:bookmarkEnd w:id="1"/>`, r(text));
const link = (name: string): string => p(`<w:hyperlink w:anchor="${name}">${r("Go")}</w:hyperlink>`);
const field = (instruction: string): string => p(fld("begin"), code(instruction), fld("separate"), r("1"), fld("end"));

test.each([
  ["a link", link("a") + mark("a"), link("b") + mark("b"), true],
  ["a field", field("REF a \\h") + mark("a"), field("REF b \\h") + mark("b"), true],
  ["sorted codes", field("REF a") + field("REF m") + mark("a"), field("REF z") + field("REF m") + mark("z"), true],
  ["another switch", field("REF a \\h") + mark("a"), field("REF b \\p") + mark("b"), false],
  ["another field", field("REF a") + mark("a"), field("NOTEREF b") + mark("b"), false],
  ["another offset", link("a") + mark("a"), link("b") + mark("b", "re", "He"), false],
  ["another paragraph", link("a") + mark("a") + p("x"), link("b") + p("Here") + mark("b", "x"), false],
  ["no bookmark", link("a") + p("Here"), link("b") + p("Here"), false],
  ["words that look like a code", p("x<w:r/>", "REF a") + mark("a"), p("x<w:r/>", "REF b") + mark("b"), false],
])("[FMT-41] %s", (_, one, other, expected) => {
  expect(isSame(one, other, "visible")).toBe(expected);
  expect(isSame(other, one, "visible")).toBe(expected);
  expect(isSame(one, other, "all")).toBe(false);
});
