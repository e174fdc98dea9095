// Makes new rows and cells: like the ones beside them, with text that is tracked as inserted.
//
// A new cell has the properties of the cell that it is like, and its paragraphs those of the first paragraph there. What
// belongs to the other one alone is not taken: how it is merged downwards, tracked changes.

import { strangersIn, WRAPPERS } from "../../../document/grammar.ts";
import { blocksOf } from "../../../document/text/blocks.ts";
import type { Story } from "../../../document/text/stories.ts";
import { W } from "../../../document/word-names.ts";
import type { Content } from "../../../language/content-runs/content-run.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { descendants } from "../../../revisions/markup.ts";
import { markRow } from "../../../revisions/write/mark-structure.ts";
import type { Beside, DraftRow } from "../../plan/table-drafts.ts";
import { makeNewParagraph, type NewParagraph } from "../blocks/new-paragraphs.ts";
import { dropNotes } from "../blocks/remove-blocks.ts";
import { isTakenAway } from "../settle-ends.ts";
import type { Workspace } from "../workspace.ts";

/** What a cell of a table is to hold: one paragraph, or several. */
export type CellValue = Content | { readonly new_paragraphs: readonly NewParagraph[] };

export interface CellText {
  readonly value: CellValue;
  /** Its JSON path. */
  readonly field: string;
  /** Where refs find its paragraphs. */
  readonly group: string;
}

/** The paragraphs of a cell, each with the paths of its item and of its text. */
export function itemsOf({ value, field }: Pick<CellText, "value" | "field">) {
  if (typeof value === "string" || !("new_paragraphs" in value)) {
    return [{ item: { content: value } as NewParagraph, field, contentField: field }];
  }
  return value.new_paragraphs.map((item, index) => {
    const own = `${field}.new_paragraphs[${index}]`;
    return { item, field: own, contentField: `${own}.content` };
  });
}

export interface NewCell {
  readonly story: Story;
  /** The cell that it is like, or NONE. */
  readonly model: NodeId;
  readonly text: CellText;
  /** What it does not take from the other one's properties. */
  readonly without?: ReadonlySet<NameId>;
}

const OWN_OF_CELL = [W.vMerge, ...strangersIn(W.tcPr)];

/** A cell, not yet anywhere, with its text. */
export function makeCell(work: Workspace, { story, model, text, without = new Set() }: NewCell): NodeId {
  const { tree } = story;
  const cell = tree.element(W.tc);
  if (model !== NONE)
    takeProperties(tree, { from: model, to: cell, name: W.tcPr, without: new Set([...OWN_OF_CELL, ...without]) });
  // Not one that the request deleted or moved away.
  const isFirst = (node: NodeId): boolean => tree.name(node) === W.p && !isTakenAway(work, tree, node);
  const first = model === NONE ? NONE : (blocksOf(story, model).find(isFirst) ?? NONE);
  const like = first === NONE ? undefined : ({ story, node: first, side: "after" } as const);
  const nodes = itemsOf(text).map(({ item, field, contentField }) =>
    makeNewParagraph(work, item, { story, model: like, field, contentField }),
  );
  for (const node of nodes) tree.append(cell, node);
  work.made.set(
    text.group,
    nodes.map((node) => ({ story, node })),
  );
  return cell;
}

const OWN_OF_ROW = new Set([...strangersIn(W.trPr), ...strangersIn(W.tblPrEx)]);

export interface NewRow {
  readonly story: Story;
  readonly model: NodeId;
  /** Whether it is repeated on every page, as the other one may be. */
  readonly isHeader: boolean;
}

/** A row without cells, not yet anywhere, tracked as inserted. */
export function makeRow(work: Workspace, { story: { tree }, model, isHeader }: NewRow): NodeId {
  const row = tree.element(W.tr);
  const without = isHeader ? OWN_OF_ROW : new Set([...OWN_OF_ROW, W.tblHeader]);
  for (const name of [W.tblPrEx, W.trPr]) takeProperties(tree, { from: model, to: row, name, without });
  markRow(tree, row, { change: "insertion", maker: work.own });
  return row;
}

interface Taking {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly name: NameId;
  readonly without: ReadonlySet<NameId>;
}

function takeProperties(tree: Tree, { from, to, name, without }: Taking): void {
  const own = tree.child(from, name);
  if (own === NONE) return;
  const copy = tree.graft(tree, own);
  for (const child of tree.children(copy)) if (without.has(tree.name(child))) tree.remove(child);
  if (tree.firstChild(copy) !== NONE) tree.append(to, copy);
}

/** Puts a row or cell beside another; a control that holds the other one alone does not hold the new one. */
export function putBeside(
  tree: Tree,
  node: NodeId,
  { beside, side }: { readonly beside: NodeId; readonly side: Beside },
): void {
  const step = (at: NodeId): NodeId => (side === "before" ? tree.previousSibling(at) : tree.nextSibling(at));
  let at = beside;
  while (!HOLDERS.has(tree.name(tree.parent(at))) && !hasMore(tree, at, step)) at = tree.parent(at);
  tree.insertBefore(tree.parent(at), node, side === "before" ? at : tree.nextSibling(at));
}

const HOLDERS: ReadonlySet<NameId> = new Set([W.tbl, W.tr]);
const LINES: ReadonlySet<NameId> = new Set([W.tr, W.tc, ...WRAPPERS]);

function hasMore(tree: Tree, node: NodeId, step: (at: NodeId) => NodeId): boolean {
  for (let at = step(node); at !== NONE; at = step(at)) if (LINES.has(tree.name(at))) return true;
  return false;
}

/** Takes out the rows and cells that the request itself put into rows which it then removes. */
export function dropNew(work: Workspace, tree: Tree, rows: readonly DraftRow[]): void {
  for (const { node, cells, isNew } of rows) {
    if (isNew) takeOut(work, tree, node);
    else for (const cell of cells) if (cell.isNew) takeOut(work, tree, cell.node);
  }
}

/** Takes out what the request itself put in, with the notes that it refers to. */
export function takeOut(work: Workspace, tree: Tree, node: NodeId): void {
  for (const one of descendants(tree, node)) if (tree.name(one) === W.r) dropNotes(work, tree, one);
  tree.remove(node);
}
