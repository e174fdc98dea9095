// Tests the document that remains after changes are accepted or rejected.

import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import {
  bodyXml,
  cell,
  decided,
  del,
  ins,
  open,
  p,
  reopened,
  row,
  run,
  table,
  tracked,
} from "../../../testing/decisions.ts";
import { docx } from "../../../testing/documents.ts";
import { text } from "../../../testing/packages.ts";
import { openDocument } from "../../document/open-document.ts";
import { partsOf } from "../../document/text/stories.ts";
import { wordNames } from "../../document/word-names.ts";
import { listDecisions } from "../decisions.ts";
import { listRevisions } from "../list-revisions.ts";
import { acceptAll, decide, rejectAll } from "./decide.ts";

/** Returns the remaining body without empty w:pPr, so that it can be compared by eye. */
function xmlAfter(body: string, act: typeof acceptAll): string {
  const document = open(body);
  act(document);
  return bodyXml(reopened(document)).replaceAll("<w:pPr></w:pPr>", "").replaceAll("<w:pPr/>", "");
}

describe("content", () => {
  test("insertions stay or go, deletions go or are text again", () => {
    expect(decided(p(run("a ") + ins("new ") + del("old ") + run("z")))).toEqual({
      accepted: ["a new z"],
      rejected: ["a old z"],
    });
  });

  test("text that one person inserted and another deleted is gone either way", () => {
    expect(decided(p(run("a") + tracked("ins", del("b")) + run("c")))).toEqual({ accepted: ["ac"], rejected: ["ac"] });
  });

  test("deleted text and field code get their names back", () => {
    const code = "<w:r><w:delInstrText> PAGE </w:delInstrText></w:r>";
    expect(xmlAfter(p(tracked("del", `${code}<w:r><w:delText>x</w:delText></w:r>`)), rejectAll)).toBe(
      "<w:p><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:t>x</w:t></w:r></w:p>",
    );
  });

  test("a link around nothing goes, a bookmark that reaches out of deleted text stays", () => {
    const link = `<w:hyperlink w:anchor="x">${del("link")}</w:hyperlink>`;
    const start = '<w:bookmarkStart w:id="7" w:name="b"/>';
    const end = '<w:bookmarkEnd w:id="7"/>';
    expect(xmlAfter(p(link + tracked("del", start) + run("a") + end), acceptAll)).toBe(
      `<w:p>${start}<w:r><w:t xml:space="preserve">a</w:t></w:r>${end}</w:p>`,
    );
  });

  test("a range that ends behind a paragraph ends behind its content when that becomes part of the next", () => {
    const [start, end] = ['<w:bookmarkStart w:id="7" w:name="b"/>', '<w:bookmarkEnd w:id="7"/>'];
    const joining = p(
      `<w:pPr><w:rPr><w:ins w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"/></w:rPr></w:pPr>${run("a")}`,
    );
    const a = '<w:r><w:t xml:space="preserve">a</w:t></w:r>';
    expect(xmlAfter(start + joining + end + p(ins("b")), rejectAll)).toBe(`${start}<w:p>${a}</w:p>${end}`);
    const z = '<w:r><w:t xml:space="preserve">z</w:t></w:r>';
    expect(xmlAfter(start + joining + end + p(run("z")), rejectAll)).toBe(`${start}<w:p>${a}${end}${z}</w:p>`);
  });

  test("a link around nothing but marks of spelling goes", () => {
    const link = `<w:hyperlink w:anchor="x">${del("link")}<w:proofErr w:type="spellEnd"/></w:hyperlink>`;
    expect(xmlAfter(p(link), acceptAll)).toBe("<w:p></w:p>");
  });

  test("a field that was tracked in part leaves no pieces behind, and its result stays", () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const code = "<w:r><w:instrText> PAGE </w:instrText></w:r>";
    const field = tracked("ins", mark("begin") + code) + mark("separate") + run("1") + tracked("ins", mark("end"));
    expect(xmlAfter(p(field), rejectAll)).toBe('<w:p><w:r><w:t xml:space="preserve">1</w:t></w:r></w:p>');
    const open = mark("begin") + code + mark("separate") + run("1") + tracked("del", mark("end"));
    expect(xmlAfter(p(open), acceptAll)).toBe('<w:p><w:r><w:t xml:space="preserve">1</w:t></w:r></w:p>');
  });

  test("code that nobody tracked goes with the marks of its field", () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const code = "<w:r><w:instrText> PAGE </w:instrText></w:r>";
    const field = tracked("del", mark("begin")) + code + tracked("del", mark("separate") + mark("end"));
    expect(xmlAfter(p(field + run("a")), acceptAll)).toBe('<w:p><w:r><w:t xml:space="preserve">a</w:t></w:r></w:p>');
  });

  test("a move is whole though another before it was rejected and its range turned round", () => {
    const range = (half: string, id: number, name: string) => `<w:${half}RangeStart w:id="${id}" w:name="${name}"/>`;
    const end = (half: string, id: number) => `<w:${half}RangeEnd w:id="${id}"/>`;
    const document = open(
      p(range("moveFrom", 1, "one") + tracked("moveFrom", run("x")) + end("moveFrom", 1)) +
        p(range("moveFrom", 2, "two") + tracked("moveFrom", run("y")), "moveFrom") +
        end("moveFrom", 2) +
        p(run("a")) +
        p(range("moveTo", 3, "two") + tracked("moveTo", run("y")), "moveTo") +
        end("moveTo", 3) +
        p(run("b") + range("moveTo", 4, "one") + tracked("moveTo", run("x")) + end("moveTo", 4)),
    );
    const second = listDecisions(document).find(({ revisions }) => revisions.length === 4);
    decide(
      document,
      second!.revisions.map((revision) => ({ revision, verdict: "reject" })),
    );
    expect(listDecisions(document).map(({ kind }) => kind)).toEqual(["move"]);
  });

  test("a moved text is at its new place, or at its old one", () => {
    const from = `<w:moveFromRangeStart w:id="1" w:name="m"/>${tracked("moveFrom", run("x"))}<w:moveFromRangeEnd w:id="1"/>`;
    const to = `<w:moveToRangeStart w:id="2" w:name="m"/>${tracked("moveTo", run("x"))}<w:moveToRangeEnd w:id="2"/>`;
    expect(decided(p(from + run("a") + to))).toEqual({ accepted: ["ax"], rejected: ["xa"] });
    expect(xmlAfter(p(from + run("a") + to), acceptAll)).not.toContain("Range");
  });

  test("an inserted content control goes, what is in it stays", () => {
    const range = (kind: string, id: number) => `<w:customXml${kind} w:id="${id}" w:author="A"/>`;
    const control = `${range("InsRangeStart", 1)}<w:sdt><w:sdtPr/><w:sdtContent>${range("InsRangeEnd", 1)}${run("x")}${range("InsRangeStart", 2)}</w:sdtContent></w:sdt>${range("InsRangeEnd", 2)}`;
    expect(xmlAfter(p(control), rejectAll)).toBe('<w:p><w:r><w:t xml:space="preserve">x</w:t></w:r></w:p>');
    expect(xmlAfter(p(control), acceptAll)).toContain("<w:sdt>");
  });
});

