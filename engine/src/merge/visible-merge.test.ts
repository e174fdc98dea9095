// Tests which formatting of the copies a merge tracks in each mode, and what its views look like.

import { describe, expect, test } from "vitest";
import { p, r, tbl } from "../../testing/documents.ts";
import { type MergedSource, mergeFormatted } from "../../testing/merged-text.ts";
import { PROPERTY_CHANGES } from "../document/grammar.ts";
import { readMergeRecord } from "../document/merge-record.ts";
import type { WordDocument } from "../document/open-document.ts";
import { storiesOf } from "../document/text/stories.ts";
import { W } from "../document/word-names.ts";
import type { FormattingMode } from "../redline/formatting/formats.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";
import { descendants } from "../revisions/markup.ts";
import type { MergedDocument } from "./merge-documents.ts";

const run = (properties: string, text = "The goods"): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const para = (properties: string, content = r("The goods")): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const style = (id: string, content: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${content}</w:style>`;
const normal = (content = ""): string =>
  `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>${content}</w:style>`;
const list = (id: number, text = "%1."): string =>
  `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
const listed = (id: number, numbering: string): MergedSource => ({
  body: para(`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`),
  parts: { numbering },
});
const BORDER = 'w:val="single" w:sz="4" w:space="0" w:color="auto"';
const borders = (holder: string, ...names: readonly string[]): string =>
  `<w:${holder}>${names.map((name) => `<w:${name} ${BORDER}/>`).join("")}</w:${holder}>`;
const GRID = borders("tblBorders", "top", "left", "bottom", "right", "insideH", "insideV");
const BOX = borders("tcBorders", "top", "left", "bottom", "right");
const table = (properties: string, cell: string): string =>
  `${tbl([p("a"), p("b")])
    .replace("<w:tbl>", `<w:tbl><w:tblPr>${properties}</w:tblPr>`)
    .replaceAll("<w:tc>", `<w:tc><w:tcPr>${cell}</w:tcPr>`)}${p("End")}`;

const sourceOf = (source: string | MergedSource): MergedSource =>
  typeof source === "string" ? { body: source } : source;

function merge(formatting: FormattingMode | undefined, ...sources: readonly (string | MergedSource)[]): MergedDocument {
  const [base, ...copies] = sources.map(sourceOf);
  return mergeFormatted(formatting, base!, ...copies);
}

/** Returns the author and the name of each property change, in order. */
function tracked({ document }: MergedDocument): string[] {
  return storiesOf(document).flatMap(({ tree, root }) =>
    descendants(tree, root)
      .filter((node) => PROPERTY_CHANGES.has(tree.name(node)))
      .map((node) => {
        const author = tree.attributes(node).find(({ written }) => written === "w:author")?.value;
        return `${author} ${tree.names.local(tree.name(tree.parent(node)))}`;
      }),
  );
}

function codes({ notices }: MergedDocument): string[] {
  return notices.map(({ code }) => code);
}

function markup({ package: opened, main }: WordDocument): string {
  return new TextDecoder().decode(opened.bytes(main));
}

interface Cause {
  readonly name: string;
  readonly base: string | MergedSource;
  readonly copy: string | MergedSource;
  readonly visible: readonly string[];
  readonly all: readonly string[];
}

const CAUSES: readonly Cause[] = [
  {
    name: "ids of lists",
    base: listed(1, list(1)),
    copy: listed(2, list(1, "(%1)") + list(2)),
    ...{ visible: [], all: [] },
  },
  {
    name: "another label",
    base: listed(1, list(1) + list(2, "(%1)")),
    copy: listed(2, list(1) + list(2, "(%1)")),
    ...{ visible: ["A pPr"], all: ["A pPr"] },
  },
  { name: "widow control", base: para(""), copy: para('<w:widowControl w:val="0"/>'), visible: [], all: ["A pPr"] },
  { name: "alignment", base: para(""), copy: para('<w:jc w:val="right"/>'), visible: ["A pPr"], all: ["A pPr"] },
  { name: "black", base: p(run("")), copy: p(run('<w:color w:val="000000"/>')), visible: [], all: ["A rPr"] },
  { name: "bold", base: p(run("")), copy: p(run("<w:b/>")), visible: ["A rPr"], all: ["A rPr"] },
  {
    name: "borders of the table on each cell",
    base: table(GRID, ""),
    copy: table("", BOX),
    ...{ visible: [], all: ["A tblPr", "A tcPr", "A tcPr"] },
  },
  {
    name: "another style with the same look",
    base: { body: para(""), parts: { styles: normal() } },
    copy: { body: para('<w:pStyle w:val="Body"/>'), parts: { styles: normal() + style("Body", "") } },
    ...{ visible: [], all: ["A pPr"] },
  },
  {
    name: "margins of pages",
    base: `${p("a")}<w:sectPr><w:pgMar w:top="1000"/></w:sectPr>`,
    copy: `${p("a")}<w:sectPr><w:pgMar w:top="1440"/></w:sectPr>`,
    ...{ visible: ["A sectPr"], all: ["A sectPr"] },
  },
];

describe("[MRG-34] [FMT-11] causes of differences", () => {
  test.each(CAUSES)("$name", ({ base, copy, visible, all }) => {
    expect(tracked(merge("visible", base, copy, base))).toEqual(visible);
    expect(tracked(merge(undefined, base, copy, base))).toEqual(visible);
    expect(tracked(merge("all", base, copy, base))).toEqual(all);
    expect(tracked(merge("ignore", base, copy, base))).toEqual([]);
    const both = visible.map((change) => change.replace("A", "A, B"));
    expect(tracked(merge("visible", base, copy, copy))).toEqual(both);
  });

  test.each(CAUSES)("$name, from the copy to the base", ({ base, copy, visible, all }) => {
    expect(tracked(merge("visible", copy, base, copy))).toEqual(visible);
    expect(tracked(merge("all", copy, base, copy))).toEqual(all);
  });
});

describe("views", () => {
  const base = p(run("", "The "), run('<w:sz w:val="28"/>', "goods"));
  const noisy = para("<w:keepNext/>", run('<w:color w:val="auto"/>', "The ") + run('<w:sz w:val="32"/>', "goods"));

  test("[FMT-10] the markup of the base stays where a copy looks the same", () => {
    const { document } = merge("visible", base, noisy, base);
    acceptAll(document);
    expect(markup(document)).toContain('<w:sz w:val="32"/>');
    expect(markup(document)).not.toContain("<w:keepNext/>");
  });

  test("[MRG-35] rejecting all changes gives the formatting of the base", () => {
    const { document } = merge("visible", base, noisy, base);
    rejectAll(document);
    expect(markup(document)).toContain('<w:sz w:val="28"/>');
    expect(markup(document)).not.toContain("<w:keepNext/>");
  });

  test("[MRG-34] copies that write the same look differently do not compete", () => {
    const centred = (more: string): string => para(`${more}<w:jc w:val="center"/>`);
    const copies = [centred(""), centred("<w:keepNext/>")] as const;
    const visible = merge("visible", para(""), ...copies);
    expect(tracked(visible)).toEqual(["A, B pPr"]);
    expect(readMergeRecord(visible.document)!.conflicts).toEqual([]);
    expect(readMergeRecord(merge("all", para(""), ...copies).document)!.conflicts).toHaveLength(1);
  });
});

describe("[MRG-35] [FMT-24] looks that a view does not restore", () => {
  const styles = normal() + style("Strong", "<w:rPr><w:b/></w:rPr>");
  const source = (body: string): MergedSource => ({ body, parts: { styles } });
  const base = source(p(run("<w:b/>", "The goods")) + p("Other"));

  test("a paragraph is compared as markup if new text depends on its style", () => {
    const copy = source(para('<w:pStyle w:val="Strong"/>', r("The goods and services")) + p("Other"));
    const merged = merge("visible", base, copy, base);
    expect(codes(merged)).not.toContain("BLOCK_FALLBACK");
    expect(tracked(merged)).toContain("A pPr");
    acceptAll(merged.document);
    expect(markup(merged.document)).toContain('<w:pStyle w:val="Strong"/>');
  });

  test("other blocks are still compared by their looks", () => {
    const copy = source(
      para('<w:pStyle w:val="Strong"/>', r("The goods and services")) + para("<w:keepNext/>", r("Other")),
    );
    expect(tracked(merge("visible", base, copy, base)).filter((change) => change === "A pPr")).toHaveLength(1);
  });

  const fill = '<w:shd w:val="clear" w:fill="EEEEEE"/>';

  test("[FMT-23b] new cells set the borders that the table of the copy gives them", () => {
    const [base, copy] = [table("", BOX), table(GRID, fill)];
    const merged = merge("visible", base, copy, base);
    expect(codes(merged)).not.toContain("BLOCK_FALLBACK");
    expect(tracked(merged)).toEqual(["A tcPr", "A tcPr"]);
  });

  test("a table is compared as markup if new cells depend on its fill", () => {
    const [base, copy] = [table("", fill), table(fill, '<w:vAlign w:val="center"/>')];
    const merged = merge("visible", base, copy, base);
    expect(codes(merged)).not.toContain("BLOCK_FALLBACK");
    expect(tracked(merged)).toEqual(["A tblPr", "A tcPr", "A tcPr"]);
  });
});

test("[MRG-34] two copies with different styles of a paragraph compete", () => {
  const indented = '<w:pPr><w:ind w:left="720"/></w:pPr>';
  const styles = normal() + style("Indented", indented) + style("Small", '<w:rPr><w:sz w:val="16"/></w:rPr>');
  const source = (properties: string): MergedSource => ({ body: para(properties) + p("End"), parts: { styles } });
  const made = merge(
    "visible",
    source(""),
    source('<w:pStyle w:val="Indented"/>'),
    source('<w:pStyle w:val="Small"/>'),
  );
  expect(codes(made)).toEqual([]);
  expect(readMergeRecord(made.document)!.conflicts).toMatchObject([{ kind: "property" }]);
});

describe("[MRG-35] [FMT-13] styles that a copy changed", () => {
  const sized = (size: number, content = p("The goods")): MergedSource => ({
    body: content,
    parts: { styles: normal(`<w:rPr><w:sz w:val="${size}"/></w:rPr>`) },
  });

  test("are listed with the copy, and not tracked", () => {
    const merged = merge("visible", sized(22), sized(20), sized(24));
    expect(tracked(merged)).toEqual([]);
    expect(merged.styleChanges).toEqual([
      { revision: "a.docx", style: "Normal", before: "size: 11 pt", after: "size: 10 pt" },
      { revision: "b.docx", style: "Normal", before: "size: 11 pt", after: "size: 12 pt" },
    ]);
    expect(merged.notices).toContainEqual({ code: "STYLE_LOOKS_CHANGED", count: 1, source: "a.docx" });
  });

  test("do not explain a size that a run of the copy sets", () => {
    const copy = sized(20, p(run('<w:sz w:val="28"/>')));
    expect(tracked(merge("visible", sized(22), copy, sized(22)))).toEqual(["A rPr"]);
  });

  test("are not listed in mode all", () => {
    expect(merge("all", sized(22), sized(20), sized(22)).styleChanges).toBeUndefined();
  });
});

test("[FMT-12] carried places are counted for each copy", () => {
  const [base, copy] = [p("The goods"), para("<w:keepNext/>", run('<w:color w:val="auto"/>'))];
  expect(merge("visible", base, copy, base).notices).toEqual([
    { code: "FORMATTING_CARRIED", count: 2, source: "a.docx" },
  ]);
});

test("[CMP-77] widths of cells are restored if a copy joins cells and keeps the grid", () => {
  const widths = [1100, 900, 700, 1200, 600];
  const cell = (text: string, width: number, span = 1): string =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/><w:gridSpan w:val="${span}"/></w:tcPr>${p(text)}</w:tc>`;
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join("");
  const rows = (...cells: readonly string[]): string =>
    `<w:tbl><w:tblPr/><w:tblGrid>${grid}</w:tblGrid><w:tr>${cells.join("")}</w:tr></w:tbl>${p("End")}`;
  const base = rows(...widths.map((width, at) => cell(at === 0 ? "Total" : "", width)));
  const joined = rows(cell("Total", 1100), cell("", 1600, 2), cell("", 1200), cell("", 600));
  const { document } = merge("visible", base, joined, base);
  const widthsIn = (): string[] =>
    storiesOf(document).flatMap(({ tree, root }) =>
      descendants(tree, root)
        .filter((node) => tree.name(node) === W.tcW)
        .map((node) => tree.attribute(node, W.w) ?? ""),
    );
  acceptAll(document);
  expect(widthsIn()).toEqual(["1100", "1600", "1200", "600"]);
});
