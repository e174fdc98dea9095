// The stories that a print copy prints: body, headers, footers, notes, and the text boxes in them with their twins.

import type { WordDocument } from "../../document/open-document.ts";
import { type Story, storiesOf } from "../../document/text/stories.ts";
import { textBoxesOf } from "../../document/text/text-boxes.ts";
import { NONE } from "../../ooxml/xml/tree.ts";

export interface PrintedStory {
  readonly story: Story;
  /** The same box in the branch that we do not read, which LibreOffice may. */
  readonly twin: Story | undefined;
}

/** Comments are not among them: a print copy lists them at its end. */
export function printedStories(document: WordDocument): PrintedStory[] {
  const flows = storiesOf(document).filter(({ kind }) => kind !== "comment");
  return flows.flatMap((story) => [
    { story, twin: undefined },
    ...textBoxesOf(story).map(({ story: box, twin }) => ({
      story: box,
      twin: twin === NONE ? undefined : { ...box, root: twin },
    })),
  ]);
}