test("paragraphs that join from the back become what they become one after the other", () => {
  const mark = (id: number) => `<w:bookmarkStart w:id="${id}" w:name="b${id}"/><w:bookmarkEnd w:id="${id}"/>`;
  const kinds = [
    (at: number) => p(run(`a${at}`), "del"),
    (at: number) => p(mark(at), "del"),
    (at: number) => p(run(`z${at}`)),
    mark,
    (at: number) => table(row(cell(p(run(`c${at}`))))),
  ];
  const bodies = [1, 2, 3].reduce<string[]>(
    (all) => all.flatMap((body) => kinds.map((kind) => body + kind(body.length))),
    ["<!-- -->"],
  );
  for (const body of bodies) {
    const document = open(body + p());
    for (const revision of listRevisions(document)) decide(document, [{ revision, verdict: "accept" }]);
    expect(xmlAfter(body + p(), acceptAll)).toBe(
      bodyXml(reopened(document)).replaceAll(/<w:pPr><\/w:pPr>|<w:pPr\/>/g, ""),
    );
  }
});

test("[JOIN-5] a comment on an empty last paragraph that goes hangs on the one before", () => {
  const reference = '<w:r><w:commentReference w:id="0"/></w:r>';
  const gone = `<w:p><w:pPr><w:rPr>${tracked("del", "")}</w:rPr></w:pPr><w:commentRangeEnd w:id="0"/>${reference}</w:p>`;
  const cells = cell(p(run("a")) + gone);
  expect(xmlAfter(table(row(cells)) + p(run("z")), acceptAll)).toMatch(
    />a<\/w:t><\/w:r><w:commentRangeEnd[^>]*><w:r><w:commentReference[^>]*><\/w:r><\/w:p><\/w:tc>/,
  );
});

