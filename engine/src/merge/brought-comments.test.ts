// Tests comments and bookmarks that a merge takes over from the copies (RDL-20 to RDL-25).

import { describe, expect, it } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { code, docx, fld, type PartName, p, r, tbl } from "../../testing/documents.ts";
import { readStyles } from "../document/formatting/styles.ts";
import { type Comment, commentThreads } from "../document/marks/comments.ts";
import { readMergeRecord } from "../document/merge-record.ts";
import { openDocument, type WordDocument } from "../document/open-document.ts";
import { storiesOf } from "../document/text/stories.ts";
import { W, wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import { elementsNamed } from "../ooxml/xml/named-spans.ts";
import { decideAuthors } from "../revisions/decide/decide.ts";
import { lintDocument } from "../revisions/lint/lint-document.ts";
import { readView } from "../revisions/view.ts";
import { mergeDocuments } from "./merge-documents.ts";

interface Given {
  readonly body: string;
  readonly parts?: Partial<Record<PartName, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly images?: Readonly<Record<string, string>>;
}

/** Returns text with the marks of a comment. */
function about(id: number, content: string): string {
  const inner = content.startsWith("<") ? content : r(content);
  return `${start(id)}${inner}${end(id)}`;
}

const start = (id: number): string => `<w:commentRangeStart w:id="${id}"/>`;
const end = (id: number): string => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;

/** Returns a comment whose last paragraph is named by its id. */
function said(id: number, author: string, content: string): string {
  const inner = content.startsWith("<") ? content : r(content);
  const name = `0A00000${id}`;
  return `<w:comment w:id="${id}" w:author="${author}" w:date="2026-01-01T00:00:00Z"><w:p w14:paraId="${name}">${inner}</w:p></w:comment>`;
}

const extension = (id: number, { parent, done = 0 }: { parent?: number; done?: 0 | 1 } = {}): string =>
  `<w15:commentEx w15:paraId="0A00000${id}"${parent === undefined ? "" : ` w15:paraIdParent="0A00000${parent}"`} w15:done="${done}"/>`;

interface Merged {
  readonly notices: readonly Notice[];
  /** Returns the threads in the view of one copy, or in the view without changes. */
  of(copy: number | "nobody"): string[];
  readonly document: WordDocument;
}

/** Merges, and checks everything that every merge must satisfy. */
function merge(base: Given | string, ...copies: readonly (Given | string)[]): Merged {
  const names = wordNames();
  const open = (given: Given | string): WordDocument => {
    const { body, parts = {}, links = {}, images = {} } = typeof given === "string" ? { body: given } : given;
    return openDocument(docx(body, parts, { links, images }), { codec: nodeZlib, names });
  };
  const revisions = copies.map((copy, at) => ({ document: open(copy), name: `${at}.docx`, author: `Author ${at}` }));
  const { document, notices } = mergeDocuments(open(base), revisions, { date: "2026-01-02T03:04:05Z" });
  const bytes = document.package.save(1);
  const reopened = (): WordDocument => openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  expect(lintDocument(reopened()).map(({ rule, part }) => `${rule} ${part}`)).toEqual([]);
  expect(notices.filter(({ code: said }) => said === "BLOCK_FALLBACK")).toEqual([]);
  const of = (copy: number | "nobody"): string[] => {
    const decided = reopened();
    const labels = readMergeRecord(decided)!.labels.filter(
      ({ revisions: of }) => copy !== "nobody" && of.includes(copy),
    );
    const authors = new Set(labels.map(({ author }) => author));
    decideAuthors(decided, { accepts: (author) => authors.has(author) });
    expect(lintDocument(decided).map(({ rule, part }) => `${rule} ${part}`)).toEqual([]);
    return threadsOf(decided);
  };
  return { document: reopened(), notices, of };
}

/** Returns `Ann: why? [text]`, then replies. A resolved thread ends in `(done)`. */
function threadsOf(document: WordDocument): string[] {
  const words = ({ author, story }: Comment): string =>
    `${author}: ${readView(story, "accepted")
      .map(({ text }) => text)
      .join("/")}`;
  return commentThreads(document, storiesOf(document))
    .filter(({ comment }) => comment.author !== "Versus")
    .map(({ comment, anchor, replies, isResolved }) =>
      [`${words(comment)} [${anchor?.text}]`, ...replies.map(words), ...(isResolved ? ["(done)"] : [])].join(" > "),
    );
}

describe("[RDL-22] comments of revised copies come along", () => {
  it("around text that stands", () => {
    const { of, notices } = merge(
      p("one two three four"),
      { body: p("one ", about(0, "two"), " three four"), parts: { comments: said(0, "Ann", "why?") } },
      p("one two three five"),
    );
    for (const view of [0, 1, "nobody"] as const) expect(of(view)).toEqual(["Ann: why? [two]"]);
    expect(notices).toEqual([]);
  });

  it("[RDL-23] around part of inserted text, with which they go", () => {
    const { of } = merge(
      p("one two"),
      { body: p("one fresh ", about(0, "and new"), " words two"), parts: { comments: said(0, "Ann", "why?") } },
      p("one two three"),
    );
    expect(of(0)).toEqual(["Ann: why? [and new]"]);
    expect(of(1)).toEqual([]);
    expect(of("nobody")).toEqual([]);
  });

  it("[RDL-23] around text of which only a part was inserted", () => {
    const { of } = merge(
      p("one two three"),
      { body: p("one ", start(0), "two new", end(0), " words three"), parts: { comments: said(0, "Ann", "why?") } },
      p("one two three"),
    );
    expect(of(0)).toEqual(["Ann: why? [two new]"]);
    expect(of("nobody")).toEqual(["Ann: why? [two ]"]);
  });

  it("around new paragraphs", () => {
    const { of } = merge(
      p("one") + p("two"),
      {
        body: p("one") + p(start(0), "this is new") + p("and this", end(0), " as well") + p("two"),
        parts: { comments: said(0, "Ann", "why?") },
      },
      p("one") + p("two more"),
    );
    expect(of(0)).toEqual(["Ann: why? [this is new\nand this]"]);
    expect(of("nobody")).toEqual([]);
  });

  it("around text that another copy deletes, and where both want different things", () => {
    const { of } = merge(
      p("one two three four five"),
      { body: p("one ", about(0, "two three"), " four five"), parts: { comments: said(0, "Ann", "keep") } },
      p("one four five"),
      { body: p("one two ", about(0, "tree"), " four five"), parts: { comments: said(0, "Bea", "wood") } },
    );
    expect(of(0)).toEqual(["Ann: keep [two three]"]);
    expect(of(1)).toEqual([]);
    expect(of(2)).toContain("Bea: wood [tree]");
  });

  it("in cells, around moved text, pictures and the results of fields", () => {
    const picture = '<w:r><w:pict><v:shape><v:imagedata r:id="rId9"/></v:shape></w:pict></w:r>';
    const images = { rId9: "picture" };
    const date = fld("begin") + code("DATE") + fld("separate") + r("today") + fld("end");
    const long = "a paragraph that is long enough to be seen as moved";
    const cells = (content: string): string => tbl([p("left"), p("right", content)]);
    const { of } = merge(
      { body: p(long) + p("middle part here") + cells("") + p(date, " it is", picture), images },
      {
        body:
          p("middle part here") +
          p("a paragraph that is ", about(0, "long enough"), " to be seen as moved") +
          cells(about(1, " hand")) +
          p(about(2, date), " it is", about(3, picture)),
        parts: { comments: [0, 1, 2, 3].map((id) => said(id, "Ann", `c${id}`)).join("") },
        images,
      },
      { body: p(long) + p("middle part here") + cells("") + p(date, " it was", picture), images },
    );
    expect(of(0)).toEqual(["Ann: c0 [long enough]", "Ann: c1 [ hand]", "Ann: c2 [today]", "Ann: c3 []"]);
    expect(of("nobody")).toEqual(["Ann: c0 [long enough]", "Ann: c2 [today]", "Ann: c3 []"]);
  });

  it("stand around a picture and outside of the result of a field", () => {
    const picture = '<w:r><w:pict><v:shape><v:imagedata r:id="rId9"/></v:shape></w:pict></w:r>';
    const images = { rId9: "picture" };
    const date = fld("begin") + code("DATE") + fld("separate") + r("today") + fld("end");
    const { document } = merge(
      { body: p(date, " it is", picture), images },
      {
        body: p(about(0, date), " it is", about(1, picture)),
        parts: { comments: said(0, "Ann", "c0") + said(1, "Ann", "c1") },
        images,
      },
    );
    const tree = document.package.tree(document.main);
    const names = new Set([W.commentRangeStart, W.commentRangeEnd, W.fldChar, W.pict, W.commentReference]);
    const order = elementsNamed(tree, names).map((node) => tree.writtenName(node).replace("w:", ""));
    expect(order.join(" ")).toBe(
      "commentRangeStart fldChar fldChar fldChar commentRangeEnd commentReference commentRangeStart pict commentRangeEnd commentReference",
    );
  });

  it("[RDL-20] once for several copies, and as often as one copy has them", () => {
    const twice = p(about(0, "one"), " ", about(1, "two"), " three");
    const parts = { comments: said(0, "Ann", "why?") + said(1, "Ann", "why?") };
    const once = { body: p(about(0, "one"), " two three"), parts: { comments: said(0, "Ann", "why?") } };
    const { of } = merge(p("one two three"), once, { body: twice, parts }, { body: twice, parts });
    expect(of("nobody")).toEqual(["Ann: why? [one]", "Ann: why? [two]"]);
  });

  it("[RDL-21] as threads, with replies and what is resolved", () => {
    const comments = said(0, "Ann", "why?") + said(1, "Bea", "because");
    const { of } = merge(
      p("one two"),
      {
        body: p(`${start(0)}${start(1)}`, "one", `${end(0)}${end(1)}`, " two"),
        parts: { comments, commentsExtended: extension(0, { done: 1 }) + extension(1, { parent: 0, done: 1 }) },
      },
      p("one two"),
    );
    expect(of("nobody")).toEqual(["Ann: why? [one] > Bea: because > (done)"]);
  });

  it("[RDL-21] as new replies to a comment of the base, which else stands as it was", () => {
    const base = said(0, "Ann", "why?");
    const marks = `${start(0)}${start(1)}`;
    const copy = (author: string, answer: string): Given => ({
      body: p(marks, "one", `${end(0)}${end(1)}`, " two"),
      parts: {
        comments: said(0, "Ann", "why?") + said(1, author, answer),
        commentsExtended: extension(0, { done: 1 }) + extension(1, { parent: 0 }),
      },
    });
    const given = { body: p(about(0, "one"), " two"), parts: { comments: base, commentsExtended: extension(0) } };
    const { of } = merge(given, copy("Bea", "so"), copy("Cat", "thus"), copy("Bea", "so"), p("one two"));
    expect(of("nobody")).toEqual(["Ann: why? [one] > Bea: so > Cat: thus"]);
  });

  it("with the styles of what they say", () => {
    const loud = '<w:r><w:rPr><w:rStyle w:val="Loud"/></w:rPr><w:t>here</w:t></w:r>';
    const style = '<w:style w:type="character" w:styleId="Loud"><w:name w:val="Loud"/><w:rPr><w:b/></w:rPr></w:style>';
    const { document, of } = merge(
      { body: p("one two"), parts: { styles: "" } },
      { body: p(about(0, "one"), " two"), parts: { comments: said(0, "Ann", loud), styles: style } },
    );
    expect(of("nobody")).toEqual(["Ann: here [one]"]);
    expect([...readStyles(document).byId.values()].map(({ name }) => name)).toContain("Loud");
  });

  it("[RDL-24] not from notes, which is told", () => {
    const notes = (content: string): string =>
      `<w:footnote w:type="separator" w:id="0">${p()}</w:footnote><w:footnote w:id="1">${p(content)}</w:footnote>`;
    const body = p("one", '<w:r><w:footnoteReference w:id="1"/></w:r>', " two");
    const { notices } = merge(
      { body, parts: { footnotes: notes(r("note")) } },
      { body, parts: { footnotes: notes(about(0, "note")), comments: said(0, "Ann", "why?") } },
    );
    expect(notices).toContainEqual({ code: "COMMENTS_LEFT_OUT", source: "0.docx", count: 1 });
  });
});

describe("bookmarks of revised copies come along", () => {
  it("[RDL-25] where references name them, each once", () => {
    const reference = (name: string): string => `<w:hyperlink w:anchor="${name}">${r("see")}</w:hyperlink>`;
    const marked = (id: number, name: string, text: string): string =>
      `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${r(text)}<w:bookmarkEnd w:id="${id}"/>`;
    const { document } = merge(
      p("one two three") + p("four"),
      p(marked(1, "Both", "one"), " two three") + p("four ", reference("Both")),
      p(marked(1, "both", "one"), " two ", marked(2, "Second", "three")) +
        p("four ", reference("both"), reference("Second")),
    );
    const tree = document.package.tree(document.main);
    const names = elementsNamed(tree, new Set([W.bookmarkStart])).map((node) => tree.attribute(node, W.name) ?? "");
    expect(names.filter((name) => !name.startsWith("_Vs"))).toEqual(["Both", "Second"]);
  });
});
