// Tests predictions of every kind of edit, on small content objects.

import type { ContentJson } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { compareWithContent } from "./compare-with-content.ts";
import { type Edit, predict } from "./predict.ts";
import { celled, contentOfBlocks, listed } from "./testing/content-of.ts";

/** Returns the differences between a prediction and a document. */
function differences(before: ContentJson, edits: readonly object[], after: ContentJson): string[] {
  return compareWithContent(predict(before, edits as readonly Edit[], { author: "Ann" }), after);
}

test("a document that nothing happens to is as it was", () => {
  const content = contentOfBlocks(["one", listed("two", "1."), listed("three", "1(a)", 2), listed("four", "2.")]);
  expect(differences(content, [{ type: "refresh_fields" }], content)).toEqual([]);
});

test("what came out otherwise is told in words", () => {
  const edits = [{ type: "replace", paragraphs: { index: 0 }, text: { match: "one" }, content: "1" }];
  expect(differences(contentOfBlocks(["one"]), edits, contentOfBlocks(["2"]))).toEqual([
    'body 0 text: expected "1", there is "2"',
  ]);
});

test("matches are read alike, filtered by what is beside them, and counted over paragraphs", () => {
  const before = contentOfBlocks(["a “b” – c", 'a "b" - c', "x b x"]);
  const replace = (text: object) => [
    { type: "replace", paragraphs: { from: { index: 0 }, through: { index: 2 } }, text, content: "N" },
  ];
  const after = contentOfBlocks(["a “b” – c", "a N - c", "x b x"]);
  expect(differences(before, replace({ match: '"b"', occurrence: 2 }), after)).toEqual([]);
  expect(
    differences(
      before,
      replace({ match: "b", prefix: " ", suffix: " x" }),
      contentOfBlocks(["a “b” – c", 'a "b" - c', "x N x"]),
    ),
  ).toEqual([]);
  expect(differences(before, replace({ match: "b" }), after)).toEqual([
    "edit 0 (replace) should be refused: the selector matches 3 times",
  ]);
});

test("how a break looks is not told, so neither is what replaces it", () => {
  const before = contentOfBlocks([
    { text: "a\nb", content: [{ text: "a" }, { type: "break", kind: "line" }, { text: "b" }] },
  ]);
  const edits = [{ type: "replace", paragraphs: { index: 0 }, text: { match: "\n" }, content: "x" }];
  const content = [{ text: "a" }, { text: "x", format: { italic: true } }, { text: "b" }];
  expect(differences(before, edits, contentOfBlocks([{ text: "axb", content }]))).toEqual([]);
});

test("what is put at one point stands in the order of the request, whatever went beside it", () => {
  const edits = [
    { type: "delete", paragraphs: { index: 0 }, text: { match: "b" } },
    { type: "insert", paragraphs: { index: 0 }, at: { before: { match: "c" } }, content: "2" },
    { type: "insert", paragraphs: { index: 0 }, at: { after: { match: "a" } }, content: "1" },
    { type: "insert", paragraphs: { index: 0 }, at: { after: { match: "a" } }, content: "!" },
    { type: "insert", paragraphs: { index: 0 }, at: "end", content: "\t." },
  ];
  const after = contentOfBlocks([{ text: "a1!2c\t.", content: [{ text: "a1!2c" }, { type: "tab" }, { text: "." }] }]);
  expect(differences(contentOfBlocks(["abc"]), edits, after)).toEqual([]);
});

test("new paragraphs are like the one at the destination, and lists count them", () => {
  const before = contentOfBlocks([listed("a", "1."), listed("b", "2."), "end"]);
  const edits = [
    {
      type: "insert_paragraphs",
      destination: { paragraph: { index: 0 }, position: "after" },
      new_paragraphs: [{ content: "n" }],
    },
  ];
  const after = contentOfBlocks([listed("a", "1."), listed("n", "2."), listed("b", "3."), "end"]);
  expect(differences(before, edits, after)).toEqual([]);
  const wrong = contentOfBlocks([listed("a", "1."), listed("n", "2."), listed("b", "2."), "end"]);
  expect(differences(before, edits, wrong)).toEqual(['body 2 list.number: expected "3.", there is "2."']);
});

