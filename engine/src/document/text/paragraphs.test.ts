import { expect, test } from "vitest";
import { bodyStory, open, p } from "../../../testing/documents.ts";
import { paragraphsOf } from "./blocks.ts";
import { paragraphIds, readParagraph } from "./paragraphs.ts";
import { storiesOf } from "./stories.ts";

const paragraph = (properties: string): string => `<w:p><w:pPr>${properties}</w:pPr></w:p>`;

function first(body: string): ReturnType<typeof readParagraph> {
  const story = bodyStory(body);
  return readParagraph(story, paragraphsOf(story)[0]!);
}

test("the style is the one that is set directly", () => {
  expect(first(paragraph('<w:pStyle w:val="Title"/>')).styleId).toBe("Title");
  expect(first(p("a")).styleId).toBeUndefined();
});

test.each([
  ["", []],
  ["<w:ins/>", ["insertion"]],
  ["<w:ins/><w:del/>", ["insertion", "deletion"]],
  ["<w:moveFrom/>", ["moveFrom"]],
  ["<w:moveTo/>", ["moveTo"]],
])("a mark with %s", (changes, expected) => {
  expect(first(paragraph(`<w:rPr>${changes}</w:rPr>`)).markRevisions.map(({ kind }) => kind)).toEqual(expected);
});

const named = (id: string, text = "a"): string => `<w:p w14:paraId="${id}"><w:r><w:t>${text}</w:t></w:r></w:p>`;

function ids(body: string, header = ""): string[] {
  const stories = storiesOf(open(body, { header1: header }));
  return [...paragraphIds(stories).values()].flatMap((ofTree) => [...ofTree.values()]);
}

test("a paragraph keeps its own id, in capitals", () => {
  expect(ids(named("0aBc1234"))).toEqual(["0ABC1234"]);
});

test.each([
  ["too large", named("80000000")],
  ["zero", named("00000000")],
  ["not one", named("12345")],
  ["missing", p("a")],
])("an id that is %s is replaced by one of ours", (_, body) => {
  const [id] = ids(body);
  expect(id).toMatch(/^[0-7][0-9A-F]{7}$/);
  expect(body).not.toContain(id);
  expect(ids(body)).toEqual([id]);
});

test("an id that two paragraphs have, in whatever parts, is nobody's", () => {
  const found = ids(named("00000001") + named("00000002"), named("00000001"));
  expect(found).toHaveLength(3);
  expect(new Set(found).size).toBe(3);
  expect(found.filter((id) => id.startsWith("0000000"))).toEqual(["00000002"]);
});

test("equal paragraphs have different ids, and text after one does not change its id", () => {
  const [one, other] = ids(p("a") + p("a"));
  expect(one).not.toBe(other);
  expect(ids(p("a") + p("b") + p("c"))[0]).toBe(one);
});
