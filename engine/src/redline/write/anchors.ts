// Writes anchors: untracked bookmarks, with optional comments, that lead readers to a change.

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

/**
 * Returns the markers of an anchor's bookmark and comment, all for its start or all for its end. They are not inserted
 * yet. `host` is a paragraph of the story that will contain them.
 */
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

/** True in the body. Word does not support comments in headers, footers, notes and text boxes. */
function mayComment({ result }: Writing, { tree, node }: Spot): boolean {
  return tree === result.package.tree(result.main) && ancestor(tree, node, W.txbxContent) === NONE;
}

/** Adds the comment of an anchor and returns its id; undefined if the anchor has no comment. */
function makeComment({ comments }: Writing, { comment }: Anchor): string | undefined {
  if (comment === undefined) return undefined;
  const { author, date, text } = comment;
  const runs = (tree: Tree): NodeId[] => [
    makeRun({ tree, properties: NONE, format: {} }, textNodes(tree, text.join("\n"))),
  ];
  return comments.idOf(comments.add({ author, date, parent: NONE, runs }));
}

/**
 * Puts an anchor around the text of a paragraph. For a table, row or cell this is its first paragraph, for a section
 * its last.
 */
export function anchorBlock(writing: Writing, anchor: Anchor, { tree, node }: Spot): void {
  const paragraph = tree.name(node) === W.sectPr ? lastOfSection(tree, node) : paragraphIn(tree, node, "first");
  if (paragraph === NONE) return;
  const first = firstContent(tree, paragraph);
  const starts = makeAnchor(writing, { kind: "anchor", anchor, isStart: true }, { tree, host: paragraph });
  for (const start of starts) tree.insertBefore(paragraph, start, first);
  for (const end of writing.openAnchors.get(anchor)!) tree.append(paragraph, end);
}

/** Returns the last paragraph of a section: the one that contains the section's properties, or the last of the body. */
function lastOfSection(tree: Tree, section: NodeId): NodeId {
  const holder = ancestor(tree, section, W.p);
  return holder === NONE ? paragraphIn(tree, tree.parent(section), "last") : holder;
}
