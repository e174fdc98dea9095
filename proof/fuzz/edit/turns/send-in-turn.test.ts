import { expect, test } from "vitest";
import { caseSeed, Random } from "../../../runner/random.ts";
import { Counts } from "../../target.ts";
import { AsSent } from "../as-sent.ts";
import { decidedOwn, paragraphTexts } from "../check-batch.ts";
import { editTarget } from "../edit-target.ts";
import { addressed, type Name, type NamedEdit, type PointName } from "../names.ts";
import { Reading } from "../reading.ts";
import { deleting, named, written } from "../testing/named-paragraphs.ts";
import { writeDocument } from "../write/write-document.ts";
import { documentBytes } from "../write/written-document.ts";
import { sendInTurn } from "./send-in-turn.ts";

const document = (seed: number, focus?: string) => documentBytes(writeDocument(new Random(caseSeed(1, seed)), focus));

test("text that moved within its paragraph is named again where it stands", () => {
  const bytes = document(2, "formatted text");
  const reading = new Reading(bytes);
  const [key, { paragraph }] = [...reading.starts].find(([, one]) => /w\d{4} w\d{4}/.test(one.paragraph.text))!;
  const from = paragraph.text.search(/w\d{4}/);
  const text = { key, from, to: from + 5 };
  const point = { key, offset: from, anchor: { side: "before", text } } as const;
  const edits: NamedEdit[] = [
    {
      edit: { type: "insert", paragraphs: { $: "home", of: point }, at: { $: "at", point, how: 0 }, content: "n0001" },
      makes: [],
      lastWord: "n0001",
    },
    { edit: { type: "delete", paragraphs: { $: "home", of: text }, text: { $: "text", text, how: 0 } }, makes: [] },
  ];
  const sent = edits.map(({ edit }) => addressed(edit, new AsSent(reading)));
  expect(sent[1]).toMatchObject({ text: { match: paragraph.text.slice(from, from + 5) } });
  const turns = sendInTurn(bytes, edits, "docx");
  expect(turns.kind).toBe("done");
});

test("what moved to the end of a cell ends, in a redline, with what is left where it was", () => {
  const bytes = named(
    (p) =>
      `<w:tbl><w:tr><w:tc>${p("0001", "w0001")}${p("0002", "w0002")}</w:tc></w:tr></w:tbl>${p("0003", "w0003")}${p("0004", "w0004")}`,
  );
  const move = (key: string): NamedEdit => ({
    edit: {
      type: "move_paragraphs",
      paragraphs: { $: "paragraphs", items: [{ key }], isBlocks: true },
      destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" },
    },
    makes: [],
  });
  const turns = sendInTurn(bytes, [move("0002"), move("0003")], "redline");
  const document = turns.kind === "done" ? decidedOwn(turns.document, "accept") : new Uint8Array();
  expect(paragraphTexts(document)).toEqual(["w0001", "w0002", "w0003", "w0004"]);
});

test("what is put after a paragraph that moved stands right behind it, not behind what was put after it before", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002") + p("0003", "w0003"));
  const after = (key: string) => ({ $: "destination", beside: { paragraph: key }, position: "after" });
  const move = (key: string, beside: string): NamedEdit => ({
    edit: {
      type: "move_paragraphs",
      paragraphs: { $: "paragraphs", items: [{ key }], isBlocks: true },
      destination: after(beside),
    },
    makes: [],
  });
  const add: NamedEdit = {
    edit: { type: "insert_table", destination: after("0001"), rows: [["n0001"]] },
    makes: [],
    lastWord: "n0001",
  };
  const turns = sendInTurn(bytes, [move("0003", "0001"), move("0001", "0002"), add], "docx");
  const texts = turns.kind === "done" ? paragraphTexts(turns.document) : turns.kind;
  expect(texts).toEqual(["w0003", "w0002", "w0001", "n0001", ""]);
});

