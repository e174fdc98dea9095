// Makes new paragraphs: tracked insertions with their mark.
//
// Without a style a paragraph is like a given one (style, list, indents, the formatting of its mark), but for what belongs to that
// one alone: a section break, a page break before it, tracked changes. With a style it has that style alone.

import type { Content } from "../../document/content-runs/content-run.ts";
import { type ParagraphFormatChange, writeParagraphFormat } from "../../document/paragraph-format.ts";
import { type RunFormatChange, writeRunFormat } from "../../document/run-format.ts";
import type { Story } from "../../document/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { markParagraph } from "../../revisions/write/mark-structure.ts";
import type { Workspace } from "./workspace.ts";
import { insertContent, plainLook } from "./write-content.ts";

export interface NewParagraph {
  readonly content: Content;
  readonly ref?: string;
  readonly style_id?: string;
  readonly format?: RunFormatChange;
  readonly paragraph_format?: ParagraphFormatChange;
  readonly numbering?: unknown;
}

export interface ParagraphModel {
  readonly story: Story;
  /** The paragraph that new ones are like, or NONE. */
  readonly model: NodeId;
  /** The JSON path of the new one. */
  readonly field: string;
  /** That of its text, where it is not the content of the new one. */
  readonly contentField?: string;
}

/** A new paragraph, its text and mark tracked as inserted, not yet anywhere. */
export function makeNewParagraph(
  work: Workspace,
  item: NewParagraph,
  { story, model, field, contentField = `${field}.content` }: ParagraphModel,
): NodeId {
  const { tree } = story;
  const paragraph = tree.element(W.p);
  const properties = item.style_id === undefined ? likeProperties(tree, model) : styleProperties(tree, item.style_id);
  tree.append(paragraph, properties);
  const mark = tree.child(properties, W.rPr);
  const look = mark === NONE ? tree.element(W.rPr) : mark;
  if (mark === NONE) tree.append(properties, look);
  if (item.format !== undefined) writeRunFormat({ tree }, look, item.format);
  if (item.paragraph_format !== undefined) writeParagraphFormat({ tree }, properties, item.paragraph_format);
  const text = { content: item.content, field: contentField };
  insertContent(work, text, { tree, place: { parent: paragraph, before: NONE }, look: plainLook(tree, look) });
  markParagraph(tree, paragraph, { change: "insertion", maker: work.own });
  const { numbering } = item;
  if (numbering !== undefined) {
    work.unnumbered.push({ block: { story, node: paragraph }, numbering, field: `${field}.numbering` });
  }
  return paragraph;
}

// policy: what a new paragraph does not take from its model
const NOT_TAKEN: ReadonlySet<NameId> = new Set([W.sectPr, W.pPrChange, W.pageBreakBefore]);

/** The properties of a paragraph like another. */
function likeProperties(tree: Tree, model: NodeId): NodeId {
  const own = model === NONE ? NONE : tree.child(model, W.pPr);
  if (own === NONE) return tree.element(W.pPr);
  const copy = tree.graft(tree, own);
  for (const child of tree.children(copy)) {
    const name = tree.name(child);
    if (NOT_TAKEN.has(name)) tree.remove(child);
    else if (name === W.rPr) tree.replace(child, plainLook(tree, child));
    else if (name === W.numPr) removeChildren(tree, child, TRACKED_NUMBERING);
  }
  return copy;
}

const TRACKED_NUMBERING: ReadonlySet<NameId> = new Set([W.ins, W.numberingChange]);

function removeChildren(tree: Tree, node: NodeId, names: ReadonlySet<NameId>): void {
  for (const child of tree.children(node)) if (names.has(tree.name(child))) tree.remove(child);
}

function styleProperties(tree: Tree, styleId: string): NodeId {
  const properties = tree.element(W.pPr);
  tree.append(properties, tree.element(W.pStyle, [[W.val, styleId]]));
  return properties;
}
