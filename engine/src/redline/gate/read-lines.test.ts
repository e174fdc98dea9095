// Tests which lines `readLines` reads from a view.

import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { docx, p, r, tbl } from "../../../testing/documents.ts";
import { openDocument } from "../../document/open-document.ts";
import { wordNames } from "../../document/word-names.ts";
import { acceptAll, rejectAll } from "../../revisions/decide/decide.ts";
import { readSources } from "../content/read-sources.ts";
import { Gate } from "./check-redline.ts";
import { readLines } from "./read-lines.ts";

test.each(["ins", "del"])(
  "[JOIN-7] a section whose mark is one of w:%s is read as it is when the mark is decided",
  (change) => {
    const mark = `<w:p><w:pPr><w:rPr><w:${change} w:id="1" w:author="Ann"/></w:rPr><w:sectPr/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`;
    const bytes = docx(tbl(["a"]) + mark + tbl(["b"]) + p("c"));
    const names = wordNames();
    const opened = () => openDocument(bytes, { codec: nodeZlib, names });
    const [accepted, rejected] = [opened(), opened()];
    acceptAll(accepted);
    rejectAll(rejected);
    const sides = readSources([opened(), accepted, rejected], 0);
    const lines = (at: number, view: "accepted" | "rejected"): string[] =>
      readLines(sides[at]!, view).map(({ text }) => text);
    expect(lines(0, "accepted")).toEqual(lines(1, "accepted"));
    expect(lines(0, "rejected")).toEqual(lines(2, "rejected"));
    expect(lines(1, "accepted")).not.toEqual(lines(2, "rejected"));
  },
);

const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;

test("a note is read once, however many places refer to it", () => {
  const opened = openDocument(
    docx(p(reference(1), reference(1)), { footnotes: `<w:footnote w:id="1">${p("note")}</w:footnote>` }),
    { codec: nodeZlib, names: wordNames() },
  );
  const [side] = readSources([opened], 0);
  const contents = readLines(side!, "accepted").flatMap(({ content }) => (content === undefined ? [] : [content]));
  expect(contents.map((content) => content.map(({ text }) => text))).toEqual([["paragraph note"], ["paragraph note"]]);
  expect(contents[1]).toBe(contents[0]);
});

test("notes that refer to others twice, and one that refers to itself, are read", () => {
  const twice = Array.from({ length: 60 }, (_, at) => (at < 59 ? reference(at + 2).repeat(2) : r("end")));
  for (const notes of [twice, [reference(1)]]) {
    const footnotes = notes.map((content, at) => `<w:footnote w:id="${at + 1}">${p(content)}</w:footnote>`).join("");
    const sides = [1, 2].map(() => {
      const opened = openDocument(docx(p(reference(1)), { footnotes }), { codec: nodeZlib, names: wordNames() });
      return readSources([opened], 0)[0]!;
    });
    const gate = new Gate([{ view: "accepted", shows: sides[0]! }], sides[0]!);
    expect(gate.check(sides[1]!)).toBeUndefined();
  }
});
