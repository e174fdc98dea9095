// Tests pairs of properties of rows, tables and sections: the fields in which readers see a difference, or none.

import { describe, expect, test } from "vitest";
import { p, tbl } from "../../../testing/documents.ts";
import { opened, textLook } from "../../../testing/looks.ts";
import { find } from "../../../testing/xml.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import { W } from "../word-names.ts";
import { differentFields, type Look } from "./look.ts";
import { readPropertyElements } from "./property-layers.ts";

const WP_NAMES = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
const SINGLE = 'w:val="single" w:sz="4" w:space="0" w:color="auto"';
const runIn = (properties: string): string => `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t>Text</w:t></w:r></w:p>`;

const properties = (name: string, content: string): { xml: string; name: string } => ({
  xml: `<w:${name}>${content}</w:${name}>`,
  name,
});

function plainLook(kind: "row" | "table" | "section" | "exception", content: string, header?: string): Look {
  const name = { row: "trPr", table: "tblPr", section: "sectPr", exception: "tblPrEx" }[kind];
  const { xml } = properties(name, content);
  const { looks, tree } = opened(`<w:p/>${xml}`, header === undefined ? {} : { header });
  const direct = readPropertyElements(tree, find(tree, name));
  if (kind === "table") return looks.table(direct);
  return kind === "row" ? looks.row(direct) : kind === "section" ? looks.section(direct) : looks.exception(direct);
}

const PAGE = '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:left="1620" w:right="1620"/>';

const CHARACTERS = (space: number): string => `<w:docGrid w:type="linesAndChars" w:charSpace="${space}"/>`;

