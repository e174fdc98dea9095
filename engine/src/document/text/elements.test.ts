import { expect, test } from "vitest";
import { bodyStory, p } from "../../../testing/documents.ts";
import { W } from "../word-names.ts";
import { elementsBelow } from "./elements.ts";

function names(body: string, ...whole: readonly (typeof W)["p"][]): string {
  const story = bodyStory(body);
  const found = [...elementsBelow(story, story.root, new Set(whole))];
  return found.map((node) => story.tree.writtenName(node).replace("w:", "")).join(" ");
}

test("elements come in document order, without what properties and texts hold", () => {
  const body = "<w:p><w:pPr><w:jc/></w:pPr><w:r><w:t><w:x/></w:t><w:tab/></w:r></w:p><w:sectPr/>";
  expect(names(body)).toBe("p pPr r t tab sectPr");
});

test("below an element that is taken whole nothing is looked at", () => {
  expect(names(p("a") + p("b"), W.p)).toBe("p p");
});

test("one branch of alternatives is met, and nothing that may be ignored", () => {
  const body =
    '<mc:AlternateContent><mc:Choice Requires="new"><w:a/></mc:Choice><mc:Fallback><w:b/></mc:Fallback></mc:AlternateContent><new:x><w:c/></new:x>';
  expect(names(body)).toBe("b");
});

test("a hundred thousand siblings are no trouble", () => {
  expect(names("<w:p/>".repeat(100_000)).length).toBe(199_999);
});
