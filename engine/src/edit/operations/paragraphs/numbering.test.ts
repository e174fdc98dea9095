// Tests set_numbering (EDT-76).

import { expect, test } from "vitest";
import { p, tbl } from "../../../../testing/documents.ts";
import { bodyXml, edit, refusals } from "../../../../testing/edits.ts";
import { abstractList, items, list, startAt } from "../../../../testing/lists.ts";
import { text } from "../../../../testing/packages.ts";
import { numberingOf } from "../../../document/lists/numbering.ts";
import { Labeller } from "../../../document/lists/numbering-labels.ts";
import type { WordDocument } from "../../../document/open-document.ts";
import { paragraphsOf } from "../../../document/text/blocks.ts";
import { bodyOf } from "../../../document/text/stories.ts";

const at = (index: number) => ({ index });
const through = (from: number, last: number) => ({ from: at(from), through: at(last) });
const number = (paragraphs: unknown, numbering: object) => ({ type: "set_numbering", paragraphs, numbering });
const numbering = `${abstractList(4, ["%1.", "(%2) lowerLetter", "%3) lowerRoman"])}${list(2, 4)}`;
const source = (notation: string, more = "") => ({ body: items(notation), parts: { numbering: numbering + more } });

/** Returns the labels of all paragraphs. */
function labels(document: WordDocument): string {
  const body = bodyOf(document)!;
  const labeller = new Labeller(numberingOf(document));
  return paragraphsOf(body)
    .map((node) => labeller.label(body, node)?.text ?? "-")
    .join(" ");
}
const shown = (from: Parameters<typeof edit>[0], ...edits: Parameters<typeof edit>[1][]) =>
  labels(edit(from, ...edits).clean);

test("[EDT-76] the paragraph's change is tracked, the new list is not", () => {
  const { redline } = edit(p("a"), number(at(0), { action: "apply", preset: "decimal" }));
  expect(bodyXml(redline)).toContain(
    '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:pPrChange><w:pPr/></w:pPrChange></w:pPr>',
  );
  expect(text(redline.package.bytes("word/numbering.xml")!)).not.toMatch(/<w:(ins|pPrChange)/);
  expect(labels(redline)).toBe("1.");
});

test("[EDT-76] each preset is a list of nine levels", () => {
  const second = (preset: string) => {
    const body = p("a").repeat(3);
    return shown(
      body,
      number(through(0, 2), { action: "apply", preset }),
      number(at(1), { action: "set_level", level: 2 }),
      number(at(2), { action: "set_level", level: 3 }),
    );
  };
  expect(second("decimal")).toBe("1. a. i.");
  expect(second("decimal_outline")).toBe("1. 1.1. 1.1.1.");
  expect(second("lower_letter")).toBe("a. i. 1.");
  expect(second("lower_roman")).toBe("i. a. 1.");
  expect(second("upper_letter")).toBe("A. 1. a.");
  expect(second("upper_roman")).toBe("I. A. 1.");
  expect(second("legal")).toBe("1. 1.1 (a)");
  expect(second("bullet")).toBe("• ◦ ▪");
  expect(second("dash")).toBe("– – –");
});

test("[EDT-76] apply puts into the list of another paragraph, or of a list style, at a level or the present one", () => {
  expect(shown(source("2:0 - 2:0"), number(at(1), { action: "apply", like: at(0) }))).toBe("1. 2. 3.");
  expect(shown(source("2:0 - 2:0"), number(at(1), { action: "apply", like: at(0), level: 2 }))).toBe("1. (a) 2.");
  expect(shown(source("2:0 -"), number(at(1), { action: "apply", list_style: "4" }))).toBe("1. 2.");
  expect(shown(source("2:0 -"), number(at(1), { action: "apply", list_style: "4", restart: true }))).toBe("1. 1.");
  const other = `${abstractList(5, ["%1)", "%2]"])}`.concat(list(3, 5));
  const two = { body: items("2:0 2:1"), parts: { numbering: abstractList(4, ["%1.", "(%2)"]) + other + list(2, 4) } };
  expect(shown(two, number(at(1), { action: "apply", list_style: "5" }))).toBe("1. 1]");
});

test("[EDT-76] a list that a style has and that nobody uses yet is made", () => {
  const unused = { body: p("a"), parts: { numbering: abstractList(7, ["<%1>".replaceAll(/[<>]/g, "|")]) } };
  expect(shown(unused, number(at(0), { action: "apply", list_style: "7" }))).toBe("|1|");
});

