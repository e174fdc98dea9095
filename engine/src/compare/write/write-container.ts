// Carries out the plan of a container on the redline, step by step in reading order.

import { W } from "../../document/word-names.ts";
import { MC } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { ContainerPlan, DeleteStep, InsertStep, Nested, Step } from "../plan/plan.ts";
import { copied, deletedCopy, markInserted, markMoved, standing } from "./mark-items.ts";
import { closeMove, type Half, noteMoves, openMove } from "./move-ranges.ts";
import { formatSame } from "./write-formatting.ts";
import { writeGroup } from "./write-group.ts";
import { writeTable } from "./write-table.ts";
import { adopt, treeOf, type Writing } from "./writing.ts";

export function writeContainer(plan: ContainerPlan, writing: Writing): void {
  const place = new BlockPlace(plan, treeOf(writing, plan.after.story.part));
  for (const [index, step] of plan.steps.entries()) {
    if (step.kind === "delete") writeDeletion(step, { place, index, part: plan.after.story.part }, writing);
    else if (step.kind === "insert") writeInsertion(step, writing);
    else if (step.kind === "same") formatSame(step, writing);
    else if (step.kind === "group") writeGroup(step, writing);
    else if (step.kind === "table") writeTable(step, { writing, writeCell: (cell) => writeContainer(cell, writing) });
    place.pass(step);
  }
  for (const step of plan.steps) {
    if (step.kind === "same" || step.kind === "group") for (const nested of step.nested) writeNested(nested, writing);
  }
}

function writeNested({ kind, plan }: Nested, writing: Writing): void {
  writeContainer(plan, writing);
  const tree = treeOf(writing, plan.after.story.part);
  if (kind === "box" && !tree.isClosed(plan.after.node)) dropFallbacks(tree, plan.after.node);
}

/** The same box for older readers would say something else now. */
function dropFallbacks(tree: Tree, box: NodeId): void {
  for (let at = tree.parent(box); at !== NONE && tree.name(at) !== W.p; at = tree.parent(at)) {
    if (tree.name(at) !== MC.AlternateContent) continue;
    for (const branch of tree.children(at)) if (tree.name(branch) === MC.Fallback) tree.remove(branch);
  }
}

interface DeletionContext {
  readonly place: BlockPlace;
  readonly index: number;
  readonly part: string;
}

function writeDeletion({ item, move }: DeleteStep, { place, index, part }: DeletionContext, writing: Writing): void {
  if (move === undefined || item.kind === "table") {
    place.insert(deletedCopy(writing, item, part), index);
    return;
  }
  const marked = copied(writing, item, part);
  const { tree, node } = marked;
  markMoved(writing, marked, { move, half: "from" });
  const known = writing.adoption.notes.length;
  adopt(writing, node, { from: item.story.part, into: part });
  noteMoves(writing, known);
  place.insert(node, index);
  frameMove(writing, { tree, node, move, half: "from" });
}

function writeInsertion({ item, move }: InsertStep, writing: Writing): void {
  if (move === undefined || item.kind === "table") {
    markInserted(writing, item);
    return;
  }
  const marked = standing(writing, item);
  markMoved(writing, marked, { move, half: "to" });
  frameMove(writing, { tree: marked.tree, node: marked.node, move, half: "to" });
}

/** Opens the range of a move in its first paragraph and closes it after its last. */
function frameMove(
  writing: Writing,
  { tree, node, ...half }: Half & { readonly tree: Tree; readonly node: NodeId },
): void {
  if (half.move.isFirst) {
    const properties = tree.child(node, W.pPr);
    const first = properties === NONE ? tree.firstChild(node) : tree.nextSibling(properties);
    tree.insertBefore(node, openMove(writing, { tree, ...half }), first);
  }
  if (half.move.isLast) tree.insertBefore(tree.parent(node), closeMove(writing, half), tree.nextSibling(node));
}

/** Where blocks of the before side are put: between the blocks of the after side that stand around them. */
class BlockPlace {
  readonly #plan: ContainerPlan;
  readonly #tree: Tree;
  /** The last block that was passed or put in. */
  #last = NONE;
  /** The index of the next step with a block of the after side, once it was looked for. */
  #ahead = 0;

  constructor(plan: ContainerPlan, tree: Tree) {
    this.#plan = plan;
    this.#tree = tree;
  }

  pass(step: Step): void {
    if (step.kind === "insert") this.#last = this.#rangeEnd(step.item.node);
    else if (step.kind === "same" || step.kind === "table") this.#last = step.after.node;
    else if (step.kind === "group") this.#last = step.after.at(-1)!.node;
  }

  insert(block: NodeId, index: number): void {
    const tree = this.#tree;
    const next = this.#next(index);
    const container = this.#plan.after.node;
    if (next !== NONE && (this.#last === NONE || depth(tree, next, container) <= depth(tree, this.#last, container))) {
      tree.insertBefore(tree.parent(next), block, next);
    } else if (this.#last !== NONE) tree.insertBefore(tree.parent(this.#last), block, this.#after(this.#last));
    else tree.insertBefore(container, block, this.#start());
    this.#last = block;
  }

  /** The first block of the after side past a step: many deletions in a row look for it once. */
  #next(index: number): NodeId {
    const { steps } = this.#plan;
    this.#ahead = Math.max(this.#ahead, index + 1);
    while (steps[this.#ahead]?.kind === "delete") this.#ahead += 1;
    const step = steps[this.#ahead];
    if (step === undefined || step.kind === "delete") return NONE;
    if (step.kind === "insert") return step.item.node;
    return step.kind === "group" ? step.after[0]!.node : step.after.node;
  }

  /** The end of a move's range belongs to the block before it. */
  #rangeEnd(block: NodeId): NodeId {
    const next = this.#tree.nextSibling(block);
    const isEnd = next !== NONE && RANGE_ENDS.has(this.#tree.name(next));
    return isEnd ? next : block;
  }

  #after(block: NodeId): NodeId {
    return this.#tree.nextSibling(this.#rangeEnd(block));
  }

  /** Before the section properties of a body that has no blocks, after a cell's own properties. */
  #start(): NodeId {
    const children = this.#tree.children(this.#plan.after.node);
    return children.find((child) => this.#tree.name(child) === W.sectPr) ?? NONE;
  }
}

const RANGE_ENDS = new Set([W.moveFromRangeEnd, W.moveToRangeEnd]);

function depth(tree: Tree, node: NodeId, container: NodeId): number {
  let levels = 0;
  for (let at = tree.parent(node); at !== NONE && at !== container; at = tree.parent(at)) levels += 1;
  return levels;
}
