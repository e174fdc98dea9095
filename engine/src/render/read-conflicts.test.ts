import { expect, test } from "vitest";
import { by, deleted, inserted, merged, propertySpot, spot } from "../../testing/merges.ts";
import { cell, para, range, row, run, table, tracked } from "../../testing/redlines.ts";
import type { WordDocument } from "../document/open-document.ts";
import { renderJson } from "./json/render-json.ts";
import { renderMarkdown } from "./markdown/render-markdown.ts";
import type { RedlineJson } from "./redline.ts";

const OPTIONS = {
  kind: "merge",
  revision: "",
  documents: [
    { role: "original", name: "base.docx" },
    { role: "revision", name: "a, final.docx" },
    { role: "revision", name: "b.docx" },
  ],
} as const;

const date = "2026-01-02T03:04:05Z";
const a = { author: "Ann, Ltd", revision: "a, final.docx", authors: ["Ann, Ltd"], revisions: ["a, final.docx"], date };
const b = { author: "Bea", revision: "b.docx", authors: ["Bea"], revisions: ["b.docx"], date };
const ab = {
  author: "Ann, Ltd, Bea",
  revision: "a, final.docx, b.docx",
  authors: ["Ann, Ltd", "Bea"],
  revisions: ["a, final.docx", "b.docx"],
  date,
};

function jsonOf(document: WordDocument): RedlineJson {
  return renderJson(document, OPTIONS);
}

const THIRTY = spot(1, 1, deleted(1, "30 ", "AB") + inserted(2, "60 ", "A") + inserted(3, "30 business ", "B"));

test("a text conflict is a segment with one deletion and one insertion for each version", () => {
  const document = merged(para("00000001", ["in ", THIRTY, "days"]), { conflicts: [{ id: 1, kind: "text" }] });
  const { kind, documents, blocks, conflicts, summary, comments } = jsonOf(document);
  expect({ kind, documents }).toEqual({ kind: "merge", documents: OPTIONS.documents });
  expect(blocks).toEqual([
    {
      type: "paragraph",
      id: "00000001",
      content: [
        { text: "in " },
        {
          type: "conflict",
          id: 1,
          content: [
            { type: "deletion", id: "1", ...ab, text: "30 " },
            { type: "insertion", id: "2", ...a, text: "60 " },
            { type: "insertion", id: "3", ...b, text: "30 business " },
          ],
        },
        { text: "days" },
      ],
    },
  ]);
  expect(conflicts).toMatchObject([
    {
      id: 1,
      kind: "text",
      blocks: ["00000001"],
      sides: [
        { revisions: ["a, final.docx"], text: "60 " },
        { revisions: ["b.docx"], text: "30 business " },
      ],
    },
  ]);
  expect(summary).toEqual({ changes: 1, insertions: 2, deletions: 1, moves: 0, formats: 0, conflicts: 1 });
  expect(comments).toEqual([]);
});

test("a conflict names its scope and clause, and each side its letter, people and action", () => {
  const outline = '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>';
  const heading = para("00000001", ["Term"]).replace(">", `>${outline}`);
  const body = heading + para("00000002", ["in ", THIRTY, "days"]);
  const conflicts = [{ id: 1, kind: "text" as const, scope: "words" as const }];
  expect(jsonOf(merged(body, { conflicts })).conflicts).toMatchObject([
    {
      scope: "words",
      clause: "Term",
      sides: [
        { letter: "A", authors: ["Ann, Ltd"], action: "edits" },
        { letter: "B", authors: ["Bea"], action: "edits" },
      ],
    },
  ]);
});

test("a conflict has the original with its context, and each side its difference from the original", () => {
  const words = "one two three four five six seven eight nine ten eleven twelve ";
  const document = merged(para("00000001", [words, THIRTY, "days"]), { conflicts: [{ id: 1, kind: "text" }] });
  expect(jsonOf(document).conflicts).toMatchObject([
    {
      context: { before: "six seven eight nine ten eleven twelve ", after: "days" },
      original: "30 ",
      sides: [
        {
          content: [{ type: "deletion", text: "30" }, { type: "insertion", text: "60" }, { text: " " }],
        },
        { content: [{ text: "30 " }, { type: "insertion", text: "business " }] },
      ],
    },
  ]);
});

