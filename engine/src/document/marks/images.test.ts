import { expect, test } from "vitest";
import { open, p } from "../../../testing/documents.ts";
import { bodyOf } from "../text/stories.ts";
import { imagesOf } from "./images.ts";

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const WP = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
const drawing = (content: string, description = ""): string =>
  `<w:r><w:drawing><wp:inline ${WP} ${A}><wp:docPr${description}/>${content}</wp:inline></w:drawing></w:r>`;

/** Returns each picture as its target and its description. */
function images(...content: readonly string[]): string[] {
  const document = open(p(...content));
  document.package.relateExternal(document.main, "image", "https://example.com/one.png");
  return imagesOf(document, bodyOf(document)!).map(
    ({ source, description }) => `${source?.target} ${description ?? "-"}`,
  );
}

test.each([
  ["a drawing", [drawing('<a:blip r:embed="rId1"/>', ' descr="a map"')], ["https://example.com/one.png a map"]],
  ["a linked one", [drawing('<a:blip r:link="rId1"/>')], ["https://example.com/one.png -"]],
  [
    "older markup",
    ['<w:r><w:pict><v:shape alt="a map"><v:imagedata r:id="RID1"/></v:shape></w:pict></w:r>'],
    ["https://example.com/one.png a map"],
  ],
  [
    "several in one drawing",
    [drawing('<a:blip r:embed="rId1"/><a:blip/>')],
    ["https://example.com/one.png -", "undefined -"],
  ],
  ["a chart is none", [drawing("<a:graphic/>")], []],
])("%s", (_, content, expected) => {
  expect(images(...content)).toEqual(expected);
});