describe("rows, tables and sections", () => {
  test.each([
    [
      "table",
      "[FMT-49] another share of the page",
      '<w:tblW w:w="5000" w:type="pct"/>',
      '<w:tblW w:w="2500" w:type="pct"/>',
      "table-share",
    ],
    [
      "table",
      "[FMT-49] a share in percents",
      '<w:tblW w:w="50%" w:type="pct"/>',
      '<w:tblW w:w="2536" w:type="pct"/>',
      "",
    ],
    ["row", "height", '<w:trHeight w:val="500"/>', "", "row-height"],
    [
      "row",
      "[FMT-9] a height without a rule is at least",
      '<w:trHeight w:val="500"/>',
      '<w:trHeight w:val="500" w:hRule="atLeast"/>',
      "",
    ],
    ["row", "height within tolerance", '<w:trHeight w:val="500"/>', '<w:trHeight w:val="520"/>', ""],
    ["row", "exact height", '<w:trHeight w:val="500" w:hRule="exact"/>', '<w:trHeight w:val="500"/>', "row-height"],
    ["row", "header row", "<w:tblHeader/>", "", "header-row"],
    ["row", "may break", "<w:cantSplit/>", "", "whole-row"],
    ["row", "may break, off", '<w:cantSplit w:val="0"/>', "", ""],
    ["row", "[FMT-1] a hidden row is compared as markup", "<w:hidden/>", "", "other hidden"],
    ["row", "[FMT-1] conditions", '<w:cnfStyle w:val="100000000000"/>', "", ""],
    ["table", "alignment", '<w:jc w:val="center"/>', "", "alignment"],
    ["table", "indent", '<w:tblInd w:w="500" w:type="dxa"/>', "", "table-length indent"],
    ["table", "indent within tolerance", '<w:tblInd w:w="50" w:type="dxa"/>', "", ""],
    ["table", "width", '<w:tblW w:w="5000" w:type="dxa"/>', '<w:tblW w:w="6000" w:type="dxa"/>', "table-length width"],
    ["table", "cell spacing", '<w:tblCellSpacing w:w="100" w:type="dxa"/>', "", "table-length spacing"],
    ["table", "[FMT-1] tblLook", '<w:tblLook w:val="04A0"/>', "", ""],
    ["table", "[FMT-1] alternative text", '<w:tblCaption w:val="a"/><w:tblDescription w:val="b"/>', "", ""],
    ["table", "[FMT-9] a floating table", '<w:tblpPr w:tblpX="100"/>', "", "floating"],
    [
      "table",
      "[FMT-9] usual places of a floating table",
      '<w:tblpPr w:tblpX="100"/>',
      '<w:tblpPr w:tblpX="100" w:tblpY="0" w:topFromText="0" w:horzAnchor="text" w:vertAnchor="margin"/>',
      "",
    ],
    [
      "table",
      "[FMT-9] indent of a floating table",
      '<w:tblpPr w:tblpX="100"/><w:tblInd w:w="500" w:type="dxa"/>',
      '<w:tblpPr w:tblpX="100"/>',
      "",
    ],
    ["table", "[FMT-1] tables that may not overlap", '<w:tblOverlap w:val="never"/>', "", ""],
    [
      "table",
      "[FMT-9] alignment of a floating table",
      '<w:tblpPr w:tblpX="100"/><w:jc w:val="right"/>',
      '<w:tblpPr w:tblpX="100"/>',
      "",
    ],
    ["table", "[FMT-43] layout of a table whose cells are unknown", '<w:tblLayout w:type="fixed"/>', "", "layout"],
    ["table", "[FMT-43] the usual layout", '<w:tblLayout w:type="autofit"/>', "", ""],
    ["row", "[FMT-44] alignment of a row", '<w:jc w:val="center"/>', "", "alignment"],
    ["row", "[FMT-44] the usual alignment of a row", '<w:jc w:val="start"/>', "", ""],
    [
      "row",
      "[FMT-44] space between the cells of a row",
      '<w:tblCellSpacing w:w="100" w:type="dxa"/>',
      "",
      "table-length spacing",
    ],
    ["exception", "the record of a change", '<w:tblPrExChange w:id="1" w:author="a"/>', "", ""],
    ["table", "[FMT-1] order of columns is compared as markup", "<w:bidiVisual/>", "", "other bidiVisual"],
    ["exception", "[FMT-43] another layout than that of the table", '<w:tblLayout w:type="fixed"/>', "", "layout"],
    [
      "section",
      "page size",
      '<w:pgSz w:w="11906" w:h="16838"/>',
      '<w:pgSz w:w="12240" w:h="15840"/>',
      "page height,page width",
    ],
    [
      "section",
      "page size within tolerance",
      '<w:pgSz w:w="11906" w:h="16838"/>',
      '<w:pgSz w:w="11900" w:h="16840"/>',
      "",
    ],
    ["section", "margins", '<w:pgMar w:top="1440"/>', '<w:pgMar w:top="1000"/>', "page top"],
    [
      "section",
      "[FMT-9] distance of a header that is missing",
      '<w:pgMar w:header="708"/>',
      '<w:pgMar w:header="0"/>',
      "",
    ],
    ["section", "columns", '<w:cols w:num="2"/>', "", "column-count"],
    ["section", "[FMT-9] gap of one column", '<w:cols w:space="708"/>', "", ""],
    [
      "section",
      "gap of two columns",
      '<w:cols w:num="2" w:space="300"/>',
      '<w:cols w:num="2" w:space="720"/>',
      "columns space",
    ],
    ["section", "a line between columns", '<w:cols w:num="2" w:sep="1"/>', '<w:cols w:num="2"/>', "column-line"],
    ["section", "orientation", '<w:pgSz w:orient="landscape"/>', "", "orientation"],
    ["section", "break", '<w:type w:val="continuous"/>', "", "break"],
    ["section", "the usual break", '<w:type w:val="nextPage"/>', "", ""],
    ["section", "page numbers", '<w:pgNumType w:start="5"/>', "", "page-numbers start"],
    ["section", "decimal page numbers", '<w:pgNumType w:fmt="decimal"/>', "", ""],
    ["section", "borders", `<w:pgBorders><w:top ${SINGLE}/></w:pgBorders>`, "", "page-border top"],
    [
      "section",
      "[FMT-9] usual places of borders",
      `<w:pgBorders w:offsetFrom="text" w:display="allPages" w:zOrder="front"><w:top ${SINGLE}/></w:pgBorders>`,
      `<w:pgBorders><w:top ${SINGLE}/></w:pgBorders>`,
      "",
    ],
    [
      "section",
      "borders of the first page",
      `<w:pgBorders w:display="firstPage"><w:top ${SINGLE}/></w:pgBorders>`,
      `<w:pgBorders><w:top ${SINGLE}/></w:pgBorders>`,
      "page-border display",
    ],
    ["section", "vertical alignment", '<w:vAlign w:val="center"/>', "", "vertical"],
    ["section", "line numbers", '<w:lnNumType w:countBy="5"/>', "", "other lnNumType"],
    ["section", "title page", "<w:titlePg/>", "", "titlePg"],
    ["section", "direction", "<w:bidi/>", "", "bidi"],
    ["section", "[FMT-1] a grid without lines", '<w:docGrid w:linePitch="360"/>', "", ""],
    ["section", "[FMT-1] a tray of the printer", '<w:paperSrc w:first="7" w:other="7"/>', "", ""],
    ["section", "a grid of characters within tolerance", CHARACTERS(37949), CHARACTERS(37887), ""],
    ["section", "a grid of characters beyond tolerance", CHARACTERS(37949), CHARACTERS(37700), "grid characters"],
    ["section", "a grid of lines", '<w:docGrid w:type="lines" w:linePitch="360"/>', "", "grid"],
    [
      "section",
      "[FMT-9] a grid of characters",
      '<w:docGrid w:type="linesAndChars" w:charSpace="100"/>',
      '<w:docGrid w:type="linesAndChars"/>',
      "grid characters",
    ],
    ["section", "[FMT-1] forms", '<w:formProt w:val="0"/>', "", ""],
    ["section", "text direction of the default", '<w:textDirection w:val="lrTb"/>', "", ""],
    [
      "section",
      "[FMT-9] notes in a document without notes",
      '<w:footnotePr><w:numFmt w:val="lowerRoman"/></w:footnotePr><w:noEndnote/>',
      "",
      "",
    ],
    [
      "section",
      "[FMT-9] equal columns one by one",
      `${PAGE}<w:cols w:num="2" w:equalWidth="0"><w:col w:w="4140" w:space="720"/><w:col w:w="4140"/></w:cols>`,
      `${PAGE}<w:cols w:num="2" w:space="720"/>`,
      "",
    ],
    [
      "section",
      "[FMT-9] equal columns that do not fill the page",
      `${PAGE}<w:cols w:num="2" w:equalWidth="0"><w:col w:w="3000" w:space="720"/><w:col w:w="3000"/></w:cols>`,
      `${PAGE}<w:cols w:num="2" w:space="720"/>`,
      "column-count,columns widths",
    ],
  ] as const)("%s: %s", (...[kind, , one, other, fields]) => {
    const looks = [plainLook(kind, one), plainLook(kind, other)];
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
    expect(differentFields(looks[1]!, looks[0]!).join()).toBe(fields);
  });

  test("[FMT-9] the distance of a header shows in a document with headers", () => {
    const looks = ["708", "0"].map((distance) =>
      plainLook("section", `<w:pgMar w:header="${distance}"/>`, p("Header")),
    );
    expect(differentFields(looks[0]!, looks[1]!)).toEqual(["page header"]);
  });

  test.each([
    ["default", '<w:pgMar w:top="1440" w:header="1440"/>', '<w:pgMar w:top="1497" w:header="1440"/>', ""],
    ["default", '<w:pgMar w:top="1440" w:header="1440"/>', '<w:pgMar w:top="1600" w:header="1440"/>', "page top"],
    ["default", '<w:pgMar w:top="-1440" w:header="1440"/>', '<w:pgMar w:top="1497" w:header="1440"/>', "page top"],
    ["first", '<w:pgMar w:top="1440" w:header="1440"/>', '<w:pgMar w:top="1497" w:header="1440"/>', "page top"],
    [
      "default",
      '<w:pgMar w:top="1440" w:header="1440"/><w:titlePg/>',
      '<w:pgMar w:top="1497" w:header="1440"/><w:titlePg/>',
      "page top",
    ],
  ])("[FMT-55] a margin under the %s header: %s and %s", (page, one, other, fields) => {
    const looks = [one, other].map((content) => {
      const reference = `<w:headerReference w:type="${page}" r:id="rId9"/>`;
      const { looks: of, story, tree } = opened(`<w:p/><w:sectPr>${reference}${content}</w:sectPr>`, {});
      const node = find(tree, "sectPr");
      return of.section(readPropertyElements(tree, node), { story, node, view: "accepted" });
    });
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
  });

  const NOTE = '<w:footnote w:id="2"><w:p/></w:footnote>';
  const ENDNOTE = '<w:endnote w:id="2"><w:p/></w:endnote>';
  test.each([
    ["the usual footnotes", "<w:footnotePr><w:numFmt w:val='decimal'/></w:footnotePr>", ""],
    ["another format", "<w:footnotePr><w:numFmt w:val='lowerRoman'/></w:footnotePr>", "notes footnotes"],
    ["suppressed endnotes", "<w:noEndnote/>", "notes shown"],
    ["endnotes that are not suppressed", "<w:noEndnote w:val='0'/>", ""],
  ])("[FMT-9] in a document with notes, %s", (_, properties, fields) => {
    const looks = [properties, ""].map((content) => {
      const parts = { footnotes: NOTE, endnotes: ENDNOTE };
      const { looks: of, tree } = opened(`<w:p/><w:sectPr>${content}</w:sectPr>`, { parts });
      return of.section(readPropertyElements(tree, find(tree, "sectPr")));
    });
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
  });

  test("[FMT-9] the type of the first section shows nothing", () => {
    const two = (first: string, second: string): readonly Look[] => {
      const section = (type: string): string => `<w:sectPr><w:type w:val="${type}"/></w:sectPr>`;
      const body = `<w:p><w:pPr>${section(first)}</w:pPr></w:p>${section(second)}`;
      const { looks, story, tree } = opened(body, {});
      const nodes = elementsNamed(tree, new Set([W.sectPr]));
      return nodes.map((node) => looks.section(readPropertyElements(tree, node), { story, node, view: "accepted" }));
    };
    const [one, other] = [two("nextPage", "nextPage"), two("continuous", "continuous")];
    expect(differentFields(one[0]!, other[0]!)).toEqual([]);
    expect(differentFields(one[1]!, other[1]!)).toEqual(["break"]);
  });

  /** Returns the looks of the table and of its row. */
  function looksIn(table: string, row: string, cell: string, content = p("word")): readonly [Look, Look] {
    const xml = `<w:tbl><w:tblPr>${table}</w:tblPr><w:tr><w:trPr>${row}</w:trPr><w:tc><w:tcPr>${cell}</w:tcPr>${content}</w:tc></w:tr></w:tbl>`;
    const { looks, story, tree } = opened(xml, {});
    const of = (kind: "table" | "row", owner: string, holder: string): Look => {
      const node = find(tree, owner);
      return looks[kind](readPropertyElements(tree, find(tree, holder)), { story, node, view: "accepted" });
    };
    return [of("table", "tbl", "tblPr"), of("row", "tr", "trPr")];
  }
  const FIXED = '<w:tblLayout w:type="fixed"/>';
  const inline = (width: number): string =>
    `<w:p><w:r><w:drawing><wp:inline ${WP_NAMES}><wp:extent cx="${width}" cy="1"/></wp:inline></w:drawing></w:r></w:p>`;
  test.each([
    ["words that fit", '<w:tcW w:w="2000" w:type="dxa"/>', p("word"), ""],
    ["a long word", '<w:tcW w:w="2000" w:type="dxa"/>', p("incomprehensibilities"), "layout"],
    ["a word in two runs", '<w:tcW w:w="2000" w:type="dxa"/>', p("incomprehen", "sibilities"), "layout"],
    ["two words", '<w:tcW w:w="2000" w:type="dxa"/>', p("incomprehen") + p("sibilities"), ""],
    ["no width", "", p("word"), "layout"],
    ["automatic width", '<w:tcW w:w="0" w:type="auto"/>', p("word"), "layout"],
    ["a share", '<w:tcW w:w="2500" w:type="pct"/>', p("incomprehensibilities"), ""],
    ["a small share", '<w:tcW w:w="10%" w:type="pct"/>', p("incomprehensibilities"), "layout"],
    ["a picture that fits", '<w:tcW w:w="2000" w:type="dxa"/>', inline(1_000_000), ""],
    ["a wide picture", '<w:tcW w:w="2000" w:type="dxa"/>', inline(2_000_000), "layout"],
    ["a table inside", '<w:tcW w:w="2000" w:type="dxa"/>', tbl([p("a")]) + p(""), "layout"],
  ])("[FMT-43] layout with %s", (_, cell, content, fields) => {
    const [one, other] = [looksIn(FIXED, "", cell, content), looksIn("", "", cell, content)];
    expect(differentFields(one[0], other[0]).join()).toBe(fields);
  });

  function cellLookOf(cell: string, content: string): Look {
    const { looks, story, tree } = opened(
      `<w:tbl><w:tr><w:tc><w:tcPr>${cell}</w:tcPr>${content}</w:tc></w:tr></w:tbl>`,
      {},
    );
    const place = looks.cellPlace(story, find(tree, "tc"), "accepted")!;
    return looks.cell(place.own, place);
  }
  test.each([
    ["text that fits", '<w:tcW w:w="2000" w:type="dxa"/>', p("Sixteen letters."), []],
    ["two paragraphs that fit", '<w:tcW w:w="2000" w:type="dxa"/>', p("Sixteen letters.") + p("Sixteen more"), []],
    ["a share of the page", '<w:tcW w:w="2000" w:type="pct"/>', p("Some words of this text"), []],
    ["text that would wrap", '<w:tcW w:w="2000" w:type="dxa"/>', p("Seventeen letters"), ["other noWrap"]],
    ["no width", '<w:tcW w:w="0" w:type="auto"/>', p("a"), ["other noWrap"]],
    ["a tab", '<w:tcW w:w="2000" w:type="dxa"/>', "<w:p><w:r><w:tab/></w:r></w:p>", ["other noWrap"]],
    ["a picture", '<w:tcW w:w="2000" w:type="dxa"/>', inline(1_000_000), ["other noWrap"]],
  ])("[FMT-58] no wrapping with %s", (_, cell, content, fields) => {
    const look = cellLookOf(`${cell}<w:noWrap/>`, content);
    expect(differentFields(look, cellLookOf(cell, content))).toEqual(fields);
  });

  test("[FMT-44] a row has the alignment of its table", () => {
    const [own, ofTable] = ['<w:jc w:val="center"/>', '<w:jc w:val="center"/>'];
    expect(differentFields(looksIn(ofTable, own, "")[1], looksIn(ofTable, "", "")[1])).toEqual([]);
    expect(differentFields(looksIn("", own, "")[1], looksIn("", "", "")[1])).toEqual(["alignment"]);
  });

  test("fields know if the properties set them", () => {
    const { direct } = textLook("run", runIn('<w:b/><w:rFonts w:ascii="Arial"/>'), {});
    expect([...direct].sort()).toEqual(["bold", "font ascii"]);
    expect(readPropertyElements(opened("<w:p/>", {}).tree, NONE).size).toBe(0);
  });
});
