// Tests causes of formatting differences: which are tracked in mode `visible`, and which in mode `all`.
//
// Every pair is compared in both directions. The gate proves that the accepted and the rejected view look like their
// documents; the markup of both views is read where it matters.

import { describe, expect, test } from "vitest";
import { compareWith, renderComparison, type Source } from "../../testing/comparisons.ts";
import { p, r, tbl } from "../../testing/documents.ts";
import { readStyles } from "../document/formatting/styles.ts";
import { PROPERTY_CHANGES } from "../document/grammar.ts";
import type { WordDocument } from "../document/open-document.ts";
import { storiesOf } from "../document/text/stories.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";
import { listRevisions } from "../revisions/list-revisions.ts";
import { descendants } from "../revisions/markup.ts";

type Formatting = "visible" | "all" | "ignore";

/** Returns the names of the recorded properties in order. */
function recorded(before: string | Source, after: string | Source, formatting: Formatting): string[] {
  const { document, notices } = compareWith(before, after, { formatting });
  expect(notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
  expect(listRevisions(document).filter(({ place }) => place !== "property")).toEqual([]);
  return storiesOf(document).flatMap(({ tree, root }) =>
    descendants(tree, root)
      .filter((node) => PROPERTY_CHANGES.has(tree.name(node)))
      .map((node) => tree.names.local(tree.name(tree.parent(node)))),
  );
}

/** True if the redline compares looks, and does not fall back to markup as a whole. */
function isVisible(before: Source, after: Source): boolean {
  return renderComparison(before, after, { formatting: "visible" }).redline.style_changes !== undefined;
}

function markup({ package: opened, main }: WordDocument): string {
  return new TextDecoder().decode(opened.bytes(main));
}

const run = (properties: string, text = "The goods"): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const para = (properties: string, content = r("The goods")): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const style = (id: string, content: string, kind = "paragraph"): string =>
  `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${id}"/>${content}</w:style>`;
const normal = (content = ""): string =>
  `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>${content}</w:style>`;
const styled = (body: string, styles: string): Source => ({ body, parts: { styles } });
const SINGLE = 'w:val="single" w:sz="4" w:space="0" w:color="auto"';
const sides = (holder: string, ...names: readonly string[]): string =>
  `<w:${holder}>${names.map((name) => `<w:${name} ${SINGLE}/>`).join("")}</w:${holder}>`;
const GRID = sides("tblBorders", "top", "left", "bottom", "right", "insideH", "insideV");
const BOX = sides("tcBorders", "top", "left", "bottom", "right");
const table = (properties: string, cell: string, row = ""): string =>
  `${tbl([p("a"), p("b")])
    .replace("<w:tbl>", `<w:tbl><w:tblPr>${properties}</w:tblPr>`)
    .replaceAll("<w:tr>", `<w:tr><w:trPr>${row}</w:trPr>`)
    .replaceAll("<w:tc>", `<w:tc><w:tcPr>${cell}</w:tcPr>`)}${p("End")}`;
const section = (content: string): string => `${p("The goods")}<w:sectPr>${content}</w:sectPr>`;
const list = (id: number, text = "%1."): string =>
  `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
const listed = (id: number, numbering: string, more = ""): Source => ({
  body: para(`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>${more}`),
  parts: { numbering },
});
const THEME =
  '<a:themeElements><a:fontScheme name="x"><a:majorFont><a:latin typeface="Arial"/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements>';
const themed = (body: string): Source => ({ body, parts: { theme: THEME } });

interface Cause {
  readonly name: string;
  readonly one: string | Source;
  readonly other: string | Source;
  readonly visible: readonly string[];
  readonly all: readonly string[];
}

const cause = (
  name: string,
  [one, other]: readonly [string | Source, string | Source],
  { visible, all }: Pick<Cause, "visible" | "all">,
): Cause => ({ name, one, other, visible, all });

const UNSEEN = { visible: [], all: ["pPr"] };
const SEEN = { visible: ["pPr"], all: ["pPr"] };
const UNSEEN_RUN = { visible: [], all: ["rPr"] };
const SEEN_RUN = { visible: ["rPr"], all: ["rPr"] };
const UNSEEN_CELLS = { visible: [], all: ["tcPr", "tcPr"] };
const NOWHERE = { visible: [], all: [] };

const CAUSES: readonly Cause[] = [
  cause("ids of lists", [listed(1, list(1)), listed(2, list(1, "(%1)") + list(2))], NOWHERE),
  cause("another label", [listed(1, list(1) + list(2, "(%1)")), listed(2, list(1) + list(2, "(%1)"))], SEEN),
  cause(
    "indents of the list restated",
    [listed(1, list(1)), listed(1, list(1), '<w:ind w:left="720" w:hanging="360"/>')],
    UNSEEN,
  ),
  cause("Normal is named", [styled(para(""), normal()), styled(para('<w:pStyle w:val="Normal"/>'), normal())], NOWHERE),
  cause(
    "another style with the same look",
    [styled(para(""), normal()), styled(para('<w:pStyle w:val="Body"/>'), normal() + style("Body", ""))],
    UNSEEN,
  ),
  cause(
    "another style with another look",
    [
      styled(para(""), normal()),
      styled(para('<w:pStyle w:val="Body"/>'), normal() + style("Body", '<w:pPr><w:jc w:val="center"/></w:pPr>')),
    ],
    SEEN,
  ),
  cause("widow control", [para(""), para('<w:widowControl w:val="0"/>')], UNSEEN),
  cause("keep with next", [para(""), para("<w:keepNext/>")], UNSEEN),
  cause(
    "margins of cells on the table",
    [
      table("", '<w:tcMar><w:left w:w="300" w:type="dxa"/></w:tcMar>'),
      table('<w:tblCellMar><w:left w:w="300" w:type="dxa"/></w:tblCellMar>', ""),
    ],
    { visible: [], all: ["tblPr", "tcPr", "tcPr"] },
  ),
  cause(
    "rounded widths",
    [table("", '<w:tcW w:w="1413" w:type="dxa"/>'), table("", '<w:tcW w:w="1412" w:type="dxa"/>')],
    UNSEEN_CELLS,
  ),
  cause(
    "other widths",
    [table("", '<w:tcW w:w="1413" w:type="dxa"/>'), table("", '<w:tcW w:w="2412" w:type="dxa"/>')],
    { visible: ["tcPr", "tcPr"], all: ["tcPr", "tcPr"] },
  ),
  cause(
    "rounded lines",
    [para('<w:spacing w:line="340" w:lineRule="auto"/>'), para('<w:spacing w:line="338" w:lineRule="auto"/>')],
    UNSEEN,
  ),
  cause(
    "other lines",
    [para('<w:spacing w:line="340" w:lineRule="auto"/>'), para('<w:spacing w:line="240" w:lineRule="auto"/>')],
    SEEN,
  ),
  cause("borders of the table on each cell", [table(GRID, ""), table("", BOX)], {
    visible: [],
    all: ["tblPr", "tcPr", "tcPr"],
  }),
  cause(
    "borders that are nil",
    [table("", ""), table("", '<w:tcBorders><w:top w:val="nil"/></w:tcBorders>')],
    UNSEEN_CELLS,
  ),
  cause("a border of cells", [table("", ""), table("", sides("tcBorders", "top"))], {
    visible: ["tcPr", "tcPr"],
    all: ["tcPr", "tcPr"],
  }),
  cause("a fill of cells", [table("", ""), table("", '<w:shd w:val="clear" w:fill="EEEEEE"/>')], {
    visible: ["tcPr", "tcPr"],
    all: ["tcPr", "tcPr"],
  }),
  cause(
    "a height within tolerance",
    [table("", "", '<w:trHeight w:val="500"/>'), table("", "", '<w:trHeight w:val="510" w:hRule="atLeast"/>')],
    { visible: [], all: ["trPr"] },
  ),
  cause("another height", [table("", "", '<w:trHeight w:val="500"/>'), table("", "", '<w:trHeight w:val="900"/>')], {
    visible: ["trPr"],
    all: ["trPr"],
  }),
  cause("no space before", [para(""), para('<w:spacing w:before="0"/><w:ind w:hanging="0"/>')], NOWHERE),
  cause(
    "space after of the style restated",
    [
      styled(para(""), normal('<w:pPr><w:spacing w:after="160"/></w:pPr>')),
      styled(para('<w:spacing w:after="160"/>'), normal('<w:pPr><w:spacing w:after="160"/></w:pPr>')),
    ],
    NOWHERE,
  ),
  cause("another space after", [para(""), para('<w:spacing w:after="160"/>')], SEEN),
  cause(
    "fonts of the theme by name",
    [
      themed(p(run('<w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi"/>'))),
      themed(p(run('<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/>'))),
    ],
    UNSEEN_RUN,
  ),
  cause("another font", [p(run('<w:rFonts w:ascii="Arial"/>')), p(run('<w:rFonts w:ascii="Verdana"/>'))], SEEN_RUN),
  cause("a font of another script", [p(run("")), p(run('<w:rFonts w:cs="Verdana"/>'))], NOWHERE),
  cause("tab stops without a tab", [para(""), para('<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs>')], UNSEEN),
  cause(
    "tab stops with a tab",
    [
      para("", "<w:r><w:tab/></w:r>"),
      para('<w:tabs><w:tab w:val="left" w:pos="900"/></w:tabs>', "<w:r><w:tab/></w:r>"),
    ],
    SEEN,
  ),
  cause(
    "defaults of sections",
    [
      section(""),
      section(
        '<w:type w:val="nextPage"/><w:formProt w:val="0"/><w:textDirection w:val="lrTb"/><w:docGrid w:linePitch="360"/>',
      ),
    ],
    { visible: [], all: ["sectPr"] },
  ),
  cause(
    "distances without headers",
    [section('<w:pgMar w:top="1000" w:header="708"/>'), section('<w:pgMar w:top="1000" w:header="0"/>')],
    { visible: [], all: ["sectPr"] },
  ),
  cause("margins of pages", [section('<w:pgMar w:top="1000"/>'), section('<w:pgMar w:top="1440"/>')], {
    visible: ["sectPr"],
    all: ["sectPr"],
  }),
  cause(
    "colour and underline of a link",
    [p(run("")), p(run('<w:color w:val="0000FF"/><w:u w:val="single"/>'))],
    SEEN_RUN,
  ),
  cause("black and automatic", [p(run("")), p(run('<w:color w:val="000000"/>'))], UNSEEN_RUN),
  cause("white shading", [para(""), para('<w:shd w:val="clear" w:fill="FFFFFF"/>')], UNSEEN),
  cause("language and proofing", [p(run("")), p(run('<w:lang w:val="de-DE"/><w:noProof/>'))], NOWHERE),
  cause(
    "bold by a character style",
    [
      styled(p(run('<w:rStyle w:val="Strong"/>')), style("Strong", "<w:rPr><w:b/></w:rPr>", "character")),
      styled(p(run("<w:b/>")), style("Strong", "<w:rPr><w:b/></w:rPr>", "character")),
    ],
    UNSEEN_RUN,
  ),
  cause("bold", [p(run("")), p(run("<w:b/>"))], SEEN_RUN),
  cause("a size", [p(run("")), p(run('<w:sz w:val="28"/>'))], SEEN_RUN),
  cause("bold of white space", [p(r("a"), run("", " "), r("b")), p(r("a"), run("<w:b/>", " "), r("b"))], NOWHERE),
  cause("alignment", [para(""), para('<w:jc w:val="right"/>')], SEEN),
  cause("the outline level", [para(""), para('<w:outlineLvl w:val="1"/>')], SEEN),
  cause("a frame", [para(""), para('<w:framePr w:w="2000"/>')], SEEN),
  cause("layout of a table", [table("", ""), table('<w:jc w:val="center"/>', "")], {
    visible: ["tblPr"],
    all: ["tblPr"],
  }),
];

describe("[FMT-10] [FMT-11] causes of differences", () => {
  test.each(CAUSES)("$name", ({ one, other, visible, all }) => {
    expect(recorded(one, other, "visible")).toEqual(visible);
    expect(recorded(other, one, "visible")).toEqual(visible);
    expect(recorded(one, other, "all")).toEqual(all);
    expect(recorded(other, one, "all")).toEqual(all);
    expect(recorded(one, other, "ignore")).toEqual([]);
  });
});

describe("views", () => {
  const plain = p(run("", "The "), run('<w:sz w:val="28"/>', "goods"));
  const noisy = para("<w:keepNext/>", run('<w:color w:val="auto"/>', "The ") + run('<w:sz w:val="32"/>', "goods"));

  test("[FMT-21] the accepted view has the markup of the modified document", () => {
    const { document } = compareWith(plain, noisy, { formatting: "visible" });
    acceptAll(document);
    expect(markup(document)).toContain('<w:sz w:val="32"/>');
    expect(markup(document)).toContain("<w:keepNext/>");
  });

  test("[FMT-22] the rejected view looks like the original, with carried markup", () => {
    const { document } = compareWith(plain, noisy, { formatting: "visible" });
    rejectAll(document);
    expect(markup(document)).toContain('<w:sz w:val="28"/>');
    expect(markup(document)).not.toContain('<w:sz w:val="32"/>');
    expect(markup(document)).toContain("<w:keepNext/>");
  });

  test("[FMT-14] text that looks the same under another style keeps its old properties", () => {
    const styles = normal() + style("Strong", "<w:rPr><w:b/></w:rPr><w:pPr><w:jc w:val='center'/></w:pPr>");
    const before = styled(p(run("<w:b/>")), styles);
    const after = styled(para('<w:pStyle w:val="Strong"/>', run("")), styles);
    expect(recorded(before, after, "visible")).toEqual(["rPr", "pPr", "rPr"]);
    const { document } = compareWith(before, after, { formatting: "visible" });
    rejectAll(document);
    expect(markup(document)).toContain("<w:b/>");
  });

  test("[FMT-14] a style that shows on text alone is tracked with the text", () => {
    const styles = normal("<w:rPr><w:b/></w:rPr>") + style("Plain", "");
    const [before, after] = [styled(p(r("a")), styles), styled(para('<w:pStyle w:val="Plain"/>', r("a")), styles)];
    expect(recorded(before, after, "visible")).toContain("pPr");
    expect(isVisible(before, after)).toBe(true);
  });

  test("[FMT-14] a style whose text looks the same in both documents is carried", () => {
    const styles = normal() + style("Strong", "<w:rPr><w:b/></w:rPr>");
    const mark = "<w:rPr><w:b/></w:rPr>";
    const before = styled(para(mark, run("<w:b/>")), styles);
    expect(recorded(before, styled(para('<w:pStyle w:val="Strong"/>'), styles), "visible")).toEqual([]);
  });

  describe("[FMT-14] styles of tables", () => {
    const part = (content: string): string => `<w:tblStylePr w:type="firstRow">${content}</w:tblStylePr>`;
    const complex = style("Complex", '<w:rPr><w:szCs w:val="40"/></w:rPr>', "table");
    const second = '<w:tblStylePr w:type="band2Horz"><w:rPr><w:i/></w:rPr></w:tblStylePr>';
    const styles =
      normal() + style("T", part("<w:rPr><w:b/></w:rPr>"), "table") + style("Rows", second, "table") + complex;
    const look = (bits: string): string => `<w:tblStyle w:val="T"/><w:tblLook w:val="${bits}"/>`;

    test.each([
      ["a style that shows on text", "", look("0020"), ["tblPr"]],
      ["a style whose parts the table does not allow", "", look("0000"), []],
      ["other parts of the same style", look("0000"), look("0020"), ["tblPr"]],
      ["a style whose parts are in no cell", "", look("0400").replace('"T"', '"Rows"'), []],
      ["a style that shows on letters of other scripts", "", '<w:tblStyle w:val="Complex"/>', []],
    ])("%s", (_, one, other, expected) => {
      const [before, after] = [one, other].map((properties) => styled(table(properties, ""), styles));
      expect(recorded(before!, after!, "visible")).toEqual(expected);
      expect(isVisible(before!, after!)).toBe(true);
    });

    test("[FMT-13] a style that changed is listed and not tracked", () => {
      const changed = normal() + style("T", part('<w:tcPr><w:shd w:val="clear" w:fill="FFFF00"/></w:tcPr>'), "table");
      const [before, after] = [styles, changed].map((those) => styled(table(look("0020"), ""), those));
      expect(recorded(before!, after!, "visible")).toEqual([]);
      const { redline } = renderComparison(before!, after!, { formatting: "visible" });
      expect(redline.style_changes).toEqual([
        { style: "T", before: "bold, no shading", after: "not bold, shading: #FFFF00" },
      ]);
    });
  });

  test("[FMT-13] a changed theme is listed", () => {
    const themedRun = p(run('<w:rFonts w:asciiTheme="minorHAnsi"/>'));
    const [before, after] = ["Calibri", "Georgia"].map(
      (font): Source => ({ body: themedRun, parts: { theme: THEME.replace("Calibri", font) } }),
    );
    expect(recorded(before!, after!, "visible")).toEqual([]);
    const { redline } = renderComparison(before!, after!, { formatting: "visible" });
    expect(redline.style_changes).toContainEqual({
      style: "Theme",
      before: "minorAscii Calibri, minorHAnsi Calibri",
      after: "minorAscii Georgia, minorHAnsi Georgia",
    });
  });

  test("[FMT-54] a table whose cells look the same keeps the margins of the carrier", () => {
    const margin = (holder: string, width: number): string =>
      `<w:${holder}><w:left w:w="${width}" w:type="dxa"/></w:${holder}>`;
    const before = table(margin("tblCellMar", 15), margin("tcMar", 72));
    const after = table(`<w:jc w:val="center"/>${margin("tblCellMar", 72)}`, "");
    expect(recorded(before, after, "visible")).toEqual(["tblPr"]);
    expect(recorded(after, before, "visible")).toEqual(["tblPr"]);
    const { document } = compareWith(before, after, { formatting: "visible" });
    rejectAll(document);
    expect(markup(document)).toContain(margin("tblCellMar", 72));
  });

  test("[FMT-54] carried properties of a table keep their place beside white space", () => {
    const alone = (alignment: string): string => table(`\n<w:jc w:val="${alignment}"/>\n${GRID}\n`, "");
    const { document } = compareWith(alone("left"), alone("center"), { formatting: "visible" });
    rejectAll(document);
    expect(markup(document)).toMatch(/<w:jc w:val="left"\/>\s*<w:tblBorders>/);
  });

  describe("[FMT-23b] values that styles and the table gave", () => {
    const margins = (holder: string, width: number): string =>
      `<w:${holder}>${["top", "left", "bottom", "right"].map((side) => `<w:${side} w:w="${width}" w:type="dxa"/>`).join("")}</w:${holder}>`;
    const rejected = (before: string | Source, after: string | Source): string => {
      const { document } = compareWith(before, after, { formatting: "visible" });
      rejectAll(document);
      return markup(document);
    };

    test("borders of the table are written into the record of a cell", () => {
      const [before, after] = [table(GRID, '<w:shd w:val="clear" w:fill="EEEEEE"/>'), table("", BOX)];
      expect(recorded(before, after, "visible")).toEqual(["tcPr", "tcPr"]);
      expect(recorded(after, before, "visible")).toEqual(["tcPr", "tcPr"]);
      expect(rejected(before, after)).toContain('<w:top w:val="single" w:sz="4" w:color="auto"/>');
    });

    test("margins of a table style that the carrier lacks are written into the record of a cell", () => {
      const styles = normal() + style("M", `<w:tblPr>${margins("tblCellMar", 100)}</w:tblPr>`, "table");
      const named = '<w:tblStyle w:val="M"/>';
      const before = styled(table(named, '<w:vAlign w:val="center"/>'), styles);
      const after = styled(table(named + margins("tblCellMar", 0), ""), normal());
      expect(recorded(before, after, "visible")).toEqual(["tcPr", "tcPr"]);
      expect(rejected(before, after)).toContain(`${margins("tcMar", 100)}<w:vAlign w:val="center"/>`);
    });

    test("alignment and direction of a table style that the carrier lacks are written into the record of a cell", () => {
      const cell = '<w:tcPr><w:textDirection w:val="btLr"/><w:vAlign w:val="bottom"/></w:tcPr>';
      const fill = '<w:shd w:val="clear" w:fill="EEEEEE"/>';
      const before = styled(table('<w:tblStyle w:val="M"/>', fill), normal() + style("M", cell, "table"));
      const after = styled(table('<w:tblStyle w:val="M"/>', ""), normal());
      expect(recorded(before, after, "visible")).toEqual(["tcPr", "tcPr"]);
      const written = `${fill}<w:textDirection w:val="btLr"/><w:vAlign w:val="bottom"/>`;
      expect(rejected(before, after)).toContain(written);
    });

    test.each([
      ['w:afterAutospacing="1"', "", 'w:after="120"', 'w:after="120" w:afterAutospacing="1"'],
      ['w:beforeAutospacing="1"', "", 'w:before="120"', 'w:before="120" w:beforeAutospacing="1"'],
      ["", 'w:afterAutospacing="1"', 'w:after="120"', 'w:after="120" w:afterAutospacing="0"'],
    ])("%s of a table style is written into the record of a paragraph", (ofStyle, ofOther, own, expected) => {
      const text = (properties: string, spacing: string): Source =>
        styled(
          table('<w:tblStyle w:val="T"/>', "").replaceAll("<w:p>", `<w:p><w:pPr>${properties}</w:pPr>`),
          normal() + style("T", `<w:pPr><w:spacing ${spacing}/></w:pPr>`, "table"),
        );
      const [before, after] = [text(`<w:spacing ${own}/>`, ofStyle), text('<w:jc w:val="center"/>', ofOther)];
      expect(new Set(recorded(before, after, "visible"))).toEqual(new Set(["pPr"]));
      expect(rejected(before, after)).toContain(`<w:spacing ${expected}/>`);
    });
  });

  test("[FMT-23b] [FMT-24] a table that is compared as markup has no explicit values", () => {
    const fill = (color: string): string => `<w:shd w:val="clear" w:fill="${color}"/>`;
    const cells = (properties: string, first: string, second: string): string =>
      table(properties, "")
        .replace("<w:tcPr>", `<w:tcPr>${first}`)
        .replace(/(.*)<w:tcPr>/s, `$1<w:tcPr>${second}`);
    const center = '<w:vAlign w:val="center"/>';
    const before = cells(`${GRID}${fill("EEEEEE")}`, `${fill("DDDDDD")}${center}`, center);
    const after = cells("", `${BOX}${fill("DDDDDD")}`, `${BOX}${fill("EEEEEE")}`);
    expect(recorded(before, after, "visible")).toEqual(["tblPr", "tcPr", "tcPr"]);
    const { redline } = renderComparison(before, after, { formatting: "visible" });
    expect(redline.notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
  });

  test("[FMT-24] a table whose old fill depends on the table is compared as markup", () => {
    const fill = '<w:shd w:val="clear" w:fill="EEEEEE"/>';
    const before = table(fill, '<w:vAlign w:val="center"/>');
    expect(recorded(before, table("", fill), "visible")).toEqual(["tblPr", "tcPr", "tcPr"]);
  });
});

describe("[FMT-13] styles that changed", () => {
  const sized = (size: number): string => normal(`<w:rPr><w:sz w:val="${size}"/></w:rPr>`);
  const [before, after] = [styled(p("The goods"), sized(22)), styled(p("The goods"), sized(20))];

  test("are listed and not tracked", () => {
    expect(recorded(before, after, "visible")).toEqual([]);
    const { redline } = renderComparison(before, after, { formatting: "visible" });
    expect(redline.style_changes).toEqual([{ style: "Normal", before: "size: 11 pt", after: "size: 10 pt" }]);
    expect(redline.summary.styles).toBe(1);
    expect(redline.notices.map(({ code }) => code)).toContain("STYLE_LOOKS_CHANGED");
  });

  test("do not explain a size that a run sets", () => {
    const direct = styled(p(run('<w:sz w:val="28"/>')), sized(20));
    expect(recorded(before, direct, "visible")).toEqual(["rPr"]);
  });

  test("are not listed in mode all", () => {
    const { redline } = renderComparison(before, after, { formatting: "all" });
    expect(redline.style_changes).toBeUndefined();
    expect(redline.summary.styles).toBeUndefined();
  });

  test.each([
    [
      "document defaults",
      "<w:docDefaults><w:rPrDefault><w:rPr><w:b/></w:rPr></w:rPrDefault></w:docDefaults>",
      "not bold",
      "bold",
    ],
    [
      "a font once for all scripts",
      normal('<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/></w:rPr>'),
      "no font",
      "font: arial",
    ],
    [
      "line spacing",
      normal('<w:pPr><w:spacing w:line="360"/></w:pPr>'),
      "line spacing: single",
      "line spacing: 1.5 lines",
    ],
    ["an indent", normal('<w:pPr><w:ind w:left="720"/></w:pPr>'), "indent left: 0 pt", "indent left: 36 pt"],
  ])("show %s", (_, styles, one, other) => {
    const changed = styles.includes("docDefaults") ? styles + normal() : styles;
    const { redline } = renderComparison(styled(p("a"), normal()), styled(p("a"), changed), { formatting: "visible" });
    expect(redline.style_changes).toEqual([{ style: "Normal", before: one, after: other }]);
  });
});

test("[FMT-12] carried places are counted in one notice", () => {
  const after = para("<w:keepNext/>", run('<w:color w:val="auto"/>'));
  const { redline } = renderComparison(p("The goods"), after, { formatting: "visible" });
  expect(redline.notices).toMatchObject([{ code: "FORMATTING_CARRIED", count: 2 }]);
  expect(redline.summary.carried).toBe(1);
});

test("[FMT-11] ignore and ignore_formatting mean the same", () => {
  const pair = [p("The goods"), p(run("<w:b/>"))] as const;
  const [one, other] = [{ formatting: "ignore" }, { ignoreFormatting: true }] as const;
  const options = [one, other].map((given) => renderComparison(...pair, given).redline.options);
  expect(options[0]).toEqual(options[1]);
  expect(options[0]).toMatchObject({ formatting: "ignore", ignore_formatting: true });
});

describe("[FMT-56] a carrier without a default style", () => {
  const size = (value: number): string => `<w:rPr><w:sz w:val="${value}"/></w:rPr>`;
  const text = style("Text", size(24));
  const inText = (content: string): string => para('<w:pStyle w:val="Text"/>', content);
  const framed = (content: string): string => para('<w:pStyle w:val="Text"/><w:framePr w:w="2000"/>', content);

  test.each<[string, string, string, boolean]>([
    ["text of another style with the same look", p(r("The goods")), inText(r("The goods")), false],
    ["text without a style", p(r("The goods")), p(r("The goods")), true],
    ["an empty paragraph", p(), framed(""), true],
    ["text of a style that the other side lacks", para('<w:pStyle w:val="Normal"/>'), p(r("The goods")), true],
  ])("%s keeps the look of the default style of the original", (_, before, after, isTracked) => {
    const pair = [styled(before, normal(size(24))), styled(after, text)] as const;
    expect(recorded(...pair, "visible").includes("pPr")).toBe(isTracked);
    expect(isVisible(...pair)).toBe(true);
    const { document } = compareWith(...pair, { formatting: "visible" });
    rejectAll(document);
    expect(markup(document)).toMatch(isTracked ? /<w:pStyle w:val="Normal1?"\/>/ : /<w:pStyle w:val="Text"\/>/);
  });

  test("the document defaults of the original come with its default style", () => {
    const fonts =
      '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times"/></w:rPr></w:rPrDefault></w:docDefaults>';
    const pair = [styled(p(), fonts + normal(size(24))), styled(para('<w:framePr w:w="2000"/>', ""), text)] as const;
    const { document } = compareWith(...pair, { formatting: "visible" });
    const { byId } = readStyles(document);
    const base = [...byId.values()].find(({ id }) => id === byId.get("Normal1")?.basedOn);
    expect(base?.name).toBe("Normal1Defaults");
    expect(isVisible(...pair)).toBe(true);
  });

  test("a deleted paragraph names the default style of the original, which does not become a default", () => {
    const [before, after] = [p(r("Gone")) + inText(r("The goods")), inText(r("The goods")) + p(r("Signed by both"))];
    const pair = [styled(before, normal(size(24)) + text), styled(after, text)] as const;
    for (const formatting of ["visible", "all"] as const) {
      const { document, notices } = compareWith(...pair, { formatting });
      expect(notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
      expect(markup(document)).toMatch(/<w:p><w:pPr><w:pStyle w:val="Normal"\/><w:rPr><w:del [^>]*\/>/);
      expect(readStyles(document).defaults.has("paragraph")).toBe(false);
      expect(readStyles(document).byId.get("Normal")?.name).toBe("Normal1");
    }
    expect(isVisible(...pair)).toBe(true);
  });
});
