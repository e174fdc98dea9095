import { expect, test } from "vitest";
import { bodyStory, p } from "../../../testing/documents.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import { paragraphsOf } from "./blocks.ts";
import { ParagraphReader } from "./inlines.ts";
import { type TextBox, textBoxesOf } from "./text-boxes.ts";

const run = (content: string): string => `<w:r>${content}</w:r>`;
const box = (content: string): string => `<w:txbxContent>${content}</w:txbxContent>`;
const shape = (content: string): string =>
  `<w:drawing><wps:wsp><wps:txbx>${box(content)}</wps:txbx></wps:wsp></w:drawing>`;
const pict = (...boxes: readonly string[]): string =>
  `<w:pict><v:group>${boxes.map((content) => `<v:textbox>${box(content)}</v:textbox>`).join("")}</v:group></w:pict>`;
const either = (choice: string, fallback: string): string =>
  `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;

function boxText({ story }: TextBox, root = story.root): string {
  const told = { ...story, root };
  const reader = new ParagraphReader(told);
  return paragraphsOf(told)
    .map((paragraph) => reader.read(paragraph).text)
    .join(" ");
}

/** Returns each box as its text, followed by an equals sign and the text of its twin. */
function boxes(body: string): string[] {
  return textBoxesOf(bodyStory(body)).map((found) =>
    found.twin === NONE ? boxText(found) : `${boxText(found)} = ${boxText(found, found.twin)}`,
  );
}

test.each([
  ["a box of a drawing", p(run(shape(p("a") + p("b")))), ["a b"]],
  ["a box of older markup", p(run(pict(p("a")))), ["a"]],
  ["the choice is read and the fallback its twin", p(run(either(shape(p("a")), pict(p("A"))))), ["a = A"]],
  [
    "boxes pair by their order",
    p(run(either(shape(p("a")) + shape(p("b")), pict(p("A"), p("B"))))),
    ["a = A", "b = B"],
  ],
  ["branches of other sizes do not pair", p(run(either(shape(p("a")), pict(p("A"), p("B"))))), ["a"]],
  [
    "a box in a box follows it",
    p(run(shape(p("a", run(shape(p("b")))) + p("c")))) + p(run(pict(p("d")))),
    ["a c", "b", "d"],
  ],
  [
    "twins of a box in a box stand in its own branches",
    p(run(either(shape(p("a", run(either(shape(p("b")), pict(p("B")))))), pict(p("A", run(pict(p("X")))))))),
    ["a = A", "b = B"],
  ],
  ["a deleted drawing still holds its box", p(`<w:del>${run(shape(p("a")))}</w:del>`), ["a"]],
])("%s", (_, body, expected) => {
  expect(boxes(body)).toEqual(expected);
});

test("a box does not count among the paragraphs of its story, and says where it hangs", () => {
  const story = bodyStory(p("x") + p("y", run(shape(p("a")))));
  const [found] = textBoxesOf(story);
  expect(paragraphsOf(story)).toHaveLength(2);
  expect(found!.anchor).toEqual({ story, paragraph: paragraphsOf(story)[1] });
});
