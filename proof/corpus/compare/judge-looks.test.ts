// Tests that the judge of looks finds a redline that loses a look.

import { expect, test } from "vitest";
import { comparers, type Redline } from "./comparer.ts";
import { lookDifferences } from "./judge-looks.ts";
import { element, type RelatedPart, smallDocument } from "./testing/small-document.ts";

const p = (properties: string, text = "The price is due."): string =>
  `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const plain = smallDocument(p("") + p("", "The end."));
const bold = smallDocument(p("<w:b/>") + p("", "The end."));
const linked = smallDocument(`<w:sdt><w:sdtContent>${p("<w:i/>")}</w:sdtContent></w:sdt>${p("", "The end.")}`);

async function redlineOf(before: Uint8Array, after: Uint8Array): Promise<Redline> {
  const redline = await comparers.versus(before, after, "visible");
  if ("refusal" in redline) throw new Error(redline.refusal);
  return redline;
}

test("[FMT-21] [FMT-22] a redline that shows both documents is right", async () => {
  const redline = await redlineOf(plain, bold);
  expect(lookDifferences(redline, { before: plain, after: bold })).toEqual({ accept: undefined, reject: undefined });
});

test("[FMT-21] [FMT-22] a lost look is found in each view, without text of the document", async () => {
  const redline = await redlineOf(plain, bold);
  const found = lookDifferences(redline, { before: bold, after: plain });
  expect([found?.accept?.place, found?.reject?.place]).toEqual(["paragraph 0: b", "paragraph 0: b"]);
  expect(lookDifferences(redline, { before: plain, after: linked })?.accept?.place).toBe("paragraph 0: b, i");
});

test("blocks that only one document has are left to the other judges", async () => {
  const longer = smallDocument(p("<w:i/>", "Another clause.") + p("<w:b/>") + p("", "The end."));
  const redline = await redlineOf(plain, bold);
  expect(lookDifferences(redline, { before: plain, after: longer })?.accept).toBeUndefined();
});

test("a redline that was compared by its markup as a whole is not judged", async () => {
  const redline = await comparers.versus(plain, bold, "all");
  expect("refusal" in redline ? redline : lookDifferences(redline, { before: plain, after: bold })).toBeUndefined();
});

test("a change of the document defaults is explained by any listed style, and a switch has two spellings", async () => {
  const styles = (size: number): RelatedPart => {
    const defaults = `<w:rPrDefault><w:rPr><w:sz w:val="${size}"/></w:rPr></w:rPrDefault>`;
    const body = '<w:style w:type="paragraph" w:styleId="Body"><w:name w:val="Body"/></w:style>';
    const xml = element("w:styles", `<w:docDefaults>${defaults}</w:docDefaults>${body}`);
    return { id: "rId1", kind: "styles", content: { xml } };
  };
  const hyphens = (value: string): string => `<w:p><w:pPr><w:suppressAutoHyphens${value}/></w:pPr></w:p>`;
  const before = smallDocument(p("") + hyphens(""), [styles(20)]);
  const after = smallDocument(p("") + hyphens(' w:val="true"'), [styles(28)]);
  const redline = await redlineOf(before, after);
  expect(lookDifferences(redline, { before, after })).toEqual({ accept: undefined, reject: undefined });
});
