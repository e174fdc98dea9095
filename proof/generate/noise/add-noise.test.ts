// Tests each kind of noise: it changes the bytes but not what the document reads as.

import { openArchive, openDocument, readerLimits, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { checkNoise } from "../check-revision.ts";
import { docx, footnotes, IMAGE, p, r } from "../testing/small-documents.ts";
import { addNoise } from "./add-noise.ts";
import type { NoiseKind } from "./noise-kinds.ts";

/** Makes noise of one kind, checks its general properties, and returns a part before and after. */
function noise(kind: NoiseKind, body: string, part = "word/document.xml"): { before: string; after: string } {
  const bytes = docx(body);
  const noisy = addNoise(bytes, { seed: 1, kinds: [kind] });
  expect(noisy.kinds).toEqual([kind]);
  expect(checkNoise(bytes, noisy.bytes)).toEqual([]);
  expect(Buffer.compare(noisy.bytes, bytes)).not.toBe(0);
  expect(Buffer.compare(noisy.bytes, addNoise(bytes, { seed: 1, kinds: [kind] }).bytes)).toBe(0);
  return { before: partOf(bytes, part), after: partOf(noisy.bytes, part) };
}

function partOf(bytes: Uint8Array, part: string): string {
  const document = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  return Buffer.from(document.package.bytes(part)).toString();
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const TEXT = p("Some words", " and more words.");

test("at least six kinds apply to a document with text, whatever it lacks", () => {
  const bytes = docx(p("words"));
  const noisy = addNoise(bytes, { seed: 1 });
  expect(noisy.kinds.length).toBeGreaterThanOrEqual(6);
  expect(checkNoise(bytes, noisy.bytes)).toEqual([]);
});

test("runs are cut in two, with their properties, and equal ones joined again", () => {
  const bold = "<w:rPr><w:b/></w:rPr>";
  const split = noise("run_splits", p(r("words", bold)));
  expect([count(split.after, /<w:r>/g), count(split.after, /<w:b\/>/g)]).toEqual([2, 2]);
  const merged = noise("run_merges", p(r("one ", bold), r("two", bold)));
  expect(merged.after).toContain(">one two</w:t>");
});

test("runs of other properties are not joined, nor those with something between them", () => {
  const bytes = docx(p(r("one ", "<w:rPr><w:b/></w:rPr>"), "two") + p("one", "<w:r><w:tab/></w:r>", "two"));
  expect(addNoise(bytes, { seed: 1, kinds: ["run_merges"] }).kinds).toEqual([]);
});

test("a run is not cut where white space at its ends is in question, nor inside a character", () => {
  const bytes = docx(p("<w:r><w:t>two words </w:t></w:r>") + p("\u{1d4d0}") + p("e\u0301"));
  expect(addNoise(bytes, { seed: 1, kinds: ["run_splits"] }).kinds).toEqual([]);
});

test("a run with tracked formatting is left alone: its id would be there twice", () => {
  const tracked = '<w:rPr><w:b/><w:rPrChange w:id="7" w:author="A"><w:rPr/></w:rPrChange></w:rPr>';
  const bytes = docx(p(r("words", tracked)));
  expect(addNoise(bytes, { seed: 1, kinds: ["run_splits"] }).kinds).toEqual([]);
});

test("proofing marks go and come in pairs", () => {
  const { after } = noise("proofing_marks", p('<w:proofErr w:type="gramStart"/>', "words"));
  expect(count(after, /w:type="\w+Start"/g)).toBe(1);
  expect(count(after, /w:type="\w+End"/g)).toBe(1);
});

test("page breaks of the last layout go and come", () => {
  expect(noise("page_breaks", TEXT).after).toContain("<w:lastRenderedPageBreak/><w:t");
});

test("ids of editing sessions come, change and go", () => {
  expect(noise("rsids", TEXT).after).toMatch(/w:rsid\w+="00[0-9A-F]{6}"/);
});

test("bookmarks are renumbered, start and end alike", () => {
  const mark = '<w:bookmarkStart w:id="4" w:name="b"/><w:bookmarkEnd w:id="4"/>';
  const [, start, end] = /bookmarkStart w:id="(\d+)".*bookmarkEnd w:id="(\d+)"/.exec(
    noise("bookmark_ids", p(mark)).after,
  )!;
  expect(start).toBe(end);
  expect(start).not.toBe("4");
});

test("ids of paragraphs change and stay unique", () => {
  const marked = (id: string): string => p("words").replace("<w:p>", `<w:p w14:paraId="${id}" w14:textId="77777777">`);
  const { after } = noise("paragraph_ids", marked("00000001") + marked("00000002"));
  expect(new Set(after.match(/paraId="[0-7][0-9A-F]{7}"/g)).size).toBe(2);
  expect(after).not.toContain("00000001");
});

test("relationships are renamed where they are named, in the part and in its list", () => {
  const body = p(IMAGE, `<w:hyperlink r:id="rIdlink">${r("here")}</w:hyperlink>`);
  const { after } = noise("relationship_ids", body);
  const list = noise("relationship_ids", body, "word/_rels/document.xml.rels").after;
  const [picture, link] = [/r:embed="(\w+)"/.exec(after)![1], /r:id="(\w+)"/.exec(after)![1]];
  expect(list).toMatch(new RegExp(`Id="${picture}"[^>]*image1.png`));
  expect(list).toMatch(new RegExp(`Id="${link}"[^>]*example.com/old`));
  expect(list).not.toContain("rIdlink");
});

test("a relationship whose id something else has for a value keeps it", () => {
  const named = p(
    '<w:bookmarkStart w:id="1" w:name="rIdlink"/>',
    `<w:hyperlink r:id="rIdlink">${r("here")}</w:hyperlink>`,
  );
  expect(noise("relationship_ids", named).after).toContain('r:id="rIdlink"');
});

test("attributes stand in another order", () => {
  const { before, after } = noise(
    "attribute_order",
    p('<w:bookmarkStart w:id="1" w:name="b"/><w:bookmarkEnd w:id="1"/>', "words"),
  );
  expect(before).toContain('w:id="1" w:name="b"');
  expect(after).toContain('w:name="b" w:id="1"');
});

test("the entries of the archive stand in another order, the content types first", () => {
  const bytes = docx(TEXT, { footnotes: footnotes(" Some note") });
  const names = (archive: Uint8Array): string[] => openArchive(archive, readerLimits).entries.map(({ name }) => name);
  const noisy = addNoise(bytes, { seed: 2, kinds: ["zip_order"] });
  expect(names(noisy.bytes)).not.toEqual(names(bytes));
  expect(names(noisy.bytes)[0]).toBe("[Content_Types].xml");
  expect(names(noisy.bytes).toSorted()).toEqual(names(bytes).toSorted());
});
