// Joins parts of a paragraph that the request itself split: the mark that came between them goes again, and nothing is left of the split.

import type { NodeId } from "../../../ooxml/xml/tree.ts";
import type { Part } from "../../locate/halves.ts";
import type { UploadedPlace } from "../../locate/uploaded.ts";
import { pour, pourInto, takeOver } from "../settle-ends.ts";
import { blockBeside, leaveOrder } from "../take-out-new.ts";
import type { Workspace } from "../workspace.ts";
import type { Joined } from "./join-new.ts";
import { endsSection } from "./remove-blocks.ts";
import { rename } from "./remove-half.ts";

/** Joins parts that follow each other to the first; nothing is done where something stands between them or a section ends there. */
export function joinParts(work: Workspace, place: UploadedPlace, parts: readonly Part[]): Joined {
  const { tree } = work.storyOf(place.part);
  const nodes = parts.map(({ group }) =>
    group === undefined ? (work.heads.get(place) ?? place.paragraph.node) : work.made.get(group)![0]!.node,
  );
  if (nodes.slice(0, -1).some((node) => endsSection(tree, node))) return "section";
  if (nodes.slice(1).some((node, at) => blockBeside(tree, nodes[at]!, "after") !== node)) return "apart";
  for (const [at, node] of nodes.slice(1).entries()) {
    joinPair(work, place, { first: nodes[at]!, second: node });
    if (node !== place.paragraph.node) nodes[at + 1] = nodes[at]!;
    oneKey(work, place, parts[at + 1]!.from);
  }
  return "joined";
}

/** The mark of the paragraph itself stays where it is; of two that the request made the first does. */
function joinPair(
  work: Workspace,
  place: UploadedPlace,
  { first, second }: { readonly first: NodeId; readonly second: NodeId },
): void {
  const { tree } = work.storyOf(place.part);
  const behind = work.afterIn(tree).get(second);
  leaveOrder(work, tree, first);
  if (second === place.paragraph.node) {
    takeOver(work, tree, { paragraph: second, from: first });
    pourInto(tree, first, second);
    if (work.heads.get(place) === first) work.heads.delete(place);
    rename(work, tree, { from: first, to: second });
    return;
  }
  pour(tree, second, first);
  leaveOrder(work, tree, second);
  tree.remove(second);
  rename(work, tree, { from: second, to: first });
  if (behind !== undefined) work.afterIn(tree).set(first, behind);
}

/** Where a paragraph is split no more, what is put before a character and what is put behind the one before it stand at one place. */
function oneKey(work: Workspace, place: UploadedPlace, offset: number): void {
  const { inserted, splits } = work.textOf(place);
  const last = inserted.get(`${offset}  split`);
  splits.delete(offset);
  if (last === undefined) return;
  inserted.delete(`${offset}  split`);
  inserted.set(`${offset}  `, last);
}
