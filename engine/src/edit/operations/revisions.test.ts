// Tests accept_revision and reject_revision (EDT-88), and paragraphs that wait (JOIN-6).

import { expect, test } from "vitest";
import { fld, p, r, tbl } from "../../../testing/documents.ts";
import { bodyXml, edit, openSource, refusals } from "../../../testing/edits.ts";
import { redlineText } from "../../../testing/redline-text.ts";
import { editDocument } from "../edit-document.ts";

const SIGNED = (id: number, author: string) => `w:id="${id}" w:author="${author}" w:date="2026-01-01T00:00:00Z"`;
const ins = (id: number, author: string, text: string) => `<w:ins ${SIGNED(id, author)}>${r(text)}</w:ins>`;
const del = (id: number, author: string, text: string) =>
  `<w:del ${SIGNED(id, author)}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const accept = (revision: unknown) => ({ type: "accept_revision", revision });
const reject = (revision: unknown) => ({ type: "reject_revision", revision });

const body = p("a ", ins(1, "Ann", "b "), "c ", del(2, "Bob", "d "), "e ", ins(3, "Bob", "f"));

/**
 * Returns the result of decisions, equal in both outputs, as text. Decisions are not tracked, so rejecting does not restore
 * the upload.
 */
function decided(source: Parameters<typeof openSource>[0], ...edits: readonly object[]): string {
  const outcome = editDocument(openSource(source), edits, { author: "Eve", date: "2026-03-04T05:06:07Z" });
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.refusals));
  expect(bodyXml(outcome.redline)).toBe(bodyXml(outcome.clean));
  return redlineText(outcome.redline);
}

test("[EDT-88] accepting keeps what was inserted and drops what was deleted, and is not tracked", () => {
  expect(decided(body, accept("all"))).toBe("a b c e f");
  expect(decided(body, reject("all"))).toBe("a c d e ");
});

test("[EDT-88] a number, an author and a kind name what is decided; the rest stays as it is", () => {
  expect(decided(body, accept({ number: 1 }))).toBe("a b c [-d -]e {+f+}");
  expect(decided(body, reject({ author: "Bob" }))).toBe("a {+b +}c d e ");
  expect(decided(body, accept({ author: "Bob", kind: "insertion" }))).toBe("a {+b +}c [-d -]e f");
});

test("[EDT-88] for each revision the later decision wins", () => {
  expect(decided(body, accept("all"), reject({ number: 1 }))).toBe("a c e f");
  expect(decided(body, reject({ number: 1 }), accept("all"))).toBe("a b c e f");
  expect(decided(body, reject("all"), accept({ number: 1 }))).toBe("a b c d e ");
  expect(decided(body, accept({ number: 1 }), reject("all"))).toBe("a c d e ");
});

test("[EDT-88] decisions cover headers and notes", () => {
  const source = {
    body: `${p("a")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`,
    parts: { header1: p(ins(1, "Ann", "h")) },
  };
  expect(decided(source, reject("all"))).toBe("a");
});

test("[EDT-88] a comment goes when its reference goes with rejected text", () => {
  const reference = `<w:ins ${SIGNED(1, "Ann")}><w:r><w:t>b</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:ins>`;
  const source = {
    body: p("a", reference),
    parts: { comments: `<w:comment w:id="0" w:author="A">${p("x")}</w:comment>` },
  };
  expect(decided(source, reject("all"))).toBe("a");
});

/** Returns a numbering change of Word 2003, and an insertion. */
function withNumberingChange() {
  const numbered = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/><w:numberingChange ${SIGNED(4, "Ann")} w:original="1."/></w:numPr></w:pPr>${r("a")}</w:p>`;
  const numbering = '<w:abstractNum w:abstractNumId="0"/><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
  return { body: `${numbered}${p("b", ins(5, "Bob", "c"))}`, parts: { numbering } };
}

test("[EDT-88] a change that cannot be rejected is refused by the last verdict on it alone", () => {
  const source = withNumberingChange();
  expect(decided(source, accept("all"))).toBe("a\nbc");
  expect(decided(source, reject("all"), accept({ number: 1 }))).toBe("a\nb");
  expect(decided(source, reject({ number: 1 }), reject("all"), accept({ author: "Ann" }))).toBe("a\nb");
  expect(refusals(source, reject("all"))).toEqual(["0 revision REVISION_NOT_REJECTABLE"]);
  expect(refusals(source, accept({ number: 1 }), reject("all"))).toEqual(["1 revision REVISION_NOT_REJECTABLE"]);
  expect(refusals(source, reject("all"), accept({ number: 2 }))).toEqual(["0 revision REVISION_NOT_REJECTABLE"]);
});