test("a comment goes with its reference, and so do the ends of its range that stand in other text", () => {
  const start = (id: number) => `<w:commentRangeStart w:id="${id}"/>`;
  const end = (id: number) => `<w:commentRangeEnd w:id="${id}"/>`;
  const reference = (id: number) => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
  const link = `<w:hyperlink w:anchor="x">${end(0)}${del("b")}</w:hyperlink>`;
  const body = p(start(0) + start(1) + run("a") + link + tracked("del", reference(0)) + end(1) + reference(1));
  const comments = `<w:comment w:id="0">${p(run("x"))}</w:comment><w:comment w:id="1">${p(run("y"))}</w:comment>`;
  const document = openDocument(docx(body, { comments }), { codec: nodeZlib, names: wordNames() });
  acceptAll(document);
  const read = reopened(document);
  const [said] = partsOf(read, "comments");
  expect(bodyXml(read)).toContain(`<w:p><w:pPr></w:pPr>${start(1)}${run("a")}${end(1)}${reference(1)}</w:p>`);
  expect(text(read.package.bytes(said!)).match(/w:comment w:id="\d+"/g)).toEqual(['w:comment w:id="1"']);
});

describe("paragraph marks", () => {
  test("[JOIN-1] a paragraph whose mark goes joins the next, whose properties hold", () => {
    const body = p(run("a"), "del", '<w:jc w:val="left"/>') + p(run("b"), undefined, '<w:jc w:val="right"/>');
    expect(decided(body)).toEqual({ accepted: ["ab"], rejected: ["a", "b"] });
    expect(xmlAfter(body, acceptAll)).toContain('<w:jc w:val="right"/>');
    expect(xmlAfter(body, acceptAll)).not.toContain('<w:jc w:val="left"/>');
  });

  test("[JOIN-1] several in a row join the first that stays", () => {
    expect(decided(p(run("a"), "ins") + p(ins("b"), "ins") + p(run("c")))).toEqual({
      accepted: ["a", "b", "c"],
      rejected: ["ac"],
    });
  });

  test("[JOIN-2] into a content control and out of one", () => {
    const control = (content: string) => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    expect(decided(p(run("a"), "del") + control(p(run("b"), "del")) + p(run("c"))).accepted).toEqual(["abc"]);
  });

  test("[JOIN-3] before a table an empty paragraph goes, one with text stays", () => {
    const grid = table(row(cell(p(run("t")))));
    expect(decided(p(del("x"), "del") + grid + p()).accepted).toEqual(["t", ""]);
    expect(decided(p(run("x"), "del") + grid + p()).accepted).toEqual(["x", "t", ""]);
  });

  test.each(["<w:r/>", "<w:r><w:rPr><w:b/></w:rPr><w:t></w:t></w:r>", "<w:r><w:lastRenderedPageBreak/></w:r>"])(
    "[JOIN-3] before a table a paragraph with a run that shows nothing goes: %s",
    (blank) => {
      const grid = table(row(cell(p(run("t")))));
      expect(decided(p(del("x") + blank, "del") + grid + p()).accepted).toEqual(["t", ""]);
      expect(decided(p(run("a")) + p(del("x") + blank, "del") + grid + p()).accepted).toEqual(["a", "t", ""]);
    },
  );

  test("[JOIN-3] between two tables it stays, or they would be one", () => {
    const grid = table(row(cell(p(run("t")))));
    expect(decided(grid + p(del("x"), "del") + grid + p()).accepted).toEqual(["t", "", "t", ""]);
  });

  test("[JOIN-4] at the end of a cell or story one paragraph remains", () => {
    expect(decided(table(row(cell(p(run("a")) + p(del("b"), "del")))) + p()).accepted).toEqual(["a", ""]);
    expect(decided(table(row(cell(p(del("b"), "del")))) + p()).accepted).toEqual(["", ""]);
  });

  test("[JOIN-7] a section ends no more with a paragraph whose mark goes, also if the paragraph stays", () => {
    const grid = table(row(cell(p(run("t")))));
    for (const content of [del("x"), run("x")]) {
      const body = grid + p(content, "del", "<w:sectPr/>") + grid + p();
      expect(xmlAfter(body, acceptAll)).not.toContain("w:sectPr");
      expect(xmlAfter(body, rejectAll)).toContain("w:sectPr");
    }
    const made = grid + p(run("x"), "ins", "<w:sectPr/>") + grid + p();
    expect(xmlAfter(made, rejectAll)).not.toContain("w:sectPr");
  });
});

