import { describe, expect, test } from "vitest";
import { open } from "../../../testing/documents.ts";
import { abstractList, items, levelXml, list, startAt } from "../../../testing/lists.ts";
import { paragraphsOf } from "../text/blocks.ts";
import { storiesOf } from "../text/stories.ts";
import { numberingOf } from "./numbering.ts";
import { Labeller } from "./numbering-labels.ts";

/** Returns the labels of a body's paragraphs, a dash for no label. */
function labels(body: string, numbering: string, styles = ""): string {
  const document = open(body, { numbering, styles });
  const [story] = storiesOf(document);
  const labeller = new Labeller(numberingOf(document));
  return paragraphsOf(story!)
    .map((paragraph) => labeller.label(story!, paragraph)?.text ?? "-")
    .join(" ");
}

const OUTLINE = ["%1.", "%1.%2", "(%3) lowerLetter", "%4) lowerRoman"];
const outline = abstractList(0, OUTLINE) + list(1, 0);

describe("counting", () => {
  test.each([
    ["a level counts up", "1:0 1:0 1:0", "1. 2. 3."],
    ["deeper levels start over after a level above", "1:0 1:1 1:1 1:0 1:1", "1. 1.1 1.2 2. 2.1"],
    ["a level that was skipped stands at its start, and is used", "1:1 1:1 1:0", "1.1 1.2 2."],
    ["two skipped levels", "1:0 1:2 1:2 1:1", "1. (a) (b) 1.2"],
    ["paragraphs without a list do not matter", "1:0 - 1:0", "1. - 2."],
    ["a list that is not there gives no label", "7:0 1:0", "- 1."],
    ["list 0 is none", "0:0 1:0", "- 1."],
    ["levels that are not there give no label and do not count", "1:8 1:99 1:-1 1:0", "- - - 1."],
  ])("%s", (_, body, expected) => {
    expect(labels(items(body), outline)).toBe(expected);
  });

  test("lists in table cells count in document order", () => {
    const cell = `<w:tc>${items("1:0")}</w:tc>`;
    const body = `${items("1:0")}<w:tbl><w:tr>${cell}${cell}</w:tr></w:tbl>${items("1:0")}`;
    expect(labels(body, outline)).toBe("1. 2. 3. 4.");
  });

  test.each([
    ["never", 0, "1:0 1:1 1:2 1:1 1:2 1:0 1:2", "1. 1.1 I 1.2 II 2. III"],
    ["after the first level alone", 1, "1:0 1:1 1:2 1:1 1:2 1:0 1:1 1:2", "1. 1.1 I 1.2 II 2. 2.1 I"],
    ["after the second, and so after the first", 2, "1:0 1:1 1:2 1:1 1:2 1:0 1:2", "1. 1.1 I 1.2 I 2. I"],
    ["a level of its own or below is no limit", 3, "1:0 1:1 1:2 1:1 1:2", "1. 1.1 I 1.2 I"],
  ])("a level starts over %s", (_, restart, body, expected) => {
    const levels = ["%1.", "%1.%2", `%3 upperRoman restart=${restart}`];
    expect(labels(items(body), abstractList(0, levels) + list(1, 0))).toBe(expected);
  });
});

describe("lists that share an abstract list", () => {
  test.each([
    ["go on counting for each other", list(2, 0), "1:0 2:0 1:0", "1. 2. 3."],
    ["start where they say when they come to a level", list(2, 0, startAt(0, 5)), "1:0 2:0 2:0 1:0", "1. 5. 6. 7."],
    ["start deeper levels where they say, once", list(2, 0, startAt(1, 4)), "1:0 2:1 2:0 2:1 2:1", "1. 1.4 2. 2.1 2.2"],
    ["a level started by skipping is started", list(2, 0, startAt(0, 3)), "2:1 2:0 2:0", "3.1 4. 5."],
    [
      "replace a level",
      list(2, 0, `<w:lvlOverride w:ilvl="0">${levelXml("%1: upperLetter", 0)}</w:lvlOverride>`),
      "1:0 2:0 1:0",
      "1. B: 3.",
    ],
  ])("%s", (_, second, body, expected) => {
    expect(labels(items(body), outline + second)).toBe(expected);
  });

  test("of two definitions with one id the first counts", () => {
    expect(labels(items("1:0"), outline + abstractList(0, ["%1!"]) + list(1, 0))).toBe("1.");
  });
});