test("[EDT-88] what cannot be decided is refused", () => {
  expect(refusals(body, accept({}))).toEqual(["0 revision EMPTY_FILTER"]);
  expect(refusals(body, accept({ number: 9 }))).toEqual(["0 revision REVISION_NOT_FOUND"]);
  expect(refusals(body, accept({ author: "Cid" }))).toEqual(["0 revision REVISION_NOT_FOUND"]);
  const other = { type: "delete", paragraphs: { index: 0 }, text: { match: "a" } };
  expect(refusals(body, accept("all"), other)).toEqual(["0 type DECISIONS_MIXED"]);
  expect(edit(p("a"), other)).toBeDefined();
});

test("[EDT-88] decisions that would leave half a field are refused", () => {
  const half = `${fld("begin")}<w:r><w:delInstrText> PAGE </w:delInstrText></w:r>${fld("separate")}`;
  const body = `<w:p><w:del ${SIGNED(1, "X")}>${half}</w:del>${r("1")}</w:p>`;
  expect(refusals(body, { type: "reject_revision", revision: "all" })).toEqual(["0 revision UNDEFINED_COMBINATION"]);
  expect(refusals(body, { type: "accept_revision", revision: "all" })).toEqual([]);
});

test("[EDT-88] a paragraph before a table stays while some of its content is undecided", () => {
  const mark = `<w:pPr><w:rPr><w:ins ${SIGNED(1, "Ann")}/></w:rPr></w:pPr>`;
  const source = `${p("a")}<w:p>${mark}${del(2, "Bob", "x")}</w:p>${tbl([p("c")])}${p("d")}`;
  expect(decided(source, reject({ kind: "insertion" }))).toBe("a\n[-x-]\nrow: c\nd");
});

/** Returns a paragraph whose mark an author deleted. */
const going = (id: number, author: string, content: string, look = "") =>
  `<w:p><w:pPr>${look}<w:rPr><w:del ${SIGNED(id, author)}/></w:rPr></w:pPr>${content}</w:p>`;

/** Returns a body after the changes with these numbers are accepted, one after the other. */
function acceptedInTurn(source: string, ...numbers: readonly number[]): string[] {
  let text = source;
  for (const number of numbers) {
    const outcome = editDocument(openSource(text), [accept({ number })], {
      author: "Eve",
      date: "2026-03-04T05:06:07Z",
    });
    if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.refusals));
    text = bodyXml(outcome.clean);
  }
  return [...text.matchAll(/<w:p>.*?<\/w:p>/g)].map(([paragraph]) => paragraph);
}

test("[JOIN-6] an empty paragraph before a table waits for one that may still join it and has another look", () => {
  const centred = '<w:jc w:val="center"/>';
  const source = `${p("a")}${going(1, "Ann", r("b"))}${going(2, "Bob", "", centred)}${tbl([p("c")])}${p("d")}`;
  const joined = `<w:p><w:pPr>${centred}</w:pPr><w:r><w:t>b</w:t></w:r></w:p>`;
  expect(acceptedInTurn(source, 1, 1)[1]).toBe(joined);
  expect(acceptedInTurn(source, 2, 1)[1]).toBe(joined);
});

test("[JOIN-6] where the one before has the same look the empty paragraph goes", () => {
  const source = `${p("a")}${going(1, "Ann", del(3, "Ann", "b"))}${going(2, "Bob", "")}${tbl([p("c")])}${p("d")}`;
  expect(acceptedInTurn(source, 2)).toHaveLength(4);
  expect(acceptedInTurn(source, 2, 1)).toHaveLength(3);
});

test("[JOIN-6] the last paragraph waits where all before it may go: one must stay, and it is the last", () => {
  const source = `${going(1, "Ann", "")}${going(2, "Bob", del(3, "Bob", "b"))}`;
  expect(acceptedInTurn(source, 2)).toHaveLength(2);
  expect(acceptedInTurn(source, 2, 1)).toHaveLength(1);
});

test("[EDT-88] the mark of a paragraph before a table that is itself undecided is decided with the table", () => {
  const goingTable = tbl([p("c")]).replace("<w:tr>", `<w:tr><w:trPr><w:del ${SIGNED(2, "Bob")}/></w:trPr>`);
  const source = `${going(1, "Ann", r("a"))}${goingTable}${p("d")}`;
  expect(refusals(source, accept({ number: 1 }))).toEqual(["0 revision UNDEFINED_COMBINATION"]);
  expect(decided(source, accept("all"))).toBe("ad");
  expect(decided(source, accept({ number: 2 }))).toContain("d");
});
