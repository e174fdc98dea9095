// Tests one change of formatting each: which change is recorded, and that no text is marked.

import { describe, expect, test } from "vitest";
import { type Compared, checkRedlineWith, type Source } from "../../testing/comparisons.ts";
import { code, fld, p } from "../../testing/documents.ts";
import { readStyles } from "../document/formatting/styles.ts";
import { PROPERTY_CHANGES } from "../document/grammar.ts";
import { storiesOf } from "../document/text/stories.ts";
import { W } from "../document/word-names.ts";
import { rejectAll } from "../revisions/decide/decide.ts";
import { descendants } from "../revisions/markup.ts";

/** The rules of this file are those of mode `all`. */
function checkRedline(before: string | Source, after: string | Source, expected: string): Compared {
  return checkRedlineWith({ formatting: "all" }, { before, after, expected });
}

const TEXT = "The Seller shall deliver the goods.";

const run = (text: string, properties = ""): string =>
  `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (properties: string, ...runs: readonly string[]): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${runs.join("")}</w:p>`;

/** Returns the recorded formatting changes in order: `rPr goods` for a run, `pPr` for a paragraph, `mark` for its mark. */
function recorded({ document }: Compared): string[] {
  return storiesOf(document).flatMap(({ tree, root }) =>
    descendants(tree, root)
      .filter((node) => PROPERTY_CHANGES.has(tree.name(node)))
      .map((node) => {
        const owner = tree.parent(tree.parent(node));
        const name = tree.names.local(tree.name(tree.parent(node)));
        if (tree.name(owner) === W.pPr && name === "rPr") return "mark";
        if (tree.name(owner) !== W.r) return name;
        const texts = tree.children(owner).filter((child) => tree.name(child) === W.t);
        return `rPr ${texts.map((text) => tree.text(tree.firstChild(text))).join("")}`;
      }),
  );
}

function expectChanges(before: string | Source, after: string | Source, { text = TEXT, changes }: Expected): void {
  expect(recorded(checkRedline(before, after, text))).toEqual(changes);
  expect(recorded(checkRedline(after, before, text))).toHaveLength(changes.length);
}

interface Expected {
  readonly text?: string;
  readonly changes: readonly string[];
}

describe("runs", () => {
  test("[CMP-70] a word that became bold is one change, and no text is marked", () => {
    const after = p(run("The Seller shall deliver the "), run("goods", "<w:b/>"), run("."));
    expectChanges(p(TEXT), after, { changes: ["rPr goods"] });
  });

  test("[CMP-71] runs are cut where the other side's formatting begins and ends", () => {
    const before = p(run("The Seller shall ", "<w:i/>"), run("deliver the goods."));
    const after = p(run("The ", "<w:i/>"), run("Seller shall deliver", "<w:b/>"), run(" the goods."));
    expect(recorded(checkRedline(before, after, TEXT))).toEqual(["rPr Seller shall ", "rPr deliver"]);
  });

  test("[CMP-71] formatting of text that stays is compared in a paragraph that was edited", () => {
    const after = p(run("The Seller shall deliver the "), run("new "), run("goods", "<w:b/>"), run("."));
    const text = "The Seller shall deliver the {+new +}goods.";
    expect(recorded(checkRedline(p(TEXT), after, text))).toEqual(["rPr goods"]);
  });

  test("[CMP-72] white space alone has no looks, unless it is underlined or the like", () => {
    const spaced = (properties: string): string => p(run("The"), run(" ", properties), run("Seller"));
    expectChanges(spaced(""), spaced("<w:b/>"), { text: "The Seller", changes: [] });
    expectChanges(spaced(""), spaced('<w:u w:val="single"/>'), { text: "The Seller", changes: ["rPr  "] });
  });

  test("[CMP-71] what a field shows is compared by characters, however its runs are cut", () => {
    const field = (...shown: readonly string[]): string =>
      p(fld("begin"), code("HYPERLINK a"), fld("separate"), ...shown, fld("end"));
    const before = field(run("One two", "<w:b/>"), run("three"));
    expectChanges(before, field(run("One", "<w:b/>"), run(" two", "<w:b/>"), run("three")), {
      text: "{HYPERLINK a}One twothree",
      changes: [],
    });
    expectChanges(before, field(run("One", "<w:b/>"), run(" two"), run("three")), {
      text: "{HYPERLINK a}One twothree",
      changes: ["rPr  two"],
    });
  });

  test("[CMP-73] what no reader sees, and another spelling, is no change", () => {
    const before = p(run(TEXT, '<w:color w:val="ff0000"/><w:b/><w:sz w:val="024"/>'));
    const after = p(run(TEXT, '<w:b w:val="true"/><w:color w:val="FF0000"/><w:sz w:val="24"/><w:lang w:val="de-DE"/>'));
    expectChanges(before, after, { changes: [] });
  });

  test("[CMP-73] properties for complex scripts show on their letters alone", () => {
    const sized = (text: string, size: number): string => p(run(text, `<w:szCs w:val="${size}"/>`));
    expectChanges(sized(TEXT, 20), sized(TEXT, 24), { changes: [] });
    expectChanges(sized("שלום", 20), sized("שלום", 24), { text: "שלום", changes: ["rPr שלום"] });
  });

  const styles = `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
    <w:style w:type="paragraph" w:styleId="Strong"><w:name w:val="Strong"/><w:basedOn w:val="Normal"/><w:rPr><w:b/></w:rPr></w:style>
    <w:style w:type="paragraph" w:styleId="Plain"><w:name w:val="Plain"/><w:rPr><w:rFonts w:ascii="Arial"/></w:rPr></w:style>`;
  const styled = (style: string, properties: string): Source => ({
    body: paragraph(style === "" ? "" : `<w:pStyle w:val="${style}"/>`, run(TEXT, properties)),
    parts: { styles },
  });

  test.each([
    ["the size of the defaults", "", '<w:sz w:val="22"/>', 0],
    ["another size", "", '<w:sz w:val="24"/>', 1],
    ["bold in a bold style", "Strong", "<w:b/>", 0],
    ["not bold in a bold style", "Strong", '<w:b w:val="0"/>', 1],
    ["not bold in a style that is not", "", '<w:b w:val="0"/>', 0],
    ["no underline", "", '<w:u w:val="none"/>', 0],
    ["the theme's font in a style with a font of its own", "Plain", '<w:rFonts w:asciiTheme="minorHAnsi"/>', 1],
  ])("[CMP-74] a value is a change if the styles do not give it anyway: %s", (_, style, properties, count) => {
    expectChanges(styled(style, ""), styled(style, properties), { changes: Array(count).fill(`rPr ${TEXT}`) });
  });
});