describe("tables", () => {
  test("rows stay or go, and a table without rows goes", () => {
    const gone = row(cell(p(del("x"))), tracked("del"));
    const come = row(cell(p(ins("y"))), tracked("ins"));
    expect(decided(table(row(cell(p(run("a")))) + gone + come) + p())).toEqual({
      accepted: ["a", "y", ""],
      rejected: ["a", "x", ""],
    });
    expect(xmlAfter(table(gone) + p(), acceptAll)).toBe("<w:p></w:p>");
  });

  test("cells stay or go", () => {
    const cells = cell(p(run("a"))) + cell(p(run("b")), tracked("cellDel")) + cell(p(run("c")), tracked("cellIns"));
    expect(decided(table(row(cells)) + p())).toEqual({ accepted: ["a", "c", ""], rejected: ["a", "b", ""] });
  });

  test("a row that was dragged elsewhere goes with its marks", () => {
    const from = row(
      cell(p(`<w:moveFromRangeStart w:id="1" w:name="m"/>${tracked("moveFrom", run("x"))}`, "moveFrom")),
    );
    const to = row(cell(p(`<w:moveToRangeStart w:id="2" w:name="m"/>${tracked("moveTo", run("x"))}`, "moveTo")));
    const body = `${table(`${from}<w:moveFromRangeEnd w:id="1"/>${row(cell(p(run("a"))))}${to}<w:moveToRangeEnd w:id="2"/>`)}${p()}`;
    expect(decided(body)).toEqual({ accepted: ["a", "x", ""], rejected: ["x", "a", ""] });
  });

  test("a cell whose text alone was moved away stays", () => {
    const moved = `<w:moveFromRangeStart w:id="1" w:name="m"/>${tracked("moveFrom", run("x"))}<w:moveFromRangeEnd w:id="1"/>`;
    expect(decided(table(row(cell(p(moved)))) + p()).accepted).toEqual(["", ""]);
  });

  test("merged cells get the value of the verdict", () => {
    const merge = '<w:cellMerge w:id="9" w:author="A" w:vMerge="cont" w:vMergeOrig="rest"/>';
    expect(xmlAfter(table(row(cell(p(), merge))) + p(), acceptAll)).toContain('<w:vMerge w:val="continue"/>');
    expect(xmlAfter(table(row(cell(p(), merge))) + p(), rejectAll)).toContain('<w:vMerge w:val="restart"/>');
  });
});