test("how text looks beside a break or a field is not told", () => {
  const shaded = { text: "a", format: { bold: true } };
  const field = { type: "field" as const, code: "AUTHOR", text: "b" };
  const insert = (position: string) => [
    {
      type: "insert_paragraphs",
      destination: { paragraph: { index: 0 }, position },
      new_paragraphs: [{ content: "n" }],
    },
  ];
  const ends = { text: "a\n", content: [shaded, { type: "break" as const, kind: "line" as const }] };
  const begins = { text: "ba", content: [field, shaded] };
  expect(differences(contentOfBlocks([ends]), insert("after"), contentOfBlocks([ends, "n"]))).toEqual([]);
  expect(differences(contentOfBlocks([begins]), insert("before"), contentOfBlocks(["n", begins]))).toEqual([]);
  expect(differences(contentOfBlocks([ends]), insert("before"), contentOfBlocks(["n", ends]))).toHaveLength(1);
});

test("a mark that is the last is told by the date of its author's text before it, and another is not", () => {
  const revision = (number: number, date: string) => ({
    number,
    kind: "insertion" as const,
    author: "Eve",
    date,
    paragraph: { index: 0 },
    text: "a",
  });
  const rest = { revisions: [revision(1, "2019-04-05T22:35:00Z"), revision(2, "2019-04-05T22:37:00Z")] };
  const content = [{ text: "a", revision: 1 }];
  const marked = (number: number) => ({ text: "a", content, mark: { kind: "insertion" as const, revision: number } });
  const edits = [{ type: "delete_paragraphs", paragraphs: { index: 1 } }];
  const before = contentOfBlocks([marked(2), "b"], rest);
  expect(differences(before, edits, contentOfBlocks([marked(1)], rest))).toEqual([]);
  const longer = contentOfBlocks([marked(2), "b", "c"], rest);
  expect(differences(longer, edits, contentOfBlocks([marked(1), "c"], rest))).toHaveLength(1);
});

test("of the borders that a new paragraph takes over, the sides that are not named stay", () => {
  const line = { style: "single" as const, width: 1, color: "auto" };
  const bordered = (text: string, borders: object) => ({ text, paragraph_format: { borders } });
  const before = contentOfBlocks([bordered("a", { top: line, bottom: line })]);
  const item = { content: "n", paragraph_format: { borders: { bottom: false } } };
  const destination = { paragraph: { index: 0 }, position: "after" };
  const edits = [{ type: "insert_paragraphs", destination, new_paragraphs: [item] }];
  const after = (borders: object) =>
    contentOfBlocks([bordered("a", { top: line, bottom: line }), bordered("n", borders)]);
  expect(differences(before, edits, after({ top: line, bottom: false }))).toEqual([]);
  expect(differences(before, edits, after({ bottom: false }))).toHaveLength(1);
});

test("a list of a preset counts those of its paragraphs whose level their style decides", () => {
  const destination = { paragraph: { index: 0 }, position: "after" };
  const numbering = { action: "apply", preset: "decimal" };
  const items = [
    { content: "b", style_id: "Other", numbering },
    { content: "c", numbering },
  ];
  const edits = [{ type: "insert_paragraphs", destination, new_paragraphs: items }];
  const list = (number: string) => ({ number, level: 1, list_style: "7", instance: 2 });
  const after = (number: string) =>
    contentOfBlocks(["a", { text: "b", style_id: "Other", list: list("1.") }, { text: "c", list: list(number) }]);
  expect(differences(contentOfBlocks(["a"]), edits, after("2."))).toEqual([]);
  expect(differences(contentOfBlocks(["a"]), edits, after("1."))).toHaveLength(1);
});

test("a list that starts anew does so wherever its first paragraph comes to stand", () => {
  const before = contentOfBlocks([
    listed("a", "1."),
    listed("b", "2."),
    listed("c", "1.", 1, 2),
    listed("d", "2.", 1, 2),
  ]);
  const edits = [{ type: "delete_paragraphs", paragraphs: { index: 2 } }];
  const after = contentOfBlocks([listed("a", "1."), listed("b", "2."), listed("d", "1.", 1, 2)]);
  expect(differences(before, edits, after)).toEqual([]);
});