test("a new paragraph that moves to where it was put last stays there", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002"));
  const destination = { $: "destination", beside: { paragraph: "0001" }, position: "after" };
  const [first, last] = ["n0001", "n0002"].map((word) => ({ ref: word, kind: "paragraph", word }) as const);
  const add: NamedEdit = {
    edit: {
      type: "insert_paragraphs",
      destination,
      new_paragraphs: [first!, last!].map(({ ref }) => ({ content: ref, ref, style_id: "Normal" })),
    },
    makes: [first!, last!],
    lastWord: "n0002",
  };
  const move = (...items: readonly (typeof first)[]): NamedEdit => ({
    edit: {
      type: "move_paragraphs",
      paragraphs: {
        $: "paragraphs",
        items: items.map((one) => ({ ref: one!.ref, kind: "paragraph" })),
        isBlocks: true,
      },
      destination,
    },
    makes: [],
  });
  const texts = (...edits: readonly NamedEdit[]) => {
    const turns = sendInTurn(bytes, edits, "docx");
    return turns.kind === "done" ? paragraphTexts(turns.document) : turns.kind;
  };
  expect(texts(add, move(last))).toEqual(["w0001", "n0001", "n0002", "w0002"]);
  expect(texts(add, move(first))).toEqual(["w0001", "n0002", "n0001", "w0002"]);
  expect(texts(add, move(first, last))).toBe("untranslated");
});

test("a new break in a section whose own break goes, but is undecided, is not judged", () => {
  const section = "<w:pPr><w:sectPr/></w:pPr>";
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002", section) + p("0003", "w0003"));
  const edits: NamedEdit[] = [
    { edit: { type: "remove_section_break", section: { $: "section", number: 1 } }, makes: [] },
    {
      edit: {
        type: "insert_section_break",
        paragraphs: { $: "paragraph", key: "0001", isEnd: true },
        section_type: "next_page",
      },
      makes: [],
    },
  ];
  expect(sendInTurn(bytes, edits, "docx").kind).toBe("done");
  expect(sendInTurn(bytes, edits, "redline").kind).toBe("untranslated");
});

test("all text of the upload is none that a new table of contents shows", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002"));
  const edits: NamedEdit[] = [
    {
      edit: {
        type: "insert_table_of_contents",
        destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" },
        from_level: 1,
        to_level: 2,
      },
      makes: [],
    },
    {
      edit: {
        type: "format",
        paragraphs: { $: "all", kind: undefined, holds: "w" },
        text: { match: "w", occurrence: "all" },
        format: { bold: true },
      },
      makes: [],
    },
  ];
  expect(sendInTurn(bytes, edits, "docx").kind).toBe("done");
  expect(sendInTurn(bytes, edits, "redline").kind).toBe("done");
});

const LISTED = '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>';