describe("properties", () => {
  test.each([
    [
      "run",
      `<w:p><w:r><w:rPr><w:b/>${tracked("rPrChange", "<w:rPr><w:i/></w:rPr>")}</w:rPr></w:r></w:p>`,
      "<w:rPr><w:b/></w:rPr>",
      "<w:rPr><w:i/></w:rPr>",
    ],
    [
      "run without any before",
      `<w:p><w:r><w:rPr><w:b/>${tracked("rPrChange", "<w:rPr/>")}</w:rPr><w:t>x</w:t></w:r></w:p>`,
      "<w:rPr><w:b/></w:rPr>",
      "<w:r><w:t>",
    ],
    [
      "paragraph, its mark's kept",
      `<w:p><w:pPr><w:jc w:val="right"/><w:rPr><w:b/></w:rPr>${tracked("pPrChange", "<w:pPr><w:keepNext/></w:pPr>")}</w:pPr></w:p>`,
      '<w:pPr><w:jc w:val="right"/><w:rPr><w:b/></w:rPr></w:pPr>',
      "<w:pPr><w:keepNext/><w:rPr><w:b/></w:rPr></w:pPr>",
    ],
    [
      "table",
      `<w:tbl><w:tblPr><w:jc w:val="right"/>${tracked("tblPrChange", "<w:tblPr/>")}</w:tblPr><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>`,
      '<w:tblPr><w:jc w:val="right"/></w:tblPr>',
      "<w:tblPr></w:tblPr>",
    ],
    [
      "grid",
      `<w:tbl><w:tblGrid><w:gridCol w:w="1"/>${tracked("tblGridChange", '<w:tblGrid><w:gridCol w:w="2"/></w:tblGrid>')}</w:tblGrid><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>`,
      '<w:gridCol w:w="1"/></w:tblGrid>',
      '<w:tblGrid><w:gridCol w:w="2"/></w:tblGrid>',
    ],
    [
      "section, its headers kept",
      `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default"/><w:cols w:num="2"/>${tracked("sectPrChange", '<w:sectPr><w:cols w:num="1"/></w:sectPr>')}</w:sectPr></w:pPr></w:p>`,
      '<w:headerReference w:type="default"/><w:cols w:num="2"/></w:sectPr>',
      '<w:headerReference w:type="default"/><w:cols w:num="1"/></w:sectPr>',
    ],
    [
      "numbering put on",
      `<w:p><w:pPr><w:numPr><w:numId w:val="1"/>${tracked("ins")}</w:numPr></w:pPr></w:p>`,
      '<w:numPr><w:numId w:val="1"/></w:numPr>',
      "<w:p></w:p>",
    ],
  ])("%s", (_, body, accepted, rejected) => {
    expect(xmlAfter(body, acceptAll)).toContain(accepted);
    expect(xmlAfter(body, rejectAll)).toContain(rejected);
  });
});

