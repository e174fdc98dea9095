// Finds the section breaks that begin a page, in an empty paragraph of their own (FMT-40).
//
// In mode `visible` such a break equals the same break in the paragraph before. So the judge leaves the empty paragraph
// out.

import { childNamed, type Element, elementsIn } from "../../../reading/xml-tree.ts";
import { readInlines } from "./read-inlines.ts";
import type { StoryContext } from "./story-context.ts";

/** Returns the empty paragraphs among the blocks of a body. */
export function lonelyBreaks(blocks: readonly Element[], body: Element, context: StoryContext): ReadonlySet<Element> {
  const ends = blocks.filter((block) => sectionIn(block) !== undefined);
  const lonely = ends.filter((block, index) => {
    const next = sectionIn(ends[index + 1]) ?? elementsIn(body).findLast(({ name }) => name === "w:sectPr");
    const before = blocks[blocks.indexOf(block) - 1];
    const isAfterText = before?.name === "w:p" && sectionIn(before) === undefined;
    return isAfterText && beginsPage(next) && !isListed(block) && showsNothing(block, context);
  });
  for (const _ of lonely) {
    const name = "a page break of a section in its own paragraph = one in the paragraph before";
    context.equivalences.push({ name, detail: "" });
  }
  return new Set(lonely);
}

function sectionIn(block: Element | undefined): Element | undefined {
  return block?.name === "w:p" ? childNamed(childNamed(block, "w:pPr"), "w:sectPr") : undefined;
}

/** True unless the section continues on the page of the section before. */
function beginsPage(section: Element | undefined): boolean {
  const type = childNamed(section, "w:type")?.attributes.get("w:val") ?? "nextPage";
  return type !== "continuous" && type !== "nextColumn";
}

function isListed(paragraph: Element): boolean {
  const list = childNamed(childNamed(childNamed(paragraph, "w:pPr"), "w:numPr"), "w:numId");
  return list !== undefined && list.attributes.get("w:val") !== "0";
}

function showsNothing(paragraph: Element, context: StoryContext): boolean {
  const tokens = readInlines(paragraph, { ...context, formats: undefined });
  return tokens.every(({ kind }) => kind === "aside" || kind === "bookmark");
}
