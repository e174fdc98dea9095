// Anchors: bookmarks, with comments where they are given, that lead a reader to a place. They are not tracked.

import { firstContent } from "../../document/text/elements.ts";
import { W } from "../../document/word-names.ts";
import { makeRun, textNodes } from "../../language/content-runs/run-nodes.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor, paragraphIn } from "../../revisions/markup.ts";
import type { Anchor, AnchorBorder } from "../script/script.ts";
import type { Writing } from "./writing.ts";

/** A node of the redline. */
interface Spot {
  readonly tree: Tree;
  readonly node: NodeId;
}

/** The nodes that begin or end an anchor, not yet anywhere; `host` is a paragraph of the story that they go into. */
export function makeAnchor(
  writing: Writing,
  { anchor, isStart }: AnchorBorder,
  { tree, host }: { readonly tree: Tree; readonly host: NodeId },
): readonly NodeId[] {
  if (!isStart) return writing.openAnchors.get(anchor) ?? [];
  const id = writing.maker.nextId();
  const starts = [
    tree.element(W.bookmarkStart, [
      [W.id, id],
      [W.name, anchor.bookmark],
    ]),
  ];
  const ends = [tree.element(W.bookmarkEnd, [[W.id, id]])];
  const comment = mayComment(writing, { tree, node: host }) ? makeComment(writing, anchor) : undefined;
  if (comment !== undefined) {
    starts.push(tree.element(W.commentRangeStart, [[W.id, comment]]));
    ends.unshift(tree.element(W.commentRangeEnd, [[W.id, comment]]), writing.comments.makeReference(tree, comment));
  }
  writing.openAnchors.set(anchor, ends);
  return starts;
}

/** Word has no comments in headers, footers, notes and text boxes. */
function mayComment({ result }: Writing, { tree, node }: Spot): boolean {
  return tree === result.package.tree(result.main) && ancestor(tree, node, W.txbxContent) === NONE;
}

/** Gives the id of the new comment. */
function makeComment({ comments }: Writing, { comment }: Anchor): string | undefined {
  if (comment === undefined) return undefined;
  const { author, date, text } = comment;
  const runs = (tree: Tree): NodeId[] => [
    makeRun({ tree, properties: NONE, format: {} }, textNodes(tree, text.join("\n"))),
  ];
  return comments.idOf(comments.add({ author, date, parent: NONE, runs }));
}

/** Puts an anchor around the text of a paragraph, of the first one in a table, row or cell, or of the last one of a section. */
export function anchorBlock(writing: Writing, anchor: Anchor, { tree, node }: Spot): void {
  const paragraph = tree.name(node) === W.sectPr ? lastOfSection(tree, node) : paragraphIn(tree, node, "first");
  if (paragraph === NONE) return;
  const first = firstContent(tree, paragraph);
  const starts = makeAnchor(writing, { kind: "anchor", anchor, isStart: true }, { tree, host: paragraph });
  for (const start of starts) tree.insertBefore(paragraph, start, first);
  for (const end of writing.openAnchors.get(anchor)!) tree.append(paragraph, end);
}

/** The paragraph that ends a section: the one that holds its properties, or the last of the body. */
function lastOfSection(tree: Tree, section: NodeId): NodeId {
  const holder = ancestor(tree, section, W.p);
  return holder === NONE ? paragraphIn(tree, tree.parent(section), "last") : holder;
}