describe("some and not others", () => {
  test("what is not decided stays as it was", () => {
    const document = open(p(ins("a") + del("b") + ins("c")));
    const [first] = listRevisions(document);
    decide(document, [{ revision: first!, verdict: "accept" }]);
    expect(bodyXml(document)).toMatch(/^<w:p><w:pPr><\/w:pPr><w:r>.*<w:del .*<w:ins .*c/s);
  });

  test("half a move whose other half goes with a row is an insertion or a deletion", () => {
    const range = (kind: string, id: number, content: string) =>
      `<w:move${kind}RangeStart w:id="${id}" w:name="m"/>${tracked(`move${kind}`, run("x"))}<w:move${kind}RangeEnd w:id="${id}"/>${content}`;
    const body = p(range("From", 1, "")) + table(row(cell(p(range("To", 2, ""))), tracked("ins"))) + p();
    const document = open(body);
    const inserted = listRevisions(document).find(({ place }) => place === "row");
    decide(document, [{ revision: inserted!, verdict: "reject" }]);
    expect(bodyXml(document)).toMatch(/<w:del [^>]*><w:r><w:delText[^>]*>x<\/w:delText><\/w:r><\/w:del>/);
    expect(bodyXml(document)).not.toContain("move");
  });

  test("rows that were moved as a whole come or go with the half of the move that is left", () => {
    const away = (text: string) => tracked("moveFrom", run(text));
    const rows =
      row(cell(p(`<w:moveFromRangeStart w:id="1" w:name="m"/>${away("x")}`)) + cell(p())) + row(cell(p(away("y"))));
    const from = table(`${rows}<w:moveFromRangeEnd w:id="1"/>${row(cell(p(run("a"))))}`);
    const there = tracked("moveTo", tracked("del", run("x")));
    const to = p(`<w:moveToRangeStart w:id="2" w:name="m"/>${there}<w:moveToRangeEnd w:id="2"/>`);
    const rowsAfter = (rest: typeof acceptAll) => {
      const document = open(from + to + p());
      const deletions = listRevisions(document).filter(({ kind }) => kind === "deletion");
      decide(
        document,
        deletions.map((revision) => ({ revision, verdict: "accept" })),
      );
      expect(bodyXml(document)).not.toContain("move");
      rest(document);
      return bodyXml(document).match(/<w:tr[ >]/g);
    };
    expect(rowsAfter(acceptAll)).toHaveLength(1);
    expect(rowsAfter(rejectAll)).toHaveLength(3);
  });

  test("the marks of released rows have ids that no other change has", () => {
    const gone = (name: string, id: number) => {
      const start = `<w:moveFromRangeStart w:id="${id}" w:name="${name}"/>${tracked("moveFrom", run(name))}`;
      const from = `${table(row(cell(p(start))))}<w:moveFromRangeEnd w:id="${id}"/>`;
      const to = `<w:moveToRangeStart w:id="${id + 1}" w:name="${name}"/>${tracked("moveTo", tracked("del", run(name)))}`;
      return from + p(`${to}<w:moveToRangeEnd w:id="${id + 1}"/>`);
    };
    const moves = gone("one", 1) + gone("two", 3);
    const formatted = `<w:r><w:rPr><w:b/>${tracked("rPrChange", "<w:rPr/>")}</w:rPr><w:t>a</w:t></w:r>`;
    const document = open(moves + p(formatted));
    const deletions = listRevisions(document).filter(({ kind }) => kind === "deletion");
    decide(
      document,
      deletions.map((revision) => ({ revision, verdict: "accept" })),
    );
    expect(listRevisions(document).filter(({ place }) => place === "row")).toHaveLength(2);
    const ids = listRevisions(document).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("a change in a text box is decided in its fallback too", () => {
    const box = (content: string) => `<w:txbxContent>${content}</w:txbxContent>`;
    const change = ins("x");
    const twins = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="w">${box(p(change))}</mc:Choice><mc:Fallback>${box(p(change))}</mc:Fallback></mc:AlternateContent>`;
    const document = open(p(`<w:r>${twins}</w:r>`));
    const [first] = listRevisions(document);
    decide(document, [{ revision: first!, verdict: "reject" }]);
    expect(listRevisions(document)).toEqual([]);
  });

  test("deciding a change of a header leaves a fallback in the body alone, whatever numbers their nodes have", () => {
    const box = (content: string) => `<w:txbxContent>${content}</w:txbxContent>`;
    const twins = `<mc:AlternateContent><mc:Choice Requires="wps">${box(p(ins("x")))}</mc:Choice><mc:Fallback>${box(p(ins("x")))}</mc:Fallback></mc:AlternateContent>`;
    // Step by step, a change of the header gets every node id that a change of the body may have.
    for (let before = 0; before < 20; before += 1) {
      const header1 = `${"<w:p/>".repeat(before)}${p(ins("y"))}`;
      const bytes = docx(p(`<w:r>${twins}</w:r>`) + p(ins("z")), { header1 });
      const document = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
      const [, , inBody, inHeader] = listRevisions(document);
      decide(
        document,
        [inBody!, inHeader!].map((revision) => ({ revision, verdict: "reject" })),
      );
      expect(listRevisions(document)).toHaveLength(2);
    }
  });
});
