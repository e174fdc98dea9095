// Where the marks of ranges stand in the text of a source, in terms that hold in any view in which the redline is that source.

import type { Inline } from "../../../document/text/inlines.ts";
import { readMarks } from "../../../document/text/ranges.ts";
import type { Story } from "../../../document/text/stories.ts";
import type { NameTest } from "../../../ooxml/xml/name-set.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { readView } from "../../../revisions/view.ts";

/** A place in a paragraph, which is named by its number: so far from its start. */
export interface TextPlace {
  readonly paragraph: number;
  readonly offset: number;
}

/** How far something in a paragraph reaches: text by its characters. */
export type Extent = (inline: Inline) => number;

function characters({ text }: Inline): number {
  return text.length;
}

/** By mark: its place. A mark behind the last paragraph has none. */
export function placesOf(story: Story, names: NameTest, extentOf: Extent = characters): ReadonlyMap<NodeId, TextPlace> {
  const starts = paragraphStarts(story, extentOf);
  const { marks } = readMarks(story, names, extentOf);
  return new Map(
    marks.flatMap(({ node, paragraph, offset }) => {
      const start = starts[paragraph];
      return start === undefined ? [] : [[node, { paragraph, offset: Math.max(0, offset - start) }] as const];
    }),
  );
}

/** Where each paragraph begins in its story. */
function paragraphStarts(story: Story, extentOf: Extent): number[] {
  let total = 0;
  return readView(story, "accepted").map(({ inlines }) => {
    const start = total;
    total += inlines.reduce((sum, inline) => sum + extentOf(inline), 0) + 1;
    return start;
  });
}
