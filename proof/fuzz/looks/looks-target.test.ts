// Tests that the target finds faults: a redline that loses a look, and one that tracks too much.

import { describe, expect, test } from "vitest";
import { type DocumentLooks, readDocumentLooks } from "../../reading/looks/read-looks.ts";
import { type ComparedViews, checkViews } from "./check-views.ts";
import { newDocument } from "./made-changes.ts";
import { type MadeDocument, madeBytes } from "./made-document.ts";

function looksOf(change: (document: MadeDocument) => void): DocumentLooks {
  const document = newDocument();
  change(document);
  return readDocumentLooks(madeBytes(document));
}

const firstRun = ({ blocks }: MadeDocument): Map<string, string> => {
  const [block] = blocks;
  return block?.kind === "paragraph" ? block.runs[0]!.properties : new Map();
};
const bold = looksOf((document) => firstRun(document).set("b", "<w:b/>"));
const plain = looksOf(() => undefined);
const large = looksOf(({ styles }) => styles[0]!.holders.rPr.set("sz", '<w:sz w:val="28"/>'));

function viewsOf(original: DocumentLooks, modified: DocumentLooks): ComparedViews {
  const redline = { accepted: modified, rejected: original, redline: modified, revisions: [] };
  return { original, themed: original, modified, ...redline, listedStyles: new Set() };
}

describe("views", () => {
  test("a redline that shows both documents is right", () => {
    expect(() => checkViews(viewsOf(plain, bold))).not.toThrow();
  });

  test("a lost look is found in each view", () => {
    expect(() => checkViews({ ...viewsOf(plain, bold), accepted: plain })).toThrow("FMT-21");
    expect(() => checkViews({ ...viewsOf(plain, bold), rejected: bold })).toThrow("FMT-22");
  });

  test("a listed style explains a difference, and another style does not", () => {
    const views = { ...viewsOf(plain, large), rejected: large };
    expect(() => checkViews({ ...views, listedStyles: new Set(["Normal"]) })).not.toThrow();
    expect(() => checkViews({ ...views, listedStyles: new Set(["Body"]) })).toThrow("FMT-22");
  });

  test("a change of what looks equal is found", () => {
    expect(() => checkViews({ ...viewsOf(bold, bold), revisions: ["property"] })).toThrow("FMT-10");
  });
});

test("the resolver combines styles: a toggle in two styles is off", () => {
  const twice = looksOf((document) => {
    for (const style of document.styles.slice(0, 4)) style.holders.rPr.set("b", "<w:b/>");
    firstRun(document).set("rStyle", '<w:rStyle w:val="Strong"/>');
  });
  expect(twice.looks[0]!.letters[0]!.fields.get("b")).toBeUndefined();
  expect(bold.looks[0]!.letters[0]!.fields.get("b")).toBe("on");
});
