// Tests which changes are one unit (UNT-1 to UNT-4).

import { describe, expect, test } from "vitest";
import { renderComparison, type Source } from "../../../testing/comparisons.ts";
import { p, tbl } from "../../../testing/documents.ts";
import { mergeBodies } from "../../../testing/merged-text.ts";
import { by, deleted, inserted, merged, propertySpot, spot } from "../../../testing/merges.ts";
import { para, run, tracked } from "../../../testing/redlines.ts";
import { renderJson } from "../json/render-json.ts";
import type { ChangeUnit } from "../redline.ts";

const OPTIONS = {
  kind: "merge",
  revision: "",
  documents: [
    { role: "original", name: "base.docx" },
    { role: "revision", name: "a, final.docx" },
    { role: "revision", name: "b.docx" },
  ],
} as const;

/** Returns the units of a comparison as `kind: before -> after`. */
function unitsOf(before: string | Source, after: string | Source): string[] {
  const { redline } = renderComparison(before, after);
  expect(redline.summary.changes).toBe(redline.units.filter(({ kind }) => kind !== "style").length);
  expect(redline.units.map(({ id }) => id)).toEqual(redline.units.map((_, at) => `u${at + 1}`));
  return redline.units.map(lineOf);
}

function lineOf({ kind, before, after }: ChangeUnit): string {
  const texts = kind === "insert" ? after : kind === "delete" ? before : `${before} -> ${after}`;
  return `${kind}: ${texts.replaceAll("\n", "/").replaceAll("\t", "|")}`;
}

describe("[UNT-1] text", () => {
  test.each<[name: string, before: string, after: string, units: string[]]>([
    ["a replaced word", p("in 30 days"), p("in 60 days"), ["replace: 30 -> 60"]],
    [
      "two replaced words",
      p("in 30 long days"),
      p("in 60 long weeks"),
      ["replace: 30 -> 60", "replace: days -> weeks"],
    ],
    [
      "new paragraphs",
      p("a") + p("z"),
      p("a") + p("one two") + p("three four") + p("z"),
      ["insert: one two/three four"],
    ],
    ["a deleted paragraph", p("a") + p("gone away") + p("z"), p("a") + p("z"), ["delete: gone away"]],
    ["a join", p("One two.") + p("Three four."), p("One two. Three four."), ["replace: ¶ ->  "]],
    ["a split", p("One two. Three four."), p("One two.") + p("Three four."), ["replace:   -> ¶"]],
  ])("%s", (_, before, after, units) => {
    expect(unitsOf(before, after)).toEqual(units);
  });

  test("a deleted paragraph and an inserted one are two units", () => {
    const gone = para("00000002", [deleted(1, "gone", "A")], tracked("del", 2, "", by("A")));
    const came = para("00000003", [inserted(3, "came", "A")], tracked("ins", 4, "", by("A")));
    const body = para("00000001", ["one"]) + gone + came + para("00000004", ["two"]);
    expect(renderJson(merged(body), OPTIONS).units.map(lineOf)).toEqual(["delete: gone", "insert: came"]);
  });

  test("has context, clause and people", () => {
    const heading = '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Payment</w:t></w:r></w:p>';
    const { redline } = renderComparison(
      heading + p("Each invoice is due within thirty days after its date."),
      heading + p("Each invoice is due within sixty days after its date."),
    );
    expect(redline.units).toMatchObject([
      {
        kind: "replace",
        clause: { number: "", title: "Payment" },
        authors: ["Ann"],
        revisions: ["b.docx"],
        context: { before: "Each invoice is due within ", after: " days after its date." },
      },
    ]);
    expect(redline.units[0]!.ids).toHaveLength(2);
  });
});

test("[UNT-1c] a note is one unit with its reference", () => {
  const footnotes = `<w:footnote w:id="1"><w:p><w:r><w:t>As agreed.</w:t></w:r></w:p></w:footnote>`;
  const referring = '<w:p><w:r><w:t>Rent</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>';
  expect(unitsOf(p("Rent"), { body: referring, parts: { footnotes } })).toEqual(["insert: As agreed."]);
});

