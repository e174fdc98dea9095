// Reads the checks of a merge: terms that some revisions renamed and others use in new text (MRG-62).

import type { WordDocument } from "../document/open-document.ts";
import type { Story } from "../document/text/stories.ts";
import type { IdOf } from "../revisions/block-ids.ts";
import { storyFinder } from "./read-conflicts.ts";
import type { RedlineCheck, RenderedCheck } from "./redline.ts";

interface CheckSources {
  readonly document: WordDocument;
  readonly stories: readonly Story[];
  readonly idOf: IdOf;
}

export function readChecks(
  checks: readonly RenderedCheck[],
  { document, stories, idOf }: CheckSources,
): RedlineCheck[] {
  const storyAt = storyFinder(stories);
  return checks.map(({ old, new: present, renamedBy, usedBy, places }) => {
    const blocks = places.flatMap(({ part, paragraph }) => {
      const story = storyAt(document.package.tree(part), paragraph);
      return story === undefined ? [] : [idOf(story, paragraph)];
    });
    return { kind: "term", old, new: present, renamed_by: renamedBy, used_by: usedBy, blocks };
  });
}
