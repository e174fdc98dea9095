import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { docx, p, tbl } from "../../../testing/documents.ts";
import { openDocument } from "../../document/open-document.ts";
import { wordNames } from "../../document/word-names.ts";
import { acceptAll, rejectAll } from "../../revisions/decide/decide.ts";
import { readSources } from "../content/read-sources.ts";
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