describe("paragraphs", () => {
  test("[CMP-75] alignment, indents and the like are one change of the paragraph", () => {
    const after = paragraph('<w:ind w:left="720"/><w:jc w:val="center"/>', run(TEXT));
    expectChanges(p(TEXT), after, { changes: ["pPr"] });
  });

  test("[CMP-75] a style is its id; the default one and none are the same", () => {
    const styles = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
      <w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>`;
    const named = (id: string): Source => ({
      body: paragraph(`<w:pStyle w:val="${id}"/>`, run(TEXT)),
      parts: { styles },
    });
    expectChanges({ body: p(TEXT), parts: { styles } }, named("Normal"), { changes: [] });
    expectChanges(named("Normal"), named("Heading1"), { changes: ["pPr"] });
  });

  test("[CMP-75] the looks of a mark are a change of the mark", () => {
    expectChanges(p(TEXT), paragraph("<w:rPr><w:b/></w:rPr>", run(TEXT)), { changes: ["mark"] });
  });

  test("[CMP-75] a mark that came brings its own formatting", () => {
    const after = paragraph('<w:jc w:val="center"/>', run("The Seller")) + p(" shall deliver the goods.");
    expect(recorded(checkRedline(p(TEXT), after, "The Seller¶+\n shall deliver the goods."))).toEqual([]);
  });

  const level = (id: number, format: string): string =>
    `<w:abstractNum w:abstractNumId="${id}">${[0, 1].map((at) => `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%${at + 1}."/></w:lvl>`).join("")}</w:abstractNum>`;
  const list = (id: number, definition: number, more = ""): string =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${more}</w:num>`;
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';
  const item = (numId: number, text: string, at = 0): string =>
    paragraph(`<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${numId}"/></w:numPr>`, run(text));
  const numbered = (numbering: string, ...items: readonly string[]): Source => ({
    body: items.join(""),
    parts: { numbering },
  });

  test("[CMP-76] a list level is one change", () => {
    const numbering = level(1, "decimal") + list(1, 1);
    const items = (at: number): Source => numbered(numbering, item(1, "One"), item(1, "Two", at));
    expectChanges(items(0), items(1), { text: "One\nTwo", changes: ["pPr"] });
  });

  test("[CMP-76] the same list under another number is the same list", () => {
    const before = numbered(level(1, "decimal") + list(1, 1), item(1, "One"), item(1, "Two"));
    const after = numbered(level(7, "decimal") + list(4, 7), item(4, "One"), item(4, "Two"));
    expectChanges(before, after, { text: "One\nTwo", changes: [] });
  });

  test("[CMP-76] a list of another look is a change of each of its paragraphs", () => {
    const before = numbered(level(1, "decimal") + list(1, 1), item(1, "One"), item(1, "Two"));
    const after = numbered(level(1, "lowerLetter") + list(1, 1), item(1, "One"), item(1, "Two"));
    expectChanges(before, after, { text: "One\nTwo", changes: ["pPr", "pPr"] });
  });

  test("[CMP-76] a list that begins anew is a change where it does; labels that shift are none", () => {
    const numbering = level(1, "decimal") + list(1, 1) + list(2, 1, restart);
    const before = numbered(numbering, item(1, "One"), item(1, "Two"), item(1, "Three"));
    const after = numbered(numbering, item(1, "One"), item(2, "Two"), item(1, "Three"));
    expectChanges(before, after, { text: "One\nTwo\nThree", changes: ["pPr"] });
  });
});

describe("lists that are not there", () => {
  test("[CMP-76] a paragraph in a list that no document defines has no changed list", () => {
    const body = paragraph('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="9"/></w:numPr>', run(TEXT));
    expectChanges(body, body, { changes: [] });
  });
});

describe("tables and sections", () => {
  const table = ({ tblPr = "", trPr = "", tcPr = "", tblPrEx = "" }): string =>
    `<w:tbl><w:tblPr>${tblPr}</w:tblPr><w:tblGrid><w:gridCol w:w="100"/></w:tblGrid><w:tr>${tblPrEx}<w:trPr>${trPr}</w:trPr><w:tc><w:tcPr>${tcPr}</w:tcPr>${p("cell")}</w:tc></w:tr></w:tbl>${p("End.")}`;

  test.each([
    ["a table", { tblPr: '<w:jc w:val="center"/>' }, "tblPr"],
    ["a row", { trPr: "<w:cantSplit/>" }, "trPr"],
    ["a row's exceptions", { tblPrEx: '<w:tblPrEx><w:jc w:val="center"/></w:tblPrEx>' }, "tblPrEx"],
    ["a cell", { tcPr: '<w:shd w:val="clear" w:fill="FFFF00"/>' }, "tcPr"],
  ])("[CMP-77] the properties of %s are one change", (_, properties, change) => {
    const text = `row: ${change === "tcPr" ? "(~)" : ""}cell\nEnd.`;
    expectChanges(table({}), table(properties), { text, changes: [change] });
  });

  test("[CMP-78] margins and columns are one change of the section", () => {
    const body = (properties: string): string => `${p(TEXT)}<w:sectPr>${properties}</w:sectPr>`;
    expectChanges(body('<w:pgMar w:left="1"/>'), body('<w:pgMar w:left="2"/><w:cols w:num="2"/>'), {
      changes: ["sectPr"],
    });
  });
});

describe("styles that a document names without defining them", () => {
  const table = '<w:tbl><w:tblPr><w:tblStyle w:val="T1"/></w:tblPr><w:tblGrid><w:gridCol w:w="900"/></w:tblGrid>';
  const body = `${table}<w:tr><w:tc>${p(TEXT)}</w:tc></w:tr></w:tbl>${p(TEXT)}`;
  const defined =
    '<w:style w:type="table" w:styleId="T1"><w:name w:val="Grid"/><w:pPr><w:jc w:val="end"/></w:pPr></w:style>';
  const text = `row: ${TEXT}\n${TEXT}`;

  /** Returns, for each table of a redline's rejected view, whether its style is defined. */
  function definesStyles(before: Source, after: Source): boolean[] {
    const { document } = checkRedline(before, after, text);
    rejectAll(document);
    const { byId } = readStyles(document);
    return storiesOf(document).flatMap(({ tree, root }) =>
      descendants(tree, root)
        .filter((node) => tree.name(node) === W.tblPr)
        .map((node) => byId.has(tree.attribute(tree.child(node, W.tblStyle), W.val) ?? "")),
    );
  }

  test("[FMT-30] an imported style does not define a name that the other side leaves undefined", () => {
    const redline = checkRedline({ body, parts: { styles: defined } }, { body, parts: { styles: "" } }, text);
    expect(recorded(redline)).toEqual(["tblPr"]);
    expect(readStyles(redline.document).byId.has("T1")).toBe(false);
    expect(definesStyles({ body, parts: { styles: defined } }, { body, parts: { styles: "" } })).toEqual([true]);
  });

  test("[FMT-31] an undefined style stays undefined where the other side defines its name", () => {
    expect(definesStyles({ body, parts: { styles: "" } }, { body, parts: { styles: defined } })).toEqual([false]);
  });

  test("[FMT-31] an undefined style and no style are the same", () => {
    const named = paragraph('<w:pStyle w:val="Missing"/>', run(TEXT));
    expectChanges(named, p(TEXT), { changes: [] });
  });
});
