// Tests that both views of a redline show the labels of their documents, also where a style gives the label.
//
// Every pair is compared in both directions, in the modes `visible` and `all`, and with either document as carrier. The
// labels are counted by the labeller of the engine in the accepted and in the rejected document.

import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { type Compared, compareWith, type Source } from "../../testing/comparisons.ts";
import { docx, p } from "../../testing/documents.ts";
import { numberingOf } from "../document/lists/numbering.ts";
import { Labeller } from "../document/lists/numbering-labels.ts";
import { openDocument, type WordDocument } from "../document/open-document.ts";
import { paragraphsOf } from "../document/text/blocks.ts";
import { bodyOf } from "../document/text/stories.ts";
import { wordNames } from "../document/word-names.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";
import { listRevisions } from "../revisions/list-revisions.ts";

const LEVELS = [0, 1]
  .map(
    (at) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${at === 0 ? "%1." : "%1.%2"}"/></w:lvl>`,
  )
  .join("");
const definition = (id: number, levels = LEVELS): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
const list = (id: number, of: number, more = ""): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
const ROMAN = LEVELS.replace('<w:numFmt w:val="decimal"/>', '<w:numFmt w:val="upperRoman"/>');
const RESTART = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';
const NUMBERING = definition(1) + definition(2, ROMAN) + list(1, 1) + list(2, 2) + list(3, 1, RESTART);

const numPr = (id: number, level = 0): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
const headings = (...properties: readonly string[]): string =>
  properties
    .map(
      (own, index) =>
        `<w:style w:type="paragraph" w:styleId="Heading${index + 1}"><w:name w:val="heading ${index + 1}"/><w:pPr>${own}</w:pPr></w:style>`,
    )
    .join("");
const heading = (level: number, text: string, more = ""): string =>
  `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/>${more}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const item = (id: number, text: string): string =>
  `<w:p><w:pPr>${numPr(id)}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

const BODY = heading(1, "Definitions") + heading(2, "Terms") + p("Text.") + heading(1, "Price");
const with_ = (body: string, styles: string, numbering = NUMBERING): Source => ({ body, parts: { styles, numbering } });

const PLAIN = with_(BODY, headings("", ""));
const NUMBERED = with_(BODY, headings(numPr(1), numPr(1, 1)));
const IN_ROMAN = with_(BODY, headings(numPr(2), numPr(2, 1)));
const ITSELF = with_(
  heading(1, "Definitions", numPr(1)) + heading(2, "Terms", numPr(1, 1)) + p("Text.") + heading(1, "Price", numPr(1)),
  headings("", ""),
);
const SHORTER = with_(heading(1, "Definitions") + p("Text.") + heading(1, "Price"), headings("", ""));
const EXCEPT_ONE = with_(
  heading(1, "Definitions") + heading(2, "Terms") + p("Text.") + heading(1, "Price", numPr(0)),
  headings(numPr(1), numPr(1, 1)),
);
const GOING_ON = with_(item(1, "One") + item(1, "Two") + item(1, "Three"), "");
const ANEW = with_(item(1, "One") + item(3, "Two") + item(1, "Three"), "");

function open({ body, parts }: Source): WordDocument {
  return openDocument(docx(body, parts ?? {}), { codec: nodeZlib, names: wordNames() });
}

function labels(document: WordDocument): string[] {
  const labeller = new Labeller(numberingOf(document));
  const story = bodyOf(document)!;
  return paragraphsOf(story).map((node) => labeller.label(story, node)?.text ?? "");
}

function labelsAfter({ bytes }: Compared, decide: (document: WordDocument) => void): string[] {
  const document = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  decide(document);
  return labels(document);
}

describe("[CMP-76b] labels of styles", () => {
  test.each([
    ["a style that gives a label in one document alone", NUMBERED, PLAIN],
    ["a style that gives a label of another form", NUMBERED, IN_ROMAN],
    ["paragraphs that name the list of the other side's style", NUMBERED, ITSELF],
    ["a heading that only one document has", NUMBERED, SHORTER],
    ["a heading without the label of its style", EXCEPT_ONE, PLAIN],
    ["headings of two forms, and one without a label", EXCEPT_ONE, IN_ROMAN],
    ["a document without lists", NUMBERED, with_(BODY, headings("", ""), "")],
  ])("%s", (_, one, other) => {
    for (const [before, after] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const formatting of ["visible", "all"] as const) {
        for (const carries of ["after", "before"] as const) {
          const compared = compareWith(before, after, { formatting, carries });
          expect(labelsAfter(compared, acceptAll)).toEqual(labels(open(after)));
          expect(labelsAfter(compared, rejectAll)).toEqual(labels(open(before)));
          expect(compared.notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
        }
      }
    }
  });

  test("documents that show different labels are never equal", () => {
    for (const formatting of ["visible", "all"] as const) {
      const { document } = compareWith(NUMBERED, PLAIN, { formatting });
      expect(listRevisions(document)).toHaveLength(3);
    }
  });

  test("the same labels by styles of other lists are no change", () => {
    const other = with_(BODY, headings(numPr(7), numPr(7, 1)), definition(5) + list(7, 5));
    for (const formatting of ["visible", "all"] as const) {
      expect(listRevisions(compareWith(NUMBERED, other, { formatting }).document)).toEqual([]);
    }
  });
});

describe("[CMP-76c] lists that begin anew", () => {
  test.each(["visible", "all"] as const)("a list that begins anew is a change where it does, with %s", (formatting) => {
    for (const [before, after] of [
      [GOING_ON, ANEW],
      [ANEW, GOING_ON],
    ] as const) {
      const compared = compareWith(before, after, { formatting });
      expect(listRevisions(compared.document)).toHaveLength(1);
      expect(labelsAfter(compared, acceptAll)).toEqual(labels(open(after)));
      expect(labelsAfter(compared, rejectAll)).toEqual(labels(open(before)));
    }
  });

  test("labels that only counted on are no change", () => {
    const after = with_(item(1, "One") + item(1, "New") + item(1, "Two") + item(1, "Three"), "");
    const { document } = compareWith(GOING_ON, after, { formatting: "visible" });
    expect(listRevisions(document).filter(({ place }) => place === "property")).toEqual([]);
  });
});