test("labels that the upload does not explain are counted, not checked", () => {
  const before = contentOfBlocks([listed("a", "1."), listed("b", "7.")]);
  const open = new Map<string, number>();
  const prediction = predict(before, [{ type: "refresh_fields" }]);
  expect(compareWithContent(prediction, contentOfBlocks([listed("a", "x"), listed("b", "y")]), open)).toEqual([]);
  expect(open.get("label not predictable")).toBe(2);
});

test("a list that looks different counts for itself", () => {
  const before = contentOfBlocks([listed("a", "1."), listed("b", "2."), listed("c", "3.")]);
  const numbering = {
    action: "reformat",
    levels: [{ level: 1, pattern: "(%1)", number_format: "upper_roman", start: 4 }],
  };
  const edits = [{ type: "set_numbering", paragraphs: { index: 1 }, numbering }];
  const roman = { text: "b", list: { number: "(IV)", level: 1, list_style: "8", instance: 9 } };
  expect(differences(before, edits, contentOfBlocks([listed("a", "1."), roman, listed("c", "2.")]))).toEqual([]);
});

test("a changed copy of a list whose labels are not explained is not checked either", () => {
  const hidden = (instance: number, list_style: string) => [{ text: "a", list: { level: 1, list_style, instance } }];
  const numbering = { action: "reformat", levels: [{ level: 2, pattern: "(%2)" }] };
  const edits = [{ type: "set_numbering", paragraphs: { index: 0 }, numbering }];
  expect(differences(contentOfBlocks(hidden(1, "7")), edits, contentOfBlocks(hidden(2, "8")))).toEqual([]);
});

test("a paragraph is split and joined, and text is found where it went", () => {
  const edits = [
    { type: "split_paragraph", paragraphs: { index: 0 }, at: { after: { match: "one" } } },
    { type: "join_paragraphs", paragraphs: { from: { index: 1 }, through: { index: 2 } }, separator: "+" },
    { type: "replace", paragraphs: { index: 2 }, text: { match: "four" }, content: "4" },
  ];
  const before = contentOfBlocks(["one two", "three", "four"]);
  expect(differences(before, edits, contentOfBlocks(["one", " two", "three+4"]))).toEqual([]);
});

test("paragraphs move in document order, and lists count where they come to stand", () => {
  const before = contentOfBlocks([listed("a", "1."), listed("b", "2."), "c", listed("d", "3.")]);
  const move = { type: "move_paragraphs", destination: { paragraph: { index: 2 }, position: "after" } };
  const edits = [{ ...move, paragraphs: [{ index: 1 }, { index: 0 }] }];
  const after = contentOfBlocks(["c", listed("a", "1."), listed("b", "2."), listed("d", "3.")]);
  expect(differences(before, edits, after)).toEqual([]);
});

test("a cross-reference shows what its paragraph shows in the end", () => {
  const before = contentOfBlocks([listed("a", "1."), listed("b", "2."), "see "]);
  const show = (kind: string) => [{ type: "cross_reference", to: { index: 1 }, show: kind }];
  const edits = [
    { type: "insert", paragraphs: { index: 2 }, at: "end", content: show("number") },
    { type: "insert", paragraphs: { index: 2 }, at: "end", content: show("text") },
    { type: "delete_paragraphs", paragraphs: { index: 0 } },
    { type: "replace", paragraphs: { index: 1 }, text: { match: "b" }, content: "B" },
  ];
  const code = "REF _Ref1 \\h";
  const content = [
    { text: "see " },
    { type: "field" as const, code, text: "1" },
    { type: "field" as const, code, text: "B" },
  ];
  expect(differences(before, edits, contentOfBlocks([listed("B", "1."), { text: "see 1B", content }]))).toEqual([]);
});

