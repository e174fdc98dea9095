// Finds the positions of range markers in a source. They also hold in any view that equals the source.

import type { Inline } from "../../../document/text/inlines.ts";
import { readMarks } from "../../../document/text/ranges.ts";
import type { Story } from "../../../document/text/stories.ts";
import type { NameTest } from "../../../ooxml/xml/name-set.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { readView } from "../../../revisions/view.ts";

/** A position in a story: paragraph index and offset from its start. */
export interface TextPlace {
  readonly paragraph: number;
  readonly offset: number;
}

/** Returns how many positions an inline has. */
export type Extent = (inline: Inline) => number;

function characters({ text }: Inline): number {
  return text.length;
}

/** Maps each marker to its position. A marker after the last paragraph has no entry. */
export function textPlacesOf(
  story: Story,
  names: NameTest,
  extentOf: Extent = characters,
): ReadonlyMap<NodeId, TextPlace> {
  const starts = paragraphStarts(story, extentOf);
  const { marks } = readMarks(story, names, extentOf);
  return new Map(
    marks.flatMap(({ node, paragraph, offset }) => {
      const start = starts[paragraph];
      return start === undefined ? [] : [[node, { paragraph, offset: Math.max(0, offset - start) }] as const];
    }),
  );
}

/** Returns the offset at which each paragraph begins in its story. */
function paragraphStarts(story: Story, extentOf: Extent): number[] {
  let total = 0;
  return readView(story, "accepted").map(({ inlines }) => {
    const start = total;
    total += inlines.reduce((sum, inline) => sum + extentOf(inline), 0) + 1;
    return start;
  });
}
