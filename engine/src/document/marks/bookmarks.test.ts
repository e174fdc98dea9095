import { expect, test } from "vitest";
import { bodyStory, p } from "../../../testing/documents.ts";
import { bookmarksOf } from "./bookmarks.ts";

const start = (id: number, name: string): string => `<w:bookmarkStart w:id="${id}" w:name="${name}"/>`;
const end = (id: number): string => `<w:bookmarkEnd w:id="${id}"/>`;

function bookmarks(body: string): string[] {
  const story = bodyStory(body);
  return bookmarksOf(story).map(({ name, text }) => `${name}: ${text}`);
}

test.each([
  ["a range", p("x", start(1, "one"), "a", end(1), "y"), ["one: a"]],
  ["a point", p("x", start(1, "one"), end(1)), ["one: "]],
  ["ranges that cross", p(start(1, "one"), "a", start(2, "two"), "b", end(1), "c", end(2)), ["one: ab", "two: bc"]],
  ["over paragraphs", p(start(1, "one"), "a") + p("b", end(1)), ["one: a\nb"]],
  ["between blocks", start(1, "one") + p("a") + end(1), ["one: a"]],
  ["an id that is used again", p(start(1, "one"), "a", end(1), start(1, "two"), "b", end(1)), ["one: a", "two: b"]],
  ["without an end", p(start(1, "one"), "a"), ["one: "]],
  ["without a name", p(start(1, ""), "a", end(1)), []],
])("%s", (_, body, expected) => {
  expect(bookmarks(body)).toEqual(expected);
});
