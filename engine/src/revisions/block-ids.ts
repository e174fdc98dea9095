// The ids by which paragraphs are named to callers (docs/design/render.md): in every rendering, and in what callers ask for.
//
// A paragraph has the id that the document gives it, or else a hash. One that was moved is there twice, where it was
// and where it is; where it was it has the id of where it is, with a suffix. That asks for as many paragraphs on
// both sides of the move; else the old place has its own id with the suffix.

import { type ParagraphIds, paragraphIds, type TextsOf } from "../document/text/paragraphs.ts";
import type { Story } from "../document/text/stories.ts";
import { textBoxStories } from "../document/text/text-boxes.ts";
import { W } from "../document/word-names.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import { type Decision, isWholeMove } from "./decisions.ts";
import { ancestor } from "./markup.ts";

/** Gives the id of a paragraph of a story. */
export type IdOf = (story: Story, paragraph: NodeId) => string;

/** `textsOf` is for who has read the texts already. */
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
