// Lists comments at the end of the print copy, and writes their numbers in the text (PRN-8).
//
// LibreOffice prints no comments, and its build without windows exits when it lays one out. So all comment marks are
// removed, and the parts that contain comments.

import { COMMENT_MARKS } from "../../document/grammar.ts";
import { type CommentThread, commentThreads } from "../../document/marks/comments.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { bodyOf, partsOf, type Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { makeRun, textNodes } from "../../language/content-runs/run-nodes.ts";
import { writeParagraphFormat } from "../../language/paragraph-format.ts";
import type { RunFormatChange } from "../../language/run-format.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor, descendants, isAttached } from "../../revisions/markup.ts";
import { readReply } from "../read-reply.ts";
import type { RedlineReply } from "../redline.ts";

/** A comment with its replies, and the mark in the text that gets its number. */
interface PrintedComment {
  readonly said: readonly RedlineReply[];
  readonly tree: Tree | undefined;
  readonly mark: NodeId;
}

export interface PrintedComments {
  readonly comments: readonly PrintedComment[];
}

/** Reads the comments. Call it before the print copy is rewritten. */
export function readPrintedComments(document: WordDocument, stories: readonly Story[]): PrintedComments {
  return { comments: commentThreads(document, stories).map(printed) };
}

function printed({ comment, anchor, replies }: CommentThread): PrintedComment {
  const marks = [anchor?.reference ?? NONE, anchor?.end ?? NONE, anchor?.start ?? NONE];
  return {
    said: [comment, ...replies].map(readReply),
    tree: anchor?.story.tree,
    mark: marks.find((mark) => mark !== NONE) ?? NONE,
  };
}

export function listComments(document: WordDocument, { comments }: PrintedComments, trees: readonly Tree[]): void {
  for (const [index, { tree, mark }] of comments.entries())
    if (tree !== undefined && mark !== NONE && isAttached(tree, mark)) writeNumber(tree, mark, index + 1);
  for (const tree of trees) removeMarks(tree);
  for (const kind of COMMENT_PARTS) for (const part of partsOf(document, kind)) document.package.remove(part);
  const body = bodyOf(document);
  if (body !== undefined && comments.length > 0) appendList(body, comments);
}

const MICROSOFT = "http://schemas.microsoft.com/office";
const COMMENT_PARTS: readonly string[] = [
  "comments",
  `${MICROSOFT}/2011/relationships/commentsExtended`,
  `${MICROSOFT}/2016/09/relationships/commentsIds`,
  `${MICROSOFT}/2018/08/relationships/commentsExtensible`,
];

const NUMBER: RunFormatChange = { color: "#7F6000", vertical_align: "superscript", bold: true };

function numberText(number: number): string {
  return `[${number}]`;
}

function writeNumber(tree: Tree, mark: NodeId, number: number): void {
  const run = tree.name(tree.parent(mark)) === W.r ? tree.parent(mark) : mark;
  const written = makeRun({ tree, properties: NONE, format: NUMBER }, textNodes(tree, numberText(number)));
  if (ancestor(tree, run, W.p) !== NONE) tree.insertBefore(tree.parent(run), written, tree.nextSibling(run));
}

function removeMarks(tree: Tree): void {
  if (![...COMMENT_MARKS].some((name) => tree.mayHave(name))) return;
  for (const node of descendants(tree, tree.root))
    if (COMMENT_MARKS.has(tree.name(node)) && isAttached(tree, node)) tree.remove(node);
}

function appendList({ tree, root }: Story, comments: readonly PrintedComment[]): void {
  const last = tree.children(root).findLast((child) => tree.name(child) === W.sectPr) ?? NONE;
  const add = (paragraph: NodeId): void => tree.insertBefore(root, paragraph, last);
  add(entry(tree, { pieces: [["Comments", { bold: true, size: 13 }]], breaksPage: true }));
  for (const [index, { said }] of comments.entries()) {
    for (const [reply, { author, date, text }] of said.entries()) {
      const name = `${author === "" ? "Unknown author" : author}${date === undefined ? "" : `, ${date.slice(0, 10)}`}: `;
      const number = reply === 0 ? `${numberText(index + 1)}\t` : "\tReply by ";
      add(
        entry(tree, {
          pieces: [
            [number, { bold: true }],
            [name, { bold: true }],
            [text, {}],
          ],
        }),
      );
    }
  }
}

interface Entry {
  readonly pieces: readonly (readonly [text: string, format: RunFormatChange])[];
  readonly breaksPage?: boolean;
}

/**
 * Returns a paragraph of the list with its own measures in points, which do not depend on the document's default style.
 */
function entry(tree: Tree, { pieces, breaksPage = false }: Entry): NodeId {
  const paragraph = tree.element(W.p);
  const properties = tree.element(W.pPr);
  tree.append(paragraph, properties);
  const list = tree.element(W.numPr);
  tree.append(list, tree.element(W.numId, [[W.val, "0"]]));
  tree.append(properties, list);
  writeParagraphFormat({ tree }, properties, {
    ...{ alignment: "left", space_before: 0, space_after: 6, page_break_before: breaksPage },
    ...(breaksPage ? { indent_left: 0, indent_first_line: 0 } : { indent_left: 28, indent_first_line: -28 }),
  });
  for (const [text, format] of pieces)
    tree.append(
      paragraph,
      makeRun({ tree, properties: NONE, format: { size: 10, color: "auto", ...format } }, textNodes(tree, text)),
    );
  return paragraph;
}