test("a new column is not judged where it comes behind one that looks otherwise, or beside a mark that goes, which is undecided", () => {
  const bytes = named(
    (p) =>
      `<w:tbl><w:tr><w:tc>${p("0001", "w0001", LISTED)}${p("0002", "w0002")}</w:tc></w:tr><w:tr><w:tc>${p("0003", "w0003")}</w:tc></w:tr></w:tbl>${p("0004", "w0004")}`,
  );
  const column = (word: string, key = "0001"): NamedEdit => ({
    edit: {
      type: "insert_table_column",
      destination: { column: { $: "line", axis: "column", keys: [key], how: 0, isAfter: true }, position: "after" },
      cells: [word, "x"],
    },
    makes: [],
    lastWord: word,
  });
  const centring: NamedEdit = {
    edit: {
      type: "set_paragraph_format",
      paragraphs: { $: "paragraphs", items: [{ key: "0001" }] },
      paragraph_format: { alignment: "center" },
    },
    makes: [],
  };
  const joining: NamedEdit = {
    edit: { type: "join_paragraphs", paragraphs: { $: "range", from: "0001", through: "0002" } },
    makes: [],
  };
  const restarting: NamedEdit = {
    edit: { type: "set_numbering", paragraphs: centring.edit.paragraphs, numbering: { action: "restart" } },
    makes: [],
  };
  const kind = (output: "docx" | "redline", ...edits: readonly NamedEdit[]) => sendInTurn(bytes, edits, output).kind;
  expect(kind("docx", column("n0001"), column("n0002"))).toBe("done");
  expect(kind("docx", column("n0001"), centring, column("n0002"))).toBe("untranslated");
  expect(kind("docx", column("n0001"), restarting, column("n0002"))).toBe("untranslated");
  expect(kind("docx", joining, column("n0001"))).toBe("done");
  expect(kind("redline", joining, column("n0001"))).toBe("untranslated");
  const removing = deleting("0001");
  expect(kind("redline", removing, column("n0001"))).toBe("untranslated");
  const destination = { $: "destination", beside: { paragraph: "0004" }, position: "after" };
  const moving: NamedEdit = { edit: { ...removing.edit, type: "move_paragraphs", destination }, makes: [] };
  expect(kind("docx", moving, column("n0001", "0003"))).toBe("done");
  expect(kind("redline", moving, column("n0001", "0003"))).toBe("untranslated");
});

test("a comment on a paragraph that others are joined to, which is undecided, is sent as one on all of them", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002") + p("0003", "w0003") + p("0004", "w0004"));
  const join = { type: "join_paragraphs", paragraphs: { $: "range", from: "0001", through: "0003" } };
  const on = (paragraphs: Name, before: readonly NamedEdit[] = [{ edit: join, makes: [] }]): string | undefined => {
    const comment = { type: "add_comment", paragraphs, content: "says n0001" };
    const turns = sendInTurn(bytes, [...before, { edit: comment, makes: [] }], "redline");
    if (turns.kind !== "done") throw new Error(turns.kind);
    return new Reading(decidedOwn(turns.document, "accept")).content.comments[0]?.anchor_text;
  };
  expect(on({ $: "paragraph", key: "0003" })).toBe("w0001w0002w0003");
  expect(on({ $: "range", from: "0003", through: "0004" })).toBe("w0001w0002w0003\nw0004");
  expect(on({ $: "paragraph", key: "0004" })).toBe("w0004");
  const [first, last] = ["n0002", "n0003"].map((word) => ({ ref: word, kind: "paragraph", word }) as const);
  const made: NamedEdit[] = [
    {
      edit: {
        type: "insert_paragraphs",
        destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" },
        new_paragraphs: [first!, last!].map(({ ref }) => ({ content: ref, ref, style_id: "Normal" })),
      },
      makes: [first!, last!],
      lastWord: "n0003",
    },
    { edit: { type: "join_paragraphs", paragraphs: { $: "madeRange", from: first, through: last } }, makes: [] },
  ];
  expect(on({ $: "ref", name: last! }, made)).toBe("n0002n0003");
});

test("a comment on a paragraph behind a mark that another deleted is sent as one on that paragraph, also after a join over the mark", () => {
  const deleted = '<w:pPr><w:rPr><w:del w:id="90" w:author="Cy"/></w:rPr></w:pPr>';
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002", deleted) + p("0003", "w0003"));
  const edits = [
    { type: "join_paragraphs", paragraphs: { $: "range", from: "0001", through: "0003" } },
    { type: "add_comment", paragraphs: { $: "paragraph", key: "0003" }, content: "says n0001" },
  ].map((edit): NamedEdit => ({ edit, makes: [] }));
  for (const output of ["docx", "redline"] as const) {
    const turns = sendInTurn(bytes, edits, output);
    if (turns.kind !== "done") throw new Error(turns.kind);
    const { all, content } = new Reading(decidedOwn(turns.document, "accept"));
    expect(all.map(({ paragraph }) => paragraph.text)).toEqual(["w0001w0002", "w0003"]);
    expect(content.comments[0]?.anchor_text).toBe("w0003");
  }
});