test("[EDT-76] a list style looks as its definition says, also where a list of it says otherwise", () => {
  const level = '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="*"/></w:lvl>';
  const bullets = source("3:0 -", list(3, 4, `<w:lvlOverride w:ilvl="0">${level}</w:lvlOverride>`));
  expect(shown(bullets, number(at(1), { action: "apply", list_style: "4" }))).toBe("* 2.");
  const only = { ...bullets, parts: { numbering: bullets.parts.numbering.replace(list(2, 4), "") } };
  expect(shown(only, number(at(1), { action: "apply", list_style: "4" }))).toBe("* 2.");
});

test("[EDT-76] restart begins a new instance, which the rest of the list follows; continue goes on", () => {
  expect(shown(source("2:0 2:0 2:0 2:0"), number(at(2), { action: "restart" }))).toBe("1. 2. 1. 2.");
  expect(shown(source("2:0 2:0 2:0"), number(through(1, 2), { action: "restart", start: 5 }))).toBe("1. 5. 6.");
  const apart = source("2:0 - 3:0 3:0", list(3, 4, startAt(0, 1)));
  expect(shown(apart, number(through(2, 3), { action: "continue" }))).toBe("1. - 2. 3.");
});

test("[EDT-76] set_level changes the level, remove takes out of the list, reset leaves it to the style", () => {
  expect(shown(source("2:0 2:0 2:0"), number(at(1), { action: "set_level", level: 2 }))).toBe("1. (a) 2.");
  const styles = `<w:style w:type="paragraph" w:styleId="S"><w:name w:val="S"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>`;
  const styled = { body: items("S S S"), parts: { numbering, styles } };
  expect(shown(styled, number(at(1), { action: "remove" }))).toBe("1. - 2.");
  expect(shown(styled, number(at(1), { action: "remove" }), number(at(1), { action: "reset" }))).toBe("1. 2. 3.");
  expect(shown(source("2:0 2:0"), number(at(0), { action: "reset" }))).toBe("- 1.");
});

test("[EDT-76] reformat makes a definition of its own with changed levels", () => {
  const levels = [
    { level: 1, pattern: "§%1", number_format: "upper_roman", start: 3, suffix: "space", format: { bold: true } },
  ];
  const { clean, redline } = edit(source("2:0 2:0 2:1"), number(through(1, 2), { action: "reformat", levels }));
  expect(labels(clean)).toBe("1. §III (a)");
  const written = text(redline.package.bytes("word/numbering.xml")!);
  expect(written).toContain(abstractList(4, ["%1.", "(%2) lowerLetter", "%3) lowerRoman"]));
  expect(written).toContain(
    '<w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/><w:suff w:val="space"/><w:lvlText w:val="§%1"/><w:rPr><w:b/>',
  );
});

test("[EDT-76] where a reformatted level starts, if that is said, goes before where its list started", () => {
  const from = source("3:0 3:1", list(3, 4, startAt(0, 5) + startAt(1, 6)));
  const levels = [{ level: 1, start: 8 }];
  expect(shown(from, number(through(0, 1), { action: "reformat", levels }))).toBe("8. (f)");
});

test("[EDT-76] a numeral in the place of a sign is not shown in the sign's font", () => {
  const sign = `<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="x"/><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr></w:lvl></w:abstractNum>${list(2, 4)}`;
  const made = edit(
    { body: items("2:0"), parts: { numbering: sign } },
    number(at(0), {
      action: "reformat",
      levels: [
        { level: 1, number_format: "decimal", start: 1 },
        { level: 2, indent_left: 36 },
      ],
    }),
  );
  expect(labels(made.clean)).toBe("1.");
  expect(text(made.clean.package.bytes("word/numbering.xml")!).match(/Symbol/g)).toHaveLength(1);
});