describe("[UNT-1] tables and moves", () => {
  test("rows that follow each other are one unit", () => {
    const before = tbl([p("a"), p("b")], [p("c"), p("d")]);
    const after = tbl([p("a"), p("b")], [p("new"), p("row")], [p("one"), p("more")], [p("c"), p("d")]);
    expect(unitsOf(before + p("end"), after + p("end"))).toEqual(["insert: new|row/one|more"]);
  });

  test("a table between new paragraphs is one unit with them", () => {
    const after = p("a") + p("one") + tbl([p("b"), p("c")]) + p("two") + p("end");
    expect(unitsOf(p("a") + p("end"), after)).toEqual(["insert: one/b|c/two"]);
  });

  test("a column is one unit", () => {
    const before = tbl([p("a"), p("b")], [p("c"), p("d")]);
    const after = tbl([p("a"), p("new"), p("b")], [p("c"), p("more"), p("d")]);
    expect(unitsOf(before + p("end"), after + p("end")).filter((unit) => unit.startsWith("insert"))).toEqual([
      "insert: new/more",
    ]);
  });

  test("a move is one unit, and an edit in it another", () => {
    const long = "The tenant pays the rent on the first day of each month to the landlord";
    const [first, second, third] = ["One of the clauses stays here.", "Another clause stays too.", "The last one."];
    const before = p(long) + p(first) + p(second) + p(third);
    const after = p(first) + p(second) + p(`${long} in cash`) + p(third);
    const units = unitsOf(before, after);
    expect(units.filter((unit) => unit.startsWith("move"))).toEqual([`move: ${long} -> ${long}`]);
    expect(units).toContain("insert:  in cash");
  });
});

describe("[UNT-2] [UNT-3] formatting", () => {
  const runs = (...looks: string[]): string =>
    `<w:p>${looks.map((look, at) => `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">word${at} </w:t></w:r>`).join("")}</w:p>`;

  test("neighbours with equal values are one unit", () => {
    expect(unitsOf(runs("", "<w:i/>", ""), runs("<w:b/>", "<w:i/><w:b/>", ""))).toEqual(["format: regular -> bold"]);
  });

  test("paragraphs that change their level together are one unit", () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%1)"/></w:lvl>' +
      '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%2)"/></w:lvl></w:abstractNum>' +
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
    const item = (text: string, level: number): string =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const at = (...levels: number[]): Source => ({
      body: levels.map((level, index) => item(`clause number ${index}`, level)).join(""),
      parts: { numbering },
    });
    expect(unitsOf(at(0, 0, 0, 0), at(0, 1, 1, 0))).toEqual(["renumber: (b) to (c) -> (i) to (ii)"]);
  });

  test("a style that looks different is listed and not counted", () => {
    const styled = (size: number): Source => ({
      body: p("word"),
      parts: {
        styles: `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:rPr><w:sz w:val="${size}"/></w:rPr></w:style>`,
      },
    });
    const { redline } = renderComparison(styled(22), styled(20));
    expect(redline.units).toMatchObject([
      { kind: "style", style: "Normal", before: "size: 11 pt", after: "size: 10 pt" },
    ]);
    expect(redline.summary.changes).toBe(0);
  });
});

describe("merges", () => {
  const versions = deleted(1, "30 ", "AB") + inserted(2, "60 ", "A") + inserted(3, "90 ", "B");

  test("a conflict is one unit with all its changes", () => {
    const body = para("00000001", ["in ", spot(1, 1, versions), "days", inserted(4, " now", "A")]);
    const { units, summary } = renderJson(merged(body, { conflicts: [{ id: 1, kind: "text" }] }), OPTIONS);
    expect(units).toMatchObject([
      { kind: "conflict", conflict: 1, ids: ["1", "2", "3"], authors: ["Ann, Ltd", "Bea"], before: "30 " },
      { kind: "insert", ids: ["4"], authors: ["Ann, Ltd"], after: " now" },
    ]);
    expect(summary.changes).toBe(2);
  });

  test("a conflict about formatting is one unit without changes", () => {
    const sides = [
      { revisions: [0], text: "bold" },
      { revisions: [1], text: "italic" },
    ];
    const body = para("00000001", [propertySpot(1, run("word"))]);
    const { units } = renderJson(merged(body, { conflicts: [{ id: 1, kind: "property", sides }] }), OPTIONS);
    expect(units).toMatchObject([{ kind: "conflict", conflict: 1, ids: [], block: "00000001" }]);
  });

  test("the text of a deleted row is in the unit of the conflict that contains its marks", () => {
    const table = (...rows: readonly (readonly string[])[]): string =>
      tbl(...rows.map((row) => row.map((text) => p(text)))) + p("end");
    const [head, desk] = [
      ["Item", "Price", "Unit"],
      ["Desk", "5", "each"],
    ];
    const { document } = mergeBodies(table(head, desk), table(head), table(head, ["Desk", "6", "each"]));
    const { units, summary } = renderJson(document, OPTIONS);
    expect(units.map(({ kind }) => kind)).toEqual(["conflict"]);
    expect(summary.changes).toBe(1);
  });

  test("changes of different people do not join", () => {
    const outer = tracked(
      "ins",
      1,
      `${run("one ")}${tracked("del", 2, "<w:r><w:delText>two</w:delText></w:r>", by("B"))}${run(" three")}`,
      by("A"),
    );
    const { units } = renderJson(merged(para("00000001", [outer, inserted(3, "four", "B")])), OPTIONS);
    expect(units.map(({ kind, ids, before, after }) => [kind, ids, before, after])).toEqual([
      ["insert", ["1"], "", "one  three"],
      ["delete", ["2"], "two", ""],
      ["insert", ["3"], "", "four"],
    ]);
  });
});