test("what is said of a paragraph whose parts are one again, which is undecided, is said of all parts", () => {
  const bytes = named((p) => p("0001", "w0001 w0002") + p("0002", "w0003"));
  const text = { key: "0001", from: 6, to: 11 };
  const point = { key: "0001", offset: 6, anchor: { side: "before", text } } as const;
  const part = { ref: "r1", kind: "paragraph" } as const;
  const healed: NamedEdit[] = [
    {
      edit: {
        type: "split_paragraph",
        paragraphs: { $: "home", of: point },
        at: { $: "at", point, how: 0 },
        ref: "r1",
      },
      makes: [{ ...part, word: "" }],
    },
    { edit: { type: "join_paragraphs", paragraphs: { $: "partRange", key: "0001", through: part } }, makes: [] },
  ];
  const after = (output: "docx" | "redline", edit: NamedEdit["edit"]) => {
    const turns = sendInTurn(bytes, [...healed, { edit, makes: [] }], output);
    if (turns.kind !== "done") throw new Error(turns.kind);
    return new Reading(decidedOwn(turns.document, "accept"));
  };
  const bold = { type: "format", format: { bold: true } };
  for (const output of ["docx", "redline"] as const) {
    for (const item of [{ key: "0001" }, { from: "0001", through: "0001" }]) {
      const formatted = after(output, { ...bold, paragraphs: { $: "paragraphs", items: [item] } });
      expect(formatted.all[0]!.paragraph.content).toEqual([{ text: "w0001 w0002", format: { bold: true } }]);
    }
    const everywhere = after(output, { ...bold, paragraphs: { $: "all", kind: undefined } });
    expect(everywhere.all[0]!.paragraph.content).toEqual([{ text: "w0001 w0002", format: { bold: true } }]);
    const joining = { type: "join_paragraphs", paragraphs: { $: "range", from: "0001", through: "0002" } };
    expect(after(output, joining).all.map(({ paragraph }) => paragraph.text)).toEqual(["w0001 w0002w0003"]);
    const separated: NamedEdit = { edit: { ...joining, separator: "; " }, makes: [] };
    const isParted = output === "redline";
    expect(sendInTurn(bytes, [...healed, separated], output).kind).toBe(isParted ? "untranslated" : "done");
    const comment = { type: "add_comment", paragraphs: { $: "paragraph", key: "0001" }, content: "says n0001" };
    expect(after(output, comment).content.comments[0]?.anchor_text).toBe("w0001 w0002");
  }
});

test("new paragraphs that are joined, which is undecided, are named all together", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002") + p("0003", "w0003"));
  const add = (destination: object, ...words: readonly string[]): NamedEdit => ({
    edit: {
      type: "insert_paragraphs",
      destination: { $: "destination", ...destination },
      new_paragraphs: words.map((word) => ({ content: word, ref: word, style_id: "Normal" })),
    },
    makes: words.map((word) => ({ ref: word, kind: "paragraph", word })),
    lastWord: words.at(-1)!,
  });
  const [from, through] = ["n0001", "n0002"].map((ref) => ({ ref, kind: "paragraph" }) as const);
  const after = { position: "after", beside: { paragraph: "0001" } };
  const joined: NamedEdit[] = [
    add(after, "n0001", "n0002"),
    { edit: { type: "join_paragraphs", paragraphs: { $: "madeRange", from, through } }, makes: [] },
  ];
  const texts = (last: NamedEdit) => {
    const turns = sendInTurn(bytes, [...joined, last], "redline");
    return turns.kind === "done" ? paragraphTexts(decidedOwn(turns.document, "accept")) : turns.kind;
  };
  const paragraphs = { $: "paragraphs", items: [through!], isBlocks: true };
  const destination = { $: "destination", beside: { paragraph: "0002" }, position: "after" };
  const before = add({ position: "before", beside: { made: through! } }, "n0003");
  expect(texts(before)).toEqual(["w0001", "n0003", "n0001n0002", "w0002", "w0003"]);
  expect(texts({ edit: { type: "delete_paragraphs", paragraphs }, makes: [] })).toEqual(["w0001", "w0002", "w0003"]);
  const moved = texts({ edit: { type: "move_paragraphs", paragraphs, destination }, makes: [] });
  expect(moved).toEqual(["w0001", "w0002", "n0001n0002", "w0003"]);
});

