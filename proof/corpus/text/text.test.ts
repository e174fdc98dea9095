// Tests the text of the engine and of the reference reader, and how they are compared.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { ownCorpus } from "../find-corpus.ts";
import { openCorpusDocument } from "../read-document.ts";
import type { TextCheck } from "./check-file.ts";
import { engineText } from "./engine-text.ts";
import { referenceText } from "./reference-text.ts";
import { reportTexts } from "./report-texts.ts";
import { compareTexts } from "./story-text.ts";
import { text } from "./text.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const NAMESPACES = [
  ["w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"],
  ["m", `${OFFICE}/math`],
  ["mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"],
  ["wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"],
  ["v", "urn:schemas-microsoft-com:vml"],
  ["new", "urn:not-understood"],
].map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);

function docx(body: string): Uint8Array {
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document ${NAMESPACES.join(" ")} mc:Ignorable="new"><w:body>${body}</w:body></w:document>`,
  };
  const entries = Object.entries(parts).map(
    ([name, xml]) => ({ kind: "made", name, bytes: Buffer.from(xml) }) as const,
  );
  return writeArchive(entries, nodeZlib, 6);
}

const r = (words: string): string => `<w:r><w:t>${words}</w:t></w:r>`;
const p = (...content: readonly string[]): string => `<w:p>${content.join("")}</w:p>`;
const fld = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const either = (requires: string, choice: string, fallback: string): string =>
  `<mc:AlternateContent><mc:Choice Requires="${requires}">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
const box = (content: string): string =>
  `<w:r><w:pict><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></w:pict></w:r>`;

/**
 * The rules that define the text, each with the smallest document that needs it. Stories are joined by `||`,
 * paragraphs by `|`.
 */
test.each([
  ["text runs on", p(r("a"), r("b")), "ab"],
  [
    "tabs, breaks, hyphens, symbols",
    p('<w:r><w:tab/><w:br/><w:br w:type="page"/><w:noBreakHyphen/><w:sym w:char="F0B7"/></w:r>'),
    "\t\n\f\u2011\uf0b7",
  ],
  ["insertions in, deletions out", p(`<w:ins>${r("a")}</w:ins><w:del>${r("b")}</w:del>`), "a"],
  ["moves at their new place", p(`<w:moveFrom>${r("a")}</w:moveFrom><w:moveTo>${r("b")}</w:moveTo>`), "b"],
  ["a deleted block without text", `<w:del>${p(r("a"))}</w:del>${p(r("b"))}`, "|b"],
  ["results of fields", p(fld("begin"), r("code"), fld("separate"), r("1"), fld("end"), r("b")), "1b"],
  [
    "a field in a code",
    p(fld("begin"), fld("begin"), fld("separate"), r("x"), fld("end"), fld("separate"), r("1"), fld("end")),
    "1",
  ],
  ["a field over paragraphs", p(fld("begin"), r("x")) + p(fld("separate"), r("1")) + p(fld("end"), r("b")), "|1|b"],
  ["marks without a partner mark nothing", p(fld("end"), r("a"), fld("begin"), r("b"), fld("separate")), "ab"],
  ["a deleted mark is none", p(`<w:del>${fld("begin")}</w:del>`, r("a"), fld("end")), "a"],
  ["the choice that is understood", p(either("wps", r("a"), r("b"))), "a"],
  ["else the fallback", p(either("new", r("a"), r("b"))), "b"],
  ["nothing that may be ignored", p(`<new:x>${r("a")}</new:x>`, r("b")), "b"],
  ["nothing unknown", p(`<w:x>${r("a")}</w:x>`, "<w:t>b</w:t>", r("c")), "c"],
  ["no equations", p(r("a"), `<m:oMath><m:r><m:t>x</m:t>${r("y")}</m:r></m:oMath>`), "a"],
  [
    "what is read aloud not twice",
    p(`<w:r><w:ruby><w:rt>${r("a")}</w:rt><w:rubyBase>${r("b")}</w:rubyBase></w:ruby></w:r>`),
    "b",
  ],
  [
    "cells in order",
    `<w:tbl><w:tr><w:tc>${p(r("a"))}</w:tc></w:tr><w:sdt><w:sdtContent><w:tr><w:tc>${p(r("b"))}</w:tc></w:tr></w:sdtContent></w:sdt></w:tbl>`,
    "a|b",
  ],
  ["nothing out of its place", `<w:tbl>${p(r("a"))}</w:tbl><w:body>${p(r("b"))}</w:body>${p(r("c"), p(r("d")))}`, "c"],
  ["text boxes after their story", p(r("a"), box(p(r("b"), box(p(r("c")))))) + p(r("d")), "a|d||b||c"],
  ["a text box of a deleted run", p(`<w:del>${box(p(r("a")))}</w:del>`), "||a"],
  ["of twin text boxes one", p(either("wps", box(p(r("a"))), box(p(r("b"))))), "||a"],
])("both readers read %s", (_, body, expected) => {
  const bytes = docx(body);
  const told = (stories: ReturnType<typeof referenceText>): string =>
    stories.map(({ paragraphs }) => paragraphs.join("|")).join("||");
  expect([told(engineText(openCorpusDocument(bytes))), told(referenceText(bytes))]).toEqual([expected, expected]);
});

test("differences are told by place and length, never by text", () => {
  const story = (...paragraphs: readonly string[]) => ({ kind: "body", paragraphs }) as const;
  expect(compareTexts([story("secret")], [story("secrets")])).toEqual([
    "story 0 (body): paragraph 0 has 6 characters, the reference's 7",
  ]);
  expect(compareTexts([story("a")], [story("a", "b")])).toEqual(["story 0 (body): 1 paragraphs, not 2"]);
  expect(compareTexts([story()], [])).toHaveLength(1);
  expect(compareTexts([story("a")], [story("a")])).toEqual([]);
});

test("the repository's own documents read the same", async () => {
  const corpus = ownCorpus();
  const options = readArguments(["text", "--all", "--jobs", "1"], []);
  const { tally, figures, bar } = await text.run({ corpus, options });
  expect(tally).toEqual({ passed: 4, failed: 0 });
  expect(figures).toMatchObject({ files: 4, opened: 4, stories: 5, differing: 0 });
  expect(bar.isMet).toBe(true);
});

const equal: TextCheck = {
  path: "docx/plain/x.docx",
  refusal: undefined,
  stories: 1,
  paragraphs: 1,
  characters: 1,
  differences: [],
};
const differing: TextCheck = { ...equal, differences: ["story 0 (body): 1 paragraphs, not 2"] };
const refused: TextCheck = { ...equal, refusal: "XML_INVALID", stories: 0 };

test.each([
  ["one difference in two hundred is within the bar", [...Array<TextCheck>(199).fill(equal), differing], "199/1 met"],
  ["one in a hundred is not", [...Array<TextCheck>(99).fill(equal), differing], "99/1 short"],
  ["what does not open does not count", [equal, refused], "1/0 met"],
  ["nothing is short of it", [refused], "0/0 short"],
])("%s", (_, checks, expected) => {
  const files = checks.map(({ path }) => ({ path, bytes: 1, features: new Map<string, number>(), producer: "" }));
  const { tally, bar } = reportTexts({ corpus: "large", seed: 1, files, checks });
  expect(`${tally.passed}/${tally.failed} ${bar.isMet ? "met" : "short"}`).toBe(expected);
});
