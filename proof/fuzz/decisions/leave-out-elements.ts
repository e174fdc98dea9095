// Removes elements with their content from XML, to shrink a document.

import type { Shrinkable } from "../shrink.ts";

/** A range from the start of an element's start tag to the end of its end tag. */
interface ElementRange {
  readonly from: number;
  to: number;
}

/** Returns the elements of well-formed XML without comments, in the order of their start tags. */
function elementRanges(xml: string): ElementRange[] {
  const ranges: ElementRange[] = [];
  const open: ElementRange[] = [];
  for (const { 0: tag, index } of xml.matchAll(/<[^>]*>/g)) {
    const to = index + tag.length;
    if (tag.startsWith("</")) open.pop()!.to = to;
    else {
      const range = { from: index, to };
      ranges.push(range);
      if (!tag.endsWith("/>")) open.push(range);
    }
  }
  return ranges;
}

export const elementSequence: Shrinkable<string> = {
  length: (xml) => elementRanges(xml).length,
  without: (xml, from, to) => {
    let kept = "";
    let end = 0;
    for (const range of elementRanges(xml).slice(from, to)) {
      if (range.from < end) continue;
      kept += xml.slice(end, range.from);
      end = range.to;
    }
    return kept + xml.slice(end);
  },
};