test("an empty paragraph that stood behind the place of a new table does not belong to the table", () => {
  const document = written((p) => `${p("0001", "w0001")}<w:sectPr/>`);
  const beside = (edit: { readonly type: string }, word: string): NamedEdit => ({
    edit: { ...edit, destination: { $: "destination", beside: { paragraph: "0001" }, position: "after" } },
    makes: [],
    lastWord: word,
  });
  const table = (word: string) => beside({ type: "insert_table", rows: [[word]] } as { type: string }, word);
  const added = { type: "insert_paragraphs", new_paragraphs: [{ content: "n0003", style_id: "Normal" }] };
  const broken: NamedEdit = {
    edit: {
      type: "insert_section_break",
      paragraphs: { $: "paragraph", key: "0001", isEnd: true },
      section_type: "next_page",
    },
    makes: [],
  };
  const texts = (...edits: readonly NamedEdit[]) => {
    const turns = sendInTurn(documentBytes(document), edits, "docx");
    return turns.kind === "done" ? paragraphTexts(turns.document).join("|") : turns.kind;
  };
  const two = [table("n0001"), table("n0002")];
  expect(texts(two[0]!, beside(added, "n0003"))).toBe("w0001|n0001||n0003");
  expect(texts(broken, two[0]!, beside(added, "n0003"))).toBe("w0001|n0001|n0003|");
  expect(texts(broken, ...two, beside(added, "n0003"))).toBe("w0001|n0001||n0002|n0003|");
  const named = { ref: "r1", kind: "table" } as const;
  const first: NamedEdit = { ...two[0]!, makes: [{ ...named, word: "n0001" }] };
  const between: NamedEdit = {
    ...two[1]!,
    edit: { ...two[1]!.edit, destination: { $: "destination", beside: { made: named }, position: "after" } },
  };
  expect(texts(first, between)).toBe("w0001|n0001||n0002|");
  expect(texts(first, between, beside(added, "n0003"))).toBe("untranslated");
  const rest = { document, output: "docx", decisions: [], faults: { seed: 1, focus: undefined } } as const;
  editTarget.check({ ...rest, edits: [broken, ...two, beside(added, "n0003")] }, new Counts());
});

test("a mark that another deleted behind joined paragraphs does not join the next one to them", () => {
  const deleted = '<w:pPr><w:rPr><w:del w:id="90" w:author="Cy"/></w:rPr></w:pPr>';
  const bytes = named(
    (p) => p("0001", "w0001") + p("0002", "w0002", deleted) + p("0003", "w0003") + p("0004", "w0004"),
  );
  const join = (from: string, through: string): NamedEdit => ({
    edit: { type: "join_paragraphs", paragraphs: { $: "range", from, through }, separator: "; " },
    makes: [],
  });
  const turns = sendInTurn(bytes, [join("0001", "0002"), join("0003", "0004")], "docx");
  expect(turns.kind === "done" && paragraphTexts(turns.document)).toEqual(["w0001; w0002", "w0003; w0004"]);
});

