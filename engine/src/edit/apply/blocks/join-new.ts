// Joins paragraphs that the request itself inserted: they are one insertion then, and no mark is left between them.

import { NONE } from "../../../ooxml/xml/tree.ts";
import type { MadeParagraph } from "../../locate/refs.ts";
import { pour } from "../settle-ends.ts";
import { blockBeside, leaveOrder } from "../take-out-new.ts";
import { insertIntoMade } from "../text/made-text.ts";
import type { NewText } from "../text/write-content.ts";
import type { Workspace } from "../workspace.ts";
import { endsSection } from "./remove-blocks.ts";
import { rename } from "./remove-half.ts";

export type Joined = "joined" | "apart" | "section";

/** Joins paragraphs that follow each other to the first; nothing is done where something stands between them or a section ends there. */
export function joinNew(work: Workspace, paragraphs: readonly MadeParagraph[], separator: NewText): Joined {
  const [first, ...others] = paragraphs.map((paragraph) => work.headOf(paragraph));
  const { tree } = first!.story;
  const nodes = [first!, ...others].map(({ node }) => node);
  if (nodes.some((node) => endsSection(tree, node))) return "section";
  const isApart = nodes.slice(1).some((node, at) => blockBeside(tree, nodes[at]!, "after") !== node);
  if (isApart || new Set(nodes).size < nodes.length) return "apart";
  if (separator.content !== "") {
    for (const paragraph of paragraphs.slice(0, -1)) insertIntoMade(work, paragraph, { ...separator, at: "end" });
  }
  const behind = work.afterIn(tree).get(nodes.at(-1)!);
  for (const node of nodes.slice(1)) {
    pour(tree, node, nodes[0]!);
    leaveOrder(work, tree, node);
    tree.remove(node);
    rename(work, tree, { from: node, to: nodes[0]! });
  }
  if (behind !== undefined && behind !== NONE) work.afterIn(tree).set(nodes[0]!, behind);
  return "joined";
}