describe("what a label shows", () => {
  test.each([
    ["legal numbering is decimal on all levels", ["%1 upperRoman", "%1.%2 lowerLetter legal"], "1:0 1:1", "I 1.1"],
    ["but keeps a leading zero", ["%1 upperRoman", "Section_%1.%2 decimalZero legal"], "1:0 1:1", "I Section 1.01"],
    ["a level without numbers shows its text", ["Note none", "%2."], "1:0 1:1 1:0", "Note 1. Note"],
    ["a level of format none is empty in others", ["%1 none", "%1%2."], "1:0 1:1", "- 1."],
    ["and so is a bullet", ["• bullet", "%1.%2"], "1:0 1:1", "• .1"],
    ["an empty label is none, but counts", [" decimal", "%1.%2"], "1:0 1:0 1:1", "- - 2.1"],
    ["a hidden label is none, but counts", ["%1. hidden", "%1.%2"], "1:0 1:0 1:1", "- - 2.1"],
    ["a level that is not there is empty", ["%1%5."], "1:0", "1."],
    ["a start that is absurd", ["%1. lowerLetter start=999999999"], "1:0", expect.stringMatching(/^(.)\1{0,29}\.$/)],
    ["a start below one", ["%1. start=-3", "%2. lowerRoman start=0"], "1:0 1:1 1:0", "-3. . -2."],
    ["a format that nobody knows is decimal", ["%1. klingon"], "1:0", "1."],
  ])("%s", (_, levels, body, expected) => {
    expect(labels(items(body), abstractList(0, levels) + list(1, 0))).toEqual(expected);
  });

  test("a custom format is read through the fallback Word writes for older readers", () => {
    const choice = '<w:numFmt w:val="custom" w:format="001, 002, 003, ..."/>';
    const level = levelXml("%1.", 0).replace(
      '<w:numFmt w:val="decimal"/>',
      `<mc:AlternateContent><mc:Choice Requires="w14">${choice}</mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>`,
    );
    expect(labels(items("1:0 1:0"), `<w:abstractNum w:abstractNumId="0">${level}</w:abstractNum>${list(1, 0)}`)).toBe(
      "001. 002.",
    );
  });

  test("number words are in the language of the paragraph's mark", () => {
    const lang = (tag: string): string =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:lang w:val="${tag}"/></w:rPr></w:pPr></w:p>`;
    const numbering = abstractList(0, ["%1 ordinalText"]) + list(1, 0);
    expect(labels(lang("en-GB") + lang("fr-FR") + lang("ru-RU"), numbering)).toBe("First Deuxième Третий");
  });
});

describe("lists of styles", () => {
  const style = (id: string, properties: string, basedOn = ""): string =>
    `<w:style w:type="paragraph" w:styleId="${id}">${basedOn && `<w:basedOn w:val="${basedOn}"/>`}<w:pPr>${properties}</w:pPr></w:style>`;
  const numPr = (numId: string, level = ""): string =>
    `<w:numPr>${level && `<w:ilvl w:val="${level}"/>`}${numId && `<w:numId w:val="${numId}"/>`}</w:numPr>`;
  const headings = abstractList(0, ["%1. style=H1", "%1.%2 style=H2"]) + list(1, 0);

  test.each([
    ["a style names its list", style("S", numPr("1")), "S S", "1. 2."],
    [
      "the level that names a style is its level",
      style("H1", numPr("1")) + style("H2", numPr("1")),
      "H1 H2 H2",
      "1. 1.1 1.2",
    ],
    ["whatever level the style says", style("H2", numPr("1", "0")), "H2", "1.1"],
    ["a style takes the list of what it is based on", style("H1", numPr("1")) + style("B", "", "H1"), "H1 B", "1. 2."],
    ["and its own level", style("H1", numPr("1")) + style("B", numPr("", "1"), "H1"), "H1 B", "1. 1.1"],
    ["a style may take the list away", style("H1", numPr("1")) + style("B", numPr("0"), "H1"), "H1 B", "1. -"],
    ["styles based on each other have no list", style("A", "", "B") + style("B", "", "A"), "A", "-"],
    ["a style based on itself keeps its list", style("H1", numPr("1"), "H1"), "H1", "1."],
    ["a style that is not there has none", "", "Nothing", "-"],
  ])("%s", (_, styles, body, expected) => {
    expect(labels(items(body), headings, styles)).toBe(expected);
  });

  test("a list borrows its levels from the list of a numbering style, and its count", () => {
    const styles = `<w:style w:type="numbering" w:styleId="L"><w:pPr>${numPr("1")}</w:pPr></w:style>`;
    const lender = abstractList(0, ["%1)"], '<w:styleLink w:val="L"/>') + list(1, 0);
    const borrower = abstractList(1, [], '<w:numStyleLink w:val="L"/>') + list(2, 1);
    expect(labels(items("1:0 2:0"), lender + borrower, styles)).toBe("1) 2)");
    expect(labels(items("1:0 2:0"), lender + borrower, ""), "the style is gone").toBe("1) 2)");
  });

  test("lists that borrow from each other show nothing", () => {
    const styles = ["1", "2"]
      .map((numId) => `<w:style w:type="numbering" w:styleId="L${numId}"><w:pPr>${numPr(numId)}</w:pPr></w:style>`)
      .join("");
    const numbering =
      abstractList(0, [], '<w:numStyleLink w:val="L2"/>') +
      abstractList(1, [], '<w:numStyleLink w:val="L1"/>') +
      list(1, 0) +
      list(2, 1) +
      list(3, 9);
    expect(labels(items("1:0 2:0 3:0"), numbering, styles)).toBe("- - -");
  });
});

describe("paragraphs that are not counted", () => {
  const numbered = (mark: string, content = ""): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>${mark}</w:pPr>${content}</w:p>`;
  const text = "<w:r><w:t>Text.</w:t></w:r>";
  const plain = items("1:0");

  test.each([
    ["its mark is deleted, so it is part of the next", numbered("<w:rPr><w:del/></w:rPr>", text), "1. - 2."],
    ["its mark is moved away", numbered("<w:rPr><w:moveFrom/></w:rPr>", text), "1. - 2."],
    ["its mark is inserted: it is there", numbered("<w:rPr><w:ins/></w:rPr>", text), "1. 2. 3."],
    ["it only ends a section", numbered("<w:sectPr/>"), "1. - 2."],
    ["it ends a section with words: it is there", numbered("<w:sectPr/>", text), "1. 2. 3."],
    ["its mark is hidden: it counts", numbered("<w:rPr><w:vanish/></w:rPr>", text), "1. 2. 3."],
    [
      "its row is deleted",
      `<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>${numbered("", text)}</w:tc></w:tr></w:tbl>`,
      "1. - 2.",
    ],
  ])("%s", (_, middle, expected) => {
    expect(labels(plain + middle + plain, outline)).toBe(expected);
  });
});

test("a label tells its place", () => {
  const document = open(items("1:0 1:3"), { numbering: outline });
  const [story] = storiesOf(document);
  const labeller = new Labeller(numberingOf(document));
  const [, second] = paragraphsOf(story!).map((paragraph) => labeller.label(story!, paragraph));
  expect(second).toEqual({
    text: "i)",
    pattern: "%4)",
    level: 3,
    numId: "1",
    abstractNumId: "0",
    format: "lowerRoman",
    isBullet: false,
  });
});

test("a document without lists has no labels", () => {
  const document = open(items("1:0"));
  const [story] = storiesOf(document);
  expect(new Labeller(numberingOf(document)).label(story!, paragraphsOf(story!)[0]!)).toBeUndefined();
});