test("a new note is counted among those that are there", () => {
  const segment = (number: number) => ({ type: "footnote" as const, number, label: `${number}` });
  const note = (number: number, index: number, text: string): ContentJson["notes"][number] => ({
    part: { kind: "footnote", number },
    label: `${number}`,
    paragraph: { index },
    text_before: "",
    blocks: [{ index: 0, id: "n", text, content: [{ text }] }],
  });
  const before = contentOfBlocks(["a", { text: "b", content: [{ text: "b" }, segment(1)] }], {
    notes: [note(1, 1, "old")],
  });
  const edits = [
    { type: "insert", paragraphs: { index: 0 }, at: "end", content: [{ type: "footnote", content: "new" }] },
  ];
  const after = contentOfBlocks(
    [
      { text: "a", content: [{ text: "a" }, segment(1)] },
      { text: "b", content: [{ text: "b" }, segment(2)] },
    ],
    { notes: [note(1, 0, " new"), note(2, 1, "old")] },
  );
  expect(differences(before, edits, after)).toEqual([]);
});

const table = (rows: number, columns: number, first: number, last: number): Partial<ContentJson> => ({
  tables: [{ number: 1, rows, columns, first_index: first, last_index: last }],
});

test("rows and columns come and go with their cells", () => {
  const cells = [celled("a", 1, 1), celled("b", 1, 2), celled("c", 2, 1), celled("d", 2, 2)];
  const before = contentOfBlocks(["top", ...cells, "end"], table(2, 2, 1, 4));
  const edits = [
    { type: "insert_table_row", destination: { row: { index: 1 }, position: "after" }, cells: ["x", "y"] },
    { type: "delete_table_column", column: { table: { number: 1 }, number: 1 } },
  ];
  const left = [celled("b", 1, 1), celled("y", 2, 1), celled("d", 3, 1)];
  expect(differences(before, edits, contentOfBlocks(["top", ...left, "end"], table(3, 1, 1, 3)))).toEqual([]);
});

test("a table that goes takes its paragraphs; one that ends a part leaves an empty one", () => {
  const before = contentOfBlocks(["top", celled("a", 1, 1), "end"], table(1, 1, 1, 1));
  const edits = [{ type: "delete_table", table: { number: 1 } }];
  expect(differences(before, edits, contentOfBlocks(["top", "end"]))).toEqual([]);
  const both = [{ type: "delete_paragraphs", paragraphs: { from: { index: 0 }, through: { index: 2 } } }];
  expect(differences(before, both, contentOfBlocks([""]))).toEqual([]);
});

const section = (number: number, index: number, type: "next_page" | "continuous") => ({
  number,
  first_index: index,
  last_index: index,
  section_type: type,
  page_setup: { different_first_page: false },
});

test("the end of a section stays, and behind it an empty paragraph", () => {
  const sections = [section(1, 0, "next_page"), section(2, 1, "next_page")];
  const before = contentOfBlocks(["a", { text: "b", section: 2 }], { sections });
  const range = { from: { index: 0 }, through: { index: 1 } };
  const edits = [{ type: "delete_paragraphs", paragraphs: range }];
  expect(differences(before, edits, contentOfBlocks(["", { text: "", section: 2 }], { sections }))).toEqual([]);
  expect(differences(before, edits, contentOfBlocks([""]))[0]).toContain("expected 2 paragraphs, there are 1");
});

test("a section break makes two of one", () => {
  const before = contentOfBlocks(["a", "b"]);
  const after = contentOfBlocks(["a", { text: "b", section: 2 }], {
    sections: [section(1, 0, "next_page"), section(2, 1, "continuous")],
  });
  const edits = [{ type: "insert_section_break", paragraphs: { index: 0 }, section_type: "continuous" }];
  expect(differences(before, edits, after)).toEqual([]);
});

