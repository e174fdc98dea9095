import { describe, expect, test } from "vitest";
import { open } from "../../../testing/documents.ts";
import { find } from "../../../testing/xml.ts";
import { numberingOf } from "../lists/numbering.ts";
import { type Story, storiesOf } from "../text/stories.ts";
import { W } from "../word-names.ts";
import { isToggledOn, markFormatting, paragraphFormatting, propertyOf, runFormatting } from "./formatting.ts";

const style = (id: string, kind: string, content: string): string =>
  `<w:style w:type="${kind}" w:styleId="${id}">${content}</w:style>`;
const color = (value: string): string => `<w:rPr><w:color w:val="${value}"/></w:rPr>`;
const jc = (value: string): string => `<w:jc w:val="${value}"/>`;
const numPr = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
const LIST = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:pPr>${jc("list")}</w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;

interface Case {
  readonly body: string;
  readonly styles?: string;
}

function opened({ body, styles = "" }: Case): { numbering: ReturnType<typeof numberingOf>; story: Story } {
  const document = open(body, { styles, numbering: LIST });
  return { numbering: numberingOf(document), story: storiesOf(document)[0]! };
}

function alignment(made: Case): string | undefined {
  const { numbering, story } = opened(made);
  const property = propertyOf(paragraphFormatting(numbering, story, find(story.tree, "p")), W.jc);
  return property?.tree.attribute(property.node, W.val);
}

describe("a paragraph's properties are said by the nearest of", () => {
  const base = style("Base", "paragraph", `<w:pPr>${jc("base")}</w:pPr>`);
  const derived = style("Derived", "paragraph", `<w:basedOn w:val="Base"/><w:pPr>${numPr}</w:pPr>`);
  const defaults = `<w:docDefaults><w:pPrDefault><w:pPr>${jc("defaults")}</w:pPr></w:pPrDefault></w:docDefaults>`;
  const table = style("Grid", "table", `<w:pPr>${jc("table")}</w:pPr>`);
  const p = (properties: string): string => `<w:p><w:pPr>${properties}</w:pPr></w:p>`;
  const inTable = (content: string): string =>
    `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`;

  test.each([
    ["itself", p(`<w:pStyle w:val="Base"/>${numPr}${jc("direct")}`), base + defaults, "direct"],
    ["the list it names", p(`<w:pStyle w:val="Base"/>${numPr}`), base + defaults, "list"],
    [
      "the list its style names, before what that is based on",
      p('<w:pStyle w:val="Derived"/>'),
      base + derived,
      "list",
    ],
    ["its style", p('<w:pStyle w:val="Base"/>'), base + defaults, "base"],
    ["the style before the table's", inTable(p('<w:pStyle w:val="Base"/>')), base + table + defaults, "base"],
    ["the table's style", inTable(p("")), table + defaults, "table"],
    ["the defaults", p(""), defaults, "defaults"],
    ["nobody", p(""), "", undefined],
  ])("%s", (_, body, styles, expected) => {
    expect(alignment({ body, styles })).toBe(expected);
  });

  test("a style that names a list outdoes the list", () => {
    const both = style("Both", "paragraph", `<w:pPr>${numPr}${jc("style")}</w:pPr>`);
    expect(alignment({ body: p('<w:pStyle w:val="Both"/>'), styles: both })).toBe("style");
  });
});

describe("a run's properties are said by the nearest of", () => {
  const styles = style("P", "paragraph", color("paragraph")) + style("C", "character", color("character"));
  const run = (properties: string): string =>
    `<w:p><w:pPr><w:pStyle w:val="P"/></w:pPr><w:r><w:rPr>${properties}</w:rPr></w:r></w:p>`;

  test.each([
    ["itself", run('<w:rStyle w:val="C"/><w:color w:val="direct"/>'), "direct"],
    ["its character style", run('<w:rStyle w:val="C"/>'), "character"],
    ["its paragraph's style", run(""), "paragraph"],
  ])("%s", (_, body, expected) => {
    const { numbering, story } = opened({ body, styles });
    const property = propertyOf(runFormatting(numbering, story, find(story.tree, "r")), W.color);
    expect(property?.tree.attribute(property.node, W.val)).toBe(expected);
  });
});

describe("toggles", () => {
  const toggle = (value: string): string => `<w:rPr><w:b w:val="${value}"/></w:rPr>`;
  const bold = (direct: string, styles: string): boolean => {
    const body = `<w:p><w:pPr><w:pStyle w:val="P"/></w:pPr><w:r><w:rPr><w:rStyle w:val="C"/>${direct}</w:rPr></w:r></w:p>`;
    const { numbering, story } = opened({ body, styles });
    return isToggledOn(runFormatting(numbering, story, find(story.tree, "r")), W.b);
  };
  const P = (value: string): string => style("P", "paragraph", toggle(value));
  const C = (value: string): string => style("C", "character", toggle(value));
  const defaults = `<w:docDefaults><w:rPrDefault>${toggle("1")}</w:rPrDefault></w:docDefaults>`;

  test.each([
    ["nobody says it", "", "", false],
    ["one style says it", "", P("1"), true],
    ["two kinds of style say it", "", P("1") + C("1"), false],
    ["one says on, one off", "", P("1") + C("0"), true],
    ["the run says on", "<w:b/>", P("1") + C("1"), true],
    ["the run says off", '<w:b w:val="0"/>', P("1"), false],
    ["the defaults say it", "", defaults + P("1"), true],
  ])("%s", (_, direct, styles, expected) => {
    expect(bold(direct, styles)).toBe(expected);
  });
});

test("a paragraph's mark has properties of its own", () => {
  const body = "<w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr><w:r/></w:p>";
  const { numbering, story } = opened({ body });
  expect(isToggledOn(markFormatting(numbering, story, find(story.tree, "p")), W.b)).toBe(true);
  expect(isToggledOn(runFormatting(numbering, story, find(story.tree, "r")), W.b)).toBe(false);
});