test("a side that moves names its destination", () => {
  const moved = (id: string, number: number, side: "A" | "B"): string => {
    const content = inserted(Number(id) * 10, "R", side);
    return para(id, [spot(1, number, content)], tracked("ins", Number(id) * 10 + 1, "", by(side)));
  };
  const outline = '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>';
  const body = [
    moved("00000001", 1, "A"),
    para("00000002", ["Term"]).replace(">", `>${outline}`),
    para("00000003", [spot(1, 2, deleted(90, "R", "AB"))], tracked("del", 91, "", by("AB"))),
    moved("00000004", 3, "B"),
    para("00000005", ["Last."]),
  ];
  const conflicts = [{ id: 1, kind: "move" as const, scope: "move" as const }];
  expect(jsonOf(merged(body.join(""), { conflicts })).conflicts).toMatchObject([
    {
      clause: "Term",
      original: "R",
      sides: [
        { action: "moves", destination: "to the start", text: "R" },
        { action: "moves", destination: "after Term", text: "R" },
      ],
    },
  ]);
});

test("the Markdown has the same segments in a tag", () => {
  const document = merged(para("00000001", ["in ", THIRTY, "days"]), { conflicts: [{ id: 1, kind: "text" }] });
  expect(renderMarkdown(document, OPTIONS)).toBe(
    '<redline author="Ann, Ltd, Bea" revision="a, final.docx, b.docx" date="2026-01-02T03:04:05Z" ' +
      'changes="1" insertions="2" deletions="1" conflicts="1"/>\n\n' +
      '<p unid="00000001"/>in <conflict id="1"><del id="1">30 </del>' +
      '<ins id="2" author="Ann, Ltd" revision="a, final.docx">60 </ins>' +
      '<ins id="3" author="Bea" revision="b.docx">30 business </ins></conflict>days\n',
  );
});

test("a revision that only deletes is a side without text; one that keeps part of it shows that part", () => {
  const body = para("00000001", [
    spot(1, 1, deleted(1, "w2 w3 w4", "AB") + inserted(2, "w4", "A")),
    spot(2, 1, deleted(3, "x ", "A") + deleted(4, "y", "AB")),
  ]);
  const kinds = [1, 2].map((id) => ({ id, kind: "text" as const }));
  expect(jsonOf(merged(body, { conflicts: kinds })).conflicts?.map(({ sides }) => sides)).toMatchObject([
    [
      { revisions: ["a, final.docx"], text: "w4" },
      { revisions: ["b.docx"], text: "" },
    ],
    [
      { revisions: ["a, final.docx"], text: "" },
      { revisions: ["b.docx"], text: "x " },
    ],
  ]);
});

test("an edit inside another's move stands in both halves of the move, whichever element is the outer one", () => {
  const moved = (half: "moveFrom" | "moveTo", id: number, content: string): string =>
    tracked(half, id, content, by("A"));
  const cut = "<w:r><w:delText>y</w:delText></w:r>";
  const from = para(
    "00000001",
    [moved("moveFrom", 1, run("x ")), tracked("del", 2, moved("moveFrom", 3, cut), by("B")), inserted(4, "z", "B")],
    tracked("moveFrom", 5, "", by("A")),
  );
  const to = para(
    "00000003",
    [
      moved("moveTo", 6, run("x ")),
      moved("moveTo", 7, tracked("del", 8, cut, by("B"))),
      moved("moveTo", 9, inserted(10, "z", "B")),
    ],
    tracked("moveTo", 11, "", by("A")),
  );
  const body = [range("moveFrom", "m", from), para("00000002", ["q"]), range("moveTo", "m", to), para("00000004", [])];
  const { blocks } = jsonOf(merged(body.join("")));
  expect(blocks[0]).toMatchObject({
    content: [
      { type: "moved_from", move_id: 1, ...a, content: [{ text: "x " }, { type: "deletion", ...b, text: "y" }] },
      { type: "insertion", ...b, text: "z" },
    ],
  });
  expect(blocks[2]).toMatchObject({
    content: [
      {
        type: "moved_to",
        move_id: 1,
        ...a,
        content: [{ text: "x " }, { type: "deletion", ...b, text: "y" }, { type: "insertion", ...b, text: "z" }],
      },
    ],
  });
});