test("a page is turned, and margins that are not named stay", () => {
  const page = (orientation: "portrait" | "landscape", left: number): Partial<ContentJson> => ({
    sections: [
      {
        number: 1,
        first_index: 0,
        last_index: 0,
        section_type: "next_page",
        page_setup: { paper: "a4", orientation, margins: { left, right: 72 }, different_first_page: false },
      },
    ],
  });
  const edits = [
    { type: "set_page_setup", section: "all", page_setup: { orientation: "landscape", margins: { left: 90 } } },
  ];
  const wrong = differences(
    contentOfBlocks(["a"], page("portrait", 72)),
    edits,
    contentOfBlocks(["a"], page("landscape", 80)),
  );
  expect(wrong).toHaveLength(1);
  expect(wrong[0]).toContain("section 1 page_setup margins");
});

test("a header that a section gets is shown by those behind it that have none", () => {
  const sections: ContentJson["sections"] = [1, 2].map((number) => ({
    number,
    first_index: number - 1,
    last_index: number - 1,
    section_type: "next_page",
    page_setup: { different_first_page: false },
  }));
  const blocks = ["a", { text: "b", section: 2 }];
  const headers: ContentJson["headers"] = [
    {
      part: { kind: "header", type: "default", section: { number: 1 } },
      sections: [1, 2],
      blocks: [{ index: 0, id: "h", text: "top", content: [{ text: "top" }] }],
    },
  ];
  const edits = [{ type: "add_header_footer", section: { number: 1 }, part: { kind: "header" }, content: "top" }];
  const after = contentOfBlocks(blocks, { sections, headers });
  expect(differences(contentOfBlocks(blocks, { sections }), edits, after)).toEqual([]);
});

test("a rejected insertion goes with its mark; a deletion that is rejected is somewhere in what was there", () => {
  const revisions = [
    { number: 1, kind: "insertion" as const, author: "B", text: "new", paragraph: { index: 0 } },
    { number: 2, kind: "deletion" as const, author: "B", text: "gone", paragraph: { index: 1 } },
  ];
  const before = contentOfBlocks(
    [
      {
        text: "old new",
        content: [{ text: "old " }, { text: "new", revision: 1 }],
        mark: { revision: 1, kind: "insertion" },
      },
      "next",
    ],
    { revisions },
  );
  const reject = [{ type: "reject_revision", revision: { author: "B" } }];
  expect(differences(before, reject, contentOfBlocks(["old nextgone"]))).toEqual([]);
  expect(differences(before, reject, contentOfBlocks(["old nxetgone"]))).toEqual([
    'body 0 text holds: expected "old next", there is "old nxetgone"',
  ]);
});

test("comments, replies and settings are as they were asked for", () => {
  const before = contentOfBlocks(["some words"]);
  const edits = [
    { type: "add_comment", paragraphs: { index: 0 }, text: { match: "words" }, content: "Which?", ref: "c" },
    { type: "reply_comment", comment: { ref: "c" }, content: "These.", author: "Bob" },
    { type: "resolve_comment", comment: { ref: "c" } },
    { type: "set_document_settings", settings: { track_changes: true } },
  ];
  const comment = {
    number: 1,
    author: "Ann",
    text: "Which?",
    paragraph: { index: 0 },
    anchor_text: "words",
    resolved: true,
    replies: [{ author: "Bob", text: "These." }],
  };
  const settings = { ...before.settings, track_changes: true };
  expect(differences(before, edits, contentOfBlocks(["some words"], { comments: [comment], settings }))).toEqual([]);
});

test("links are put on text, changed and taken away", () => {
  const link = (url: string) =>
    contentOfBlocks([
      { text: "see here", content: [{ text: "see " }, { type: "hyperlink", url, content: [{ text: "here" }] }] },
    ]);
  const add = { type: "add_hyperlink", paragraphs: { index: 0 }, text: { match: "here" }, url: "https://a.example/" };
  expect(differences(contentOfBlocks(["see here"]), [add], link("https://a.example/"))).toEqual([]);
  const set = { type: "set_hyperlink", paragraphs: { index: 0 }, url: "https://b.example/" };
  expect(differences(link("https://a.example/"), [set], link("https://b.example/"))).toEqual([]);
  const remove = { type: "remove_hyperlink", paragraphs: { index: 0 } };
  expect(differences(link("https://a.example/"), [remove], contentOfBlocks(["see here"]))).toEqual([]);
});
