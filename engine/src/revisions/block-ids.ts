// Gives paragraphs the ids that renderings show and requests use (docs/design/render.md).
//
// The id of a paragraph is the one in the document, otherwise a hash. A moved paragraph occurs twice, at its old and
// its new position. At the old position it has the id of the new position with a suffix, if both sides of the move have
// the same number of paragraphs. Otherwise it has its own id with the suffix.

import { type ParagraphIds, paragraphIds, type TextsOf } from "../document/text/paragraphs.ts";
import type { Story } from "../document/text/stories.ts";
import { textBoxStories } from "../document/text/text-boxes.ts";
import { W } from "../document/word-names.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import { type Decision, isWholeMove } from "./decisions.ts";
import { ancestor } from "./markup.ts";

/** Returns the id of a paragraph of a story; empty if the story was not given to `blockIds`. */
export type IdOf = (story: Story, paragraph: NodeId) => string;

/**
 * Returns the ids of the paragraphs of stories and of their text boxes. `textsOf` reuses texts that were read already.
 */
export function blockIds(stories: readonly Story[], decisions: readonly Decision[], textsOf?: TextsOf): IdOf {
  const all = stories.flatMap((story) => [story, ...textBoxStories(story)]);
  const ids = paragraphIds(all, textsOf);
  const moved = movedFrom(ids, decisions);
  return ({ tree }, paragraph) => moved.get(tree)?.get(paragraph) ?? ids.get(tree)?.get(paragraph) ?? "";
}

function movedFrom(ids: ParagraphIds, decisions: readonly Decision[]): ParagraphIds {
  const moved = new Map<Tree, Map<NodeId, string>>();
  for (const decision of decisions.filter(isWholeMove)) {
    const { tree } = decision.revisions[0]!;
    const from = movedParagraphs(decision, "moveFrom");
    const to = movedParagraphs(decision, "moveTo");
    const ofTree = moved.get(tree) ?? new Map<NodeId, string>();
    moved.set(tree, ofTree);
    for (const [index, paragraph] of from.entries()) {
      const namesake = from.length === to.length ? to[index]! : paragraph;
      const id = ids.get(tree)?.get(namesake);
      if (id !== undefined) ofTree.set(paragraph, `${id}-from`);
    }
  }
  return moved;
}

function movedParagraphs({ revisions }: Decision, kind: "moveFrom" | "moveTo"): NodeId[] {
  const marks = revisions.filter((revision) => revision.kind === kind && revision.place === "mark");
  return marks.map(({ tree, node }) => ancestor(tree, node, W.p));
}