test("a conflict inside a move stands in the move", () => {
  const pieces = [
    tracked("moveTo", 2, tracked("del", 3, "<w:r><w:delText>y</w:delText></w:r>", by("AB")), by("AB")),
    tracked("moveTo", 4, inserted(5, "p", "A"), by("AB")),
    tracked("moveTo", 6, inserted(7, "q", "B"), by("AB")),
  ];
  const from = para("00000001", [tracked("moveFrom", 20, run("x y"), by("AB"))], tracked("moveFrom", 21, "", by("AB")));
  const to = para(
    "00000003",
    [tracked("moveTo", 1, run("x "), by("AB")), spot(1, 1, pieces.join(""))],
    tracked("moveTo", 8, "", by("AB")),
  );
  const body = range("moveFrom", "m", from) + range("moveTo", "m", to) + para("00000004", []);
  const { blocks } = jsonOf(merged(body, { conflicts: [{ id: 1, kind: "text" }] }));
  const kinds = [{ type: "deletion" }, { type: "insertion", text: "p" }, { type: "insertion", text: "q" }];
  expect(blocks[1]).toMatchObject({
    content: [{ type: "moved_to", content: [{ text: "x " }, { type: "conflict", id: 1, content: kinds }] }],
  });
});

test("new paragraphs in one gap are one conflict in several blocks, with their marks", () => {
  const body = [
    para("00000001", ["p"]),
    para("00000002", [spot(1, 1, inserted(1, "x", "A"))], tracked("ins", 2, "", by("A"))),
    para("00000003", [spot(1, 2, inserted(3, "y", "B"))], tracked("ins", 4, "", by("B"))),
    para("00000004", ["q"]),
  ];
  const { blocks, conflicts } = jsonOf(merged(body.join(""), { conflicts: [{ id: 1, kind: "blocks" }] }));
  expect(blocks.slice(1, 3)).toMatchObject([
    { content: [{ type: "conflict", id: 1 }], mark: { type: "insertion", ...a, conflict: 1 } },
    { content: [{ type: "conflict", id: 1 }], mark: { type: "insertion", ...b, conflict: 1 } },
  ]);
  expect(conflicts).toMatchObject([
    {
      id: 1,
      kind: "blocks",
      blocks: ["00000002", "00000003"],
      sides: [
        { revisions: ["a, final.docx"], text: "x" },
        { revisions: ["b.docx"], text: "y" },
      ],
    },
  ]);
});

test("rows and cells of a conflict carry its number", () => {
  const newRow = (id: number, label: "A" | "B", content: string): string =>
    row(
      [cell(para(`0000000${id}`, [content])), cell(para(`0000001${id}`, [inserted(id + 50, "c", label)]))],
      tracked("ins", id + 60, "", by(label)),
    );
  const body = [
    table(
      row([cell(para("00000009", ["r"]))]),
      newRow(1, "A", spot(1, 1, inserted(1, "s", "A"))),
      newRow(2, "B", spot(1, 2, inserted(2, "t", "B"))),
    ),
    para("0000000A", []),
  ];
  const { blocks, conflicts } = jsonOf(merged(body.join(""), { conflicts: [{ id: 1, kind: "blocks" }] }));
  const rows = blocks[0]?.type === "table" ? blocks[0].rows : [];
  expect(rows.map(({ change }) => [change?.revision, change?.conflict])).toEqual([
    [undefined, undefined],
    ["a, final.docx", 1],
    ["b.docx", 1],
  ]);
  expect(conflicts?.[0]?.sides.map(({ text }) => text)).toEqual(["s\nc", "t\nc"]);
  expect(renderMarkdown(merged(body.join(""), { conflicts: [{ id: 1, kind: "blocks" }] }), OPTIONS)).toContain(
    'revision="b.docx" conflict="1"/>',
  );
});

