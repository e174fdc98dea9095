// Lists the stories that a print copy prints: body, headers, footers, notes and text boxes.

import type { WordDocument } from "../../document/open-document.ts";
import { type Story, type StoryKind, storiesOf } from "../../document/text/stories.ts";
import { textBoxesOf } from "../../document/text/text-boxes.ts";
import { NONE } from "../../ooxml/xml/tree.ts";

export interface PrintedStory {
  readonly story: Story;
  /** The same box in the branch of alternate content that we do not read and LibreOffice may read. */
  readonly twin: Story | undefined;
  /** The kind of the story around a text box; for every other story, its own kind. */
  readonly flow: StoryKind;
}

/** Returns all stories except comments, which a print copy lists at its end. */
export function printedStories(document: WordDocument): PrintedStory[] {
  const flows = storiesOf(document).filter(({ kind }) => kind !== "comment");
  return flows.flatMap((story) => [
    { story, twin: undefined, flow: story.kind },
    ...textBoxesOf(story).map(({ story: box, twin }) => ({
      story: box,
      twin: twin === NONE ? undefined : { ...box, root: twin },
      flow: story.kind,
    })),
  ]);
}