test("the end of a link that is cut, which is undecided, is no place that is judged", () => {
  const link = (text: string) => `<w:hyperlink w:anchor="a"><w:r><w:t>${text}</w:t></w:r></w:hyperlink>`;
  const bytes = named((p) => p("0001", "w0001").replace("<w:r><w:t>w0001</w:t></w:r>", link("w0001 w0002")));
  const text = { key: "0001", from: 6, to: 11 };
  const point = { key: "0001", offset: 11, anchor: "end" } as const;
  const edits: NamedEdit[] = [
    { edit: { type: "delete", paragraphs: { $: "home", of: text }, text: { $: "text", text, how: 0 } }, makes: [] },
    {
      edit: { type: "insert", paragraphs: { $: "home", of: point }, at: { $: "at", point, how: 0 }, content: "n0001" },
      makes: [],
      lastWord: "n0001",
    },
  ];
  expect(sendInTurn(bytes, edits, "docx").kind).toBe("done");
  expect(sendInTurn(bytes, edits, "redline").kind).toBe("untranslated");
});

test("what is put at the end of a paragraph is behind a comment's range, also if the text before went into the range", () => {
  const [start, end] = ['<w:commentRangeStart w:id="0"/>', '<w:commentRangeEnd w:id="0"/>'];
  const around = (text: string): string =>
    text.replace("<w:r>", `${start}<w:r>`).replace("</w:r>", `</w:r>${end}<w:r><w:commentReference w:id="0"/></w:r>`);
  const comments = '<w:comment w:id="0" w:author="Cy"><w:p><w:r><w:t>said w0009</w:t></w:r></w:p></w:comment>';
  const bytes = documentBytes({ ...written((p) => around(p("0001", "w0001"))), comments });
  const text = { key: "0001", from: 0, to: 5 };
  const insert = (anchor: PointName["anchor"], word: string): NamedEdit => {
    const point = { key: "0001", offset: 5, anchor };
    const edit = {
      type: "insert",
      paragraphs: { $: "home", of: point },
      at: { $: "at", point, how: 0 },
      content: word,
    };
    return { edit, makes: [], lastWord: word };
  };
  for (const output of ["docx", "redline"] as const) {
    const turns = sendInTurn(bytes, [insert({ side: "after", text }, "n0001"), insert("end", "n0002")], output);
    if (turns.kind !== "done") throw new Error(turns.kind);
    const { content, all } = new Reading(decidedOwn(turns.document, "accept"));
    expect([content.comments[0]?.anchor_text, all[0]?.paragraph.text]).toEqual(["w0001n0001", "w0001n0001n0002"]);
  }
});

test("a new table beside one that goes, which is undecided, is not judged", () => {
  const bytes = named((p) => `<w:tbl><w:tr><w:tc>${p("0001", "w0001")}</w:tc></w:tr></w:tbl>${p("0002", "w0002")}`);
  const edits: NamedEdit[] = [
    { edit: { type: "delete_table", table: { $: "table", keys: ["0001"] } }, makes: [] },
    {
      edit: {
        type: "insert_table",
        destination: { $: "destination", beside: { paragraph: "0002" }, position: "before" },
        rows: [["n0001"]],
      },
      makes: [],
      lastWord: "n0001",
    },
  ];
  expect(sendInTurn(bytes, edits, "docx").kind).toBe("done");
  expect(sendInTurn(bytes, edits, "redline").kind).toBe("untranslated");
});

test("a link on a paragraph that others were joined to is sent as one on the text that it had", () => {
  const bytes = named((p) => p("0001", "w0001") + p("0002", "w0002"));
  const edits: NamedEdit[] = [
    { edit: { type: "join_paragraphs", paragraphs: { $: "range", from: "0001", through: "0002" } }, makes: [] },
    { edit: { type: "add_hyperlink", paragraphs: { $: "paragraph", key: "0002" }, url: "https://e.org/" }, makes: [] },
  ];
  const turns = sendInTurn(bytes, edits, "docx");
  const content = turns.kind === "done" ? new Reading(turns.document).all[0]!.paragraph.content : [];
  expect(JSON.stringify(content)).toMatch(/w0001.*hyperlink.*w0002/);
});
