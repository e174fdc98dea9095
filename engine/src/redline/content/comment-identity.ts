// Identifies a comment by its author, date and text, because ids differ between copies [RDL-20].

import type { Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { readView } from "../../revisions/view.ts";

export function commentIdentity(story: Story): string {
  const { tree, root } = story;
  const text = readView(story, "accepted").map((paragraph) => paragraph.text);
  return [tree.attribute(root, W.author) ?? "", tree.attribute(root, W.date) ?? "", ...text].join("\n");
}