test("[EDT-76] what is in no list, or of no list, is refused", () => {
  const from = source("2:0 -");
  expect(refusals(from, number(at(1), { action: "restart" }))).toEqual(["0 numbering.action LIST_STYLE_NOT_FOUND"]);
  expect(refusals(from, number("all", { action: "set_level", level: 2 }))).toEqual([
    "0 numbering.action LIST_STYLE_NOT_FOUND",
  ]);
  expect(refusals(from, number(at(0), { action: "continue" }))).toEqual(["0 numbering.action LIST_STYLE_NOT_FOUND"]);
  expect(refusals(from, number(at(0), { action: "apply", like: at(1) }))).toEqual([
    "0 numbering.like LIST_STYLE_NOT_FOUND",
  ]);
  expect(refusals(from, number(at(0), { action: "apply", like: at(9) }))).toEqual([
    "0 numbering.like PARAGRAPH_NOT_FOUND",
  ]);
  expect(refusals(from, number(at(0), { action: "apply", list_style: "9" }))).toEqual([
    "0 numbering.list_style LIST_STYLE_NOT_FOUND",
  ]);
  const tracked = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/><w:ins w:id="1" w:author="B"/></w:numPr></w:pPr></w:p>`;
  expect(refusals({ body: tracked, parts: { numbering } }, number(at(0), { action: "remove" }))).toEqual([
    "0 paragraphs UNDECIDED_CHANGE",
  ]);
});

test("[EDT-76] an earlier edit's list can be gone on with, and new paragraphs are numbered by their ref", () => {
  const added = {
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position: "after" },
    new_paragraphs: [{ content: "n", ref: "n" }],
  };
  expect(
    shown(
      `${p("a")}${p("b")}`,
      added,
      number(at(0), { action: "apply", preset: "decimal" }),
      number({ ref: "n" }, { action: "apply", like: at(0) }),
    ),
  ).toBe("1. 2. -");
});

test("[EDT-76] new paragraphs that ask for the same are in one list", () => {
  const items = [1, 2].map((number) => ({
    content: `${number}`,
    numbering: { action: "apply", preset: "decimal" },
  }));
  const added = {
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position: "after" },
    new_paragraphs: [...items, { content: "x", numbering: { action: "remove" } }],
  };
  expect(shown(`${p("a")}${p("b")}`, added)).toBe("- 1. 2. - -");
  const odd = [{ content: "x", numbering: { action: "apply", list_style: "9" } }];
  expect(refusals(p("a"), { ...added, new_paragraphs: odd })).toEqual([
    "0 new_paragraphs[0].numbering.list_style LIST_STYLE_NOT_FOUND",
  ]);
  expect(refusals(p("a"), { ...added, new_paragraphs: [{ content: "x", numbering: { action: "continue" } }] })).toEqual(
    ["0 new_paragraphs[0].numbering.action LIST_STYLE_NOT_FOUND"],
  );
});

test("[EDT-92] a paragraph that was deleted before is no model, and a list that moved away is no earlier one", () => {
  const like = number(at(0), { action: "apply", like: at(1) });
  const deletion = { type: "delete_paragraphs", paragraphs: at(1) };
  const body = p("a") + p("b") + p("c");
  expect(refusals({ body, parts: { numbering } }, deletion, like)).toEqual(["1 numbering.like TARGET_REMOVED"]);
  const move = { type: "move_paragraphs", paragraphs: at(0), destination: { paragraph: at(1), position: "before" } };
  const resume = number(at(0), { action: "continue" });
  const listed = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr></w:p>`;
  expect(refusals({ body: listed + p("b"), parts: { numbering } }, move, resume)).toEqual([
    "1 numbering.action LIST_STYLE_NOT_FOUND",
  ]);
});

test("[EDT-92] a list in a deleted row is no earlier one, also where another deleted the mark of its paragraph", () => {
  const listed = (list: number, mark = "") =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>${mark}</w:pPr></w:p>`;
  const gone = '<w:rPr><w:del w:id="90" w:author="Bob"/></w:rPr>';
  const body = listed(2) + tbl([listed(3, gone) + p("x")], [p("y")]) + listed(4);
  const from = { body, parts: { numbering: numbering + list(3, 4, startAt(0, 7)) + list(4, 4, startAt(0, 9)) } };
  const edits = [{ type: "delete_table_row", row: { index: 1 } }, number(at(4), { action: "continue" })];
  expect(shown(from, ...edits)).toBe("1. - 2.");
});

test("[EDT-76] a new list is none that the document names and lacks: what shows no number goes on showing none", () => {
  // List 3 does not exist.
  expect(shown(source("2:0 3:0 2:0"), number(at(2), { action: "restart" }))).toBe("1. - 1.");
});
