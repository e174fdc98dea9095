// Gives the cross-references of a request their codes and results, when all edits are written.

import { settleReferences } from "../../document/content-runs/settle-references.ts";
import { storiesOf } from "../../document/stories.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import type { Refusal } from "../refusal.ts";
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
    return { reference, story, paragraph: node, isAbove };
  });
  const problems = settleReferences(work.document, referrals, { nextId: () => work.own.nextId() });
  return problems.map((problem) => ({ edit: Number(/^edits\[(\d+)\]/.exec(problem.field)?.[1]), ...problem }));
}

/** Whether a node begins before another of the same tree. */
function isBefore(tree: Tree, node: NodeId, other: NodeId): boolean {
  const [one, two] = [pathOf(tree, node), pathOf(tree, other)];
  const at = one.findIndex((step, index) => step !== two[index]);
  if (at < 0) return one.length < two.length;
  if (two[at] === undefined) return false;
  const siblings = tree.children(at === 0 ? tree.document : one[at - 1]!);
  return siblings.indexOf(one[at]!) < siblings.indexOf(two[at]!);
}

/** A node and all that is around it, outermost first. */
function pathOf(tree: Tree, node: NodeId): NodeId[] {
  const path: NodeId[] = [];
  for (let at = node; at !== NONE && at !== tree.document; at = tree.parent(at)) path.push(at);
  return path.reverse();
}
