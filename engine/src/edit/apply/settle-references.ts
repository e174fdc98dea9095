// Gives the cross-references of a request their codes and results, when all edits are written.

import { storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { settleReferences } from "../../language/content-runs/settle-references.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { descendants } from "../../revisions/markup.ts";
import type { Refusal } from "../refusal.ts";
import { isBefore } from "./blocks/document-order.ts";
import type { Workspace } from "./workspace.ts";

/** What references show that is not there is told as refusals of their edits. */
export function settleOpenReferences(work: Workspace): Refusal[] {
  const parts = storiesOf(work.document).map(({ part }) => part);
  const orderOf = (tree: Tree): number => parts.findIndex((part) => work.document.package.tree(part) === tree);
  const referrals = work.references.map(({ reference, target }) => {
    const { story, node } = work.paragraphOf(target);
    const isAbove =
      story.tree === reference.tree
        ? isBefore(story.tree, node, reference.code)
        : orderOf(story.tree) < orderOf(reference.tree);
    const joined = isDeleted(work, story.tree, node) ? [node] : work.joinedWith(story.tree, node);
    return { reference, story, paragraph: node, joined, isAbove };
  });
  const problems = settleReferences(work.document, referrals, { nextId: () => work.own.nextId() });
  return problems.map((problem) => ({ edit: Number(/^edits\[(\d+)\]/.exec(problem.field)?.[1]), ...problem }));
}

/** True if the request deletes all text of a paragraph: the next one is not joined to it then, though its mark is deleted too. */
function isDeleted({ own }: Workspace, tree: Tree, paragraph: NodeId): boolean {
  const hasText = descendants(tree, paragraph).some((node) => tree.name(node) === W.t);
  return !hasText && own.isTextDeletedIn(tree, paragraph, "request");
}
