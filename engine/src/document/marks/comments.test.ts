import { expect, test } from "vitest";
import { open, p, r } from "../../../testing/documents.ts";
import { storiesOf } from "../text/stories.ts";
import { commentThreads } from "./comments.ts";

const comment = (id: number, more = ""): string =>
  `<w:comment w:id="${id}" w:author="A${id}" w:initials="i"${more}><w:p/><w:p w14:paraId="0000000${id}">${r(`c${id}`)}</w:p></w:comment>`;
const start = (id: number): string => `<w:commentRangeStart w:id="${id}"/>`;
const end = (id: number): string => `<w:commentRangeEnd w:id="${id}"/>`;
const ref = (id: number): string => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
const on = (id: number, text: string): string => start(id) + r(text) + end(id) + ref(id);
const extended = (id: number, parent?: number, done = 0): string =>
  `<w15:commentEx w15:paraId="0000000${id}"${parent === undefined ? "" : ` w15:paraIdParent="0000000${parent}"`} w15:done="${done}"/>`;

/** Returns each thread as its comment, its commented text, and its replies. */
function threads(body: string, comments: string, commentsExtended?: string): string[] {
  const document = open(body, { comments, ...(commentsExtended === undefined ? {} : { commentsExtended }) });
  return commentThreads(document, storiesOf(document)).map(({ comment: first, anchor, isResolved, replies }) => {
    const about = anchor === undefined ? "-" : `"${anchor.text}"`;
    return [first.id, about, isResolved ? "resolved" : "", ...replies.map(({ id }) => `<${id}`)].join(" ").trim();
  });
}

test("without the further part every comment is a thread, in the order of what it is about", () => {
  expect(threads(p(on(2, "a")) + p(on(1, "b")), comment(1) + comment(2) + comment(3))).toEqual([
    '2 "a"',
    '1 "b"',
    "3 -",
  ]);
});

test("replies belong to their comment, also those to a reply, and a thread may be resolved", () => {
  const body = p(on(1, "a"), on(2, "a"), on(3, "a"), on(4, "b"));
  const more = extended(1, undefined, 1) + extended(2, 1) + extended(3, 2) + extended(4);
  expect(threads(body, [1, 2, 3, 4].map((id) => comment(id)).join(""), more)).toEqual([
    '1 "a" resolved <2 <3',
    '4 "b"',
  ]);
});

test("replies in a circle, or to nothing, are threads all the same", () => {
  const more = extended(1, 2) + extended(2, 1) + extended(3, 9);
  expect(threads(p("a"), comment(1) + comment(2) + comment(3), more)).toEqual(["1 -  <2", "3 -"]);
});

test.each([
  ["over runs and fields", p("x", start(1), "a", "<w:r><w:tab/></w:r>", "b", end(1), "y", ref(1)), '1 "a\tb"'],
  ["over paragraphs", p("x", start(1), "a") + p("b", end(1), "y", ref(1)), '1 "a\nb"'],
  ["between blocks", p("x") + start(1) + p("a") + end(1) + p("y", ref(1)), '1 "a"'],
  ["with deleted text in it", p(start(1), "a", `<w:del>${r("b")}</w:del>`, end(1)), '1 "a"'],
  ["a point", p("a", ref(1)), '1 ""'],
  ["without an end", p(start(1), "a"), '1 ""'],
  ["with the end first", p(end(1), "a", start(1)), '1 ""'],
])("what a comment is about: %s", (_, body, expected) => {
  expect(threads(body, comment(1))).toEqual([expected]);
});

test("the texts of many comments that overlap are cut, so that they do not repeat the document each", () => {
  const lengths = (count: number): number[] => {
    const ids = Array.from({ length: count }, (_, index) => index);
    const document = open(p(...ids.map(start), "ab".repeat(5000), ...ids.map(end)), {
      comments: ids.map((id) => comment(id)).join(""),
    });
    return commentThreads(document, storiesOf(document)).map(({ anchor }) => anchor!.text.length);
  };
  // The budget is 50,000 characters plus eight times the 10,000 of the text.
  expect(lengths(13)).toEqual(Array(13).fill(10_000));
  expect(lengths(15)).toEqual([...Array(13).fill(10_000), 101, 101]);
});

test("author, initials and date are as written", () => {
  const document = open(p(on(1, "a")), { comments: comment(1, ' w:date="2024-01-02T03:04:05Z"') });
  const [thread] = commentThreads(document, storiesOf(document));
  expect(thread!.comment).toMatchObject({ id: "1", author: "A1", initials: "i", date: "2024-01-02T03:04:05Z" });
});