test("cells of columns that compete carry the number of the conflict, one by one", () => {
  const newCell = (id: number, label: "A" | "B", number: number): string =>
    cell(
      para(`0000000${id}`, [spot(1, number, inserted(id, `c${id}`, label))]),
      tracked("cellIns", id + 60, "", by(label)),
    );
  const rows = [0, 1].map((at) =>
    row([
      cell(para(`0000001${at}`, ["r"])),
      newCell(2 * at + 1, "A", 2 * at + 1),
      newCell(2 * at + 2, "B", 2 * at + 2),
    ]),
  );
  const body = table(...rows) + para("0000000A", []);
  const { blocks, conflicts } = jsonOf(merged(body, { conflicts: [{ id: 1, kind: "blocks" }] }));
  const cells = blocks[0]?.type === "table" ? blocks[0].rows.flatMap((one) => one.cells) : [];
  expect(cells.map(({ change }) => change?.conflict)).toEqual([undefined, 1, 1, undefined, 1, 1]);
  expect(conflicts?.[0]?.sides.map(({ text }) => text)).toEqual(["c1\nc3", "c2\nc4"]);
});

test("a deleted row with an edit inside has a text conflict in its cell, and is no part of it", () => {
  const body = [
    table(
      row(
        [cell(para("00000001", [spot(1, 1, deleted(1, "c", "AB") + inserted(2, "d", "B"))]))],
        tracked("del", 3, "", by("A")),
      ),
    ),
    para("0000000A", []),
  ];
  const { blocks } = jsonOf(merged(body.join(""), { conflicts: [{ id: 1, kind: "text" }] }));
  const change = blocks[0]?.type === "table" ? blocks[0].rows[0]?.change : undefined;
  expect(change).toEqual({ type: "deletion", id: "3", ...a });
});

test("a property conflict has no segment; its sides are those of the record", () => {
  const sides = [
    { revisions: [0], text: "bold" },
    { revisions: [1], text: "italic" },
  ];
  const document = merged(para("00000001", ["a ", propertySpot(1, run("word"))]), {
    conflicts: [{ id: 1, kind: "property", sides }],
    comments: { 7: "Versus", 8: "Cy" },
  });
  const { blocks, conflicts, summary, comments } = jsonOf(document);
  expect(blocks[0]).toMatchObject({ content: [{ text: "a word" }] });
  expect(conflicts).toMatchObject([
    {
      id: 1,
      kind: "property",
      blocks: ["00000001"],
      sides: [
        { revisions: ["a, final.docx"], text: "bold" },
        { revisions: ["b.docx"], text: "italic" },
      ],
    },
  ]);
  expect(summary.conflicts).toBe(1);
  // Only comments that report a conflict are left out. Another comment stays, even if its author is named Versus.
  expect(comments.map(({ author }) => author)).toEqual(["Versus", "Cy"]);
});

test("a conflict that was decided elsewhere is none any more, and its comment is still none of the document's", () => {
  const document = merged(para("00000001", ["in ", spot(1, 1, run("60 ")), inserted(2, "days", "A")]), {
    conflicts: [{ id: 1, kind: "text" }],
  });
  const { conflicts, summary, comments } = jsonOf(document);
  expect({ conflicts, comments, count: summary.conflicts }).toEqual({ conflicts: [], comments: [], count: 0 });
});

test("who competes without a mark in the spot is named by the record", () => {
  const body = [
    para("00000001", [deleted(1, "p", "A")], tracked("del", 2, "", by("A"))),
    para("00000002", [spot(1, 1, inserted(3, "x", "B"))], tracked("ins", 4, "", by("B"))),
    para("00000003", [deleted(5, "q", "A")], tracked("del", 6, "", by("A"))),
    para("00000004", ["r"]),
  ];
  const conflicts = [{ id: 1, kind: "blocks" as const, revisions: [0, 1] }];
  expect(jsonOf(merged(body.join(""), { conflicts })).conflicts?.[0]?.sides).toMatchObject([
    { revisions: ["a, final.docx"], text: "" },
    { revisions: ["b.docx"], text: "x" },
  ]);
});
