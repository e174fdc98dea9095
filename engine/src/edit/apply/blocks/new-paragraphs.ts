// Makes new paragraphs: tracked insertions with their mark.
//
// Without a style a paragraph is like a given one (style, list, indents, the formatting of its mark and of its text), but for what
// belongs to that one alone: a section break, a page break before it, tracked changes. With a style it has that style alone.

import type { Story } from "../../../document/text/stories.ts";
import { W } from "../../../document/word-names.ts";
import { writeParagraphFormat } from "../../../language/paragraph-format.ts";
import { writeRunFormat } from "../../../language/run-format.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { markParagraph } from "../../../revisions/write/mark-structure.ts";
import { locateParagraph } from "../../locate/paragraphs.ts";
import type { NewParagraphGiven } from "../../shape/content.ts";
import { TRACKED_NUMBERING } from "../lists/number-paragraphs.ts";
import { HIDES, lookBeside } from "../text/text-look.ts";
import { insertContent, plainLook } from "../text/write-content.ts";
import type { StandingBlock, Workspace } from "../workspace.ts";

export type NewParagraph = NewParagraphGiven;

/** A paragraph that others are like. */
export interface Model extends StandingBlock {
  /** The paragraph whose text theirs looks like, when it is another: the second part of one that was split. */
  readonly text?: NodeId;
  /** The side of that text. */
  readonly side: "before" | "after";
}

export interface ParagraphModel {
  readonly story: Story;
  /** The paragraph that new ones are like. */
  readonly model: Model | undefined;
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
  const like = modelFor(work, item, { model, field });
  const properties = like === undefined ? styleProperties(tree, item.style_id) : likeProperties(tree, like);
  tree.append(paragraph, properties);
  const mark = madeChild(tree, properties);
  const look =
    like === undefined ? NONE : lookBeside(work, { ...like, node: like.text ?? like.node }, { tree, side: like.side });
  const own = look === NONE ? tree.element(W.rPr) : look;
  for (const one of item.format === undefined ? [] : [mark, own]) writeRunFormat({ tree }, one, item.format!);
  if (item.paragraph_format !== undefined) writeParagraphFormat({ tree }, properties, item.paragraph_format);
  const text = { content: item.content, field: contentField };
  insertContent(work, text, { tree, place: { parent: paragraph, before: NONE }, look: own });
  markParagraph(tree, paragraph, { change: "insertion", maker: work.own });
  const { numbering } = item;
  if (numbering !== undefined) {
    work.unnumbered.push({ block: { story, node: paragraph }, numbering, field: `${field}.numbering` });
  }
  return paragraph;
}

/** The paragraph that a new one is like: with a style of its own it is like none. */
function modelFor(
  work: Workspace,
  { style_id: style, like }: NewParagraph,
  { model, field }: Pick<ParagraphModel, "model" | "field">,
): Model | undefined {
  if (like === undefined) return style === undefined ? model : undefined;
  const named = locateParagraph(work, like, `${field}.like`);
  return "found" in named ? { ...work.paragraphOf(named.found), side: "after" } : model;
}

function madeChild(tree: Tree, properties: NodeId): NodeId {
  const present = tree.child(properties, W.rPr);
  if (present !== NONE) return present;
  const made = tree.element(W.rPr);
  tree.append(properties, made);
  return made;
}

// policy: what a new paragraph does not take from its model
const NOT_TAKEN: ReadonlySet<NameId> = new Set([W.sectPr, W.pPrChange, W.pageBreakBefore]);

/** The properties of a paragraph like another. */
function likeProperties(tree: Tree, { story: { tree: from }, node }: Model): NodeId {
  const own = from.child(node, W.pPr);
  if (own === NONE) return tree.element(W.pPr);
  const copy = tree.graft(from, own);
  for (const child of tree.children(copy)) {
    const name = tree.name(child);
    if (NOT_TAKEN.has(name)) tree.remove(child);
    else if (name === W.rPr) tree.replace(child, plainLook(tree, child, { without: HIDES }));
    else if (name === W.numPr) removeChildren(tree, child, TRACKED_NUMBERING);
  }
  return copy;
}

function removeChildren(tree: Tree, node: NodeId, names: readonly NameId[]): void {
  for (const child of tree.children(node)) if (names.includes(tree.name(child))) tree.remove(child);
}

function styleProperties(tree: Tree, styleId: string | undefined): NodeId {
  const properties = tree.element(W.pPr);
  if (styleId !== undefined) tree.append(properties, tree.element(W.pStyle, [[W.val, styleId]]));
  return properties;
}
