// Writes the steps of a container in reading order.

import { firstContent } from "../../document/text/elements.ts";
import { W } from "../../document/word-names.ts";
import { MC } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { depthIn } from "../../revisions/markup.ts";
import type { Item } from "../content/items.ts";
import type { BlockStep, ContainerScript, NestedScript, WholeStep } from "../script/script.ts";
import { anchorBlock } from "./anchors.ts";
import { makeBorder } from "./move-ranges.ts";
import { markedCopy, markStanding } from "./whole-blocks.ts";
import { writeFlow } from "./write-flow.ts";
import { writeLooks, writeProperties } from "./write-properties.ts";
import { writeTable } from "./write-table.ts";
import { treeOf, type Writing } from "./writing.ts";

export function writeContainer(script: ContainerScript, writing: Writing): void {
  const { part } = script.container.story;
  const place = new BlockPlace(script, writing);
  for (const [index, step] of script.steps.entries()) {
    if (step.kind === "whole") writeWhole(step, { place, index, part }, writing);
    else if (step.kind === "keep") {
      writeLooks(step.formatChanges, writing, { part });
      writeProperties(step.propertyChanges, writing);
    } else if (step.kind === "flow") writeFlow(step, { writing, part });
    else writeTable(step, { writing, writeCell: (cell) => writeContainer(cell, writing) });
    place.pass(step);
  }
  for (const step of script.steps) {
    if (step.kind === "keep" || step.kind === "flow") for (const nested of step.nested) writeNested(nested, writing);
  }
}

function writeNested({ kind, content }: NestedScript, writing: Writing): void {
  writeContainer(content, writing);
  const { story, node } = content.container;
  const tree = treeOf(writing, story.part);
  if (kind === "note") writing.writtenNotes.add(noteName(story.part, node));
  if (kind === "box" && !tree.isClosed(node)) dropFallbacks(tree, node);
}

/** Returns a key for a note of the carrier. */
export function noteName(part: string, root: NodeId): string {
  return `${root} ${part}`;
}

/** Removes the fallback branches around a changed text box, because they show the old text in older readers. */
function dropFallbacks(tree: Tree, box: NodeId): void {
  for (let at = tree.parent(box); at !== NONE && tree.name(at) !== W.p; at = tree.parent(at)) {
    if (tree.name(at) !== MC.AlternateContent) continue;
    for (const branch of tree.children(at)) if (tree.name(branch) === MC.Fallback) tree.remove(branch);
  }
}

interface WholeContext {
  readonly place: BlockPlace;
  readonly index: number;
  readonly part: string;
}

function writeWhole(step: WholeStep, { place, index, part }: WholeContext, writing: Writing): void {
  const { item } = step;
  const tree = treeOf(writing, part);
  if (item.source === writing.carrier) {
    markStanding(writing, step);
    finishWhole(writing, tree, { step, node: item.node });
    return;
  }
  const node = markedCopy(writing, step, part);
  place.insert(node, index);
  finishWhole(writing, tree, { step, node });
}

function finishWhole(writing: Writing, tree: Tree, { step, node }: { step: WholeStep; node: NodeId }): void {
  if (step.anchor !== undefined) anchorBlock(writing, step.anchor, { tree, node });
  frameMove(writing, tree, { step, node });
}

/** Opens the range of a move in its first paragraph and closes it after its last block. */
function frameMove(writing: Writing, tree: Tree, { step, node }: { step: WholeStep; node: NodeId }): void {
  if (step.opens !== undefined) {
    tree.insertBefore(node, makeBorder(writing, tree, step.opens), firstContent(tree, node));
  }
  if (step.closes !== undefined) {
    tree.insertBefore(tree.parent(node), makeBorder(writing, tree, step.closes), tree.nextSibling(node));
  }
}

/** Finds the position for blocks of other sources: between the neighbouring blocks of the carrier. */
class BlockPlace {
  readonly #script: ContainerScript;
  readonly #writing: Writing;
  readonly #tree: Tree;
  /** The last block that was passed or inserted. */
  #last = NONE;
  /** Index of the next step with a block of the carrier, as far as the search went. */
  #ahead = 0;

  constructor(script: ContainerScript, writing: Writing) {
    this.#script = script;
    this.#writing = writing;
    this.#tree = treeOf(writing, script.container.story.part);
  }

  pass(step: BlockStep): void {
    const last = this.#blockOf(step, "last");
    if (last !== NONE) this.#last = step.kind === "whole" ? this.#rangeEnd(last) : last;
  }

  /** Returns the first or last block of the carrier in a step, or NONE. */
  #blockOf(step: BlockStep, which: "first" | "last"): NodeId {
    const isOurs = ({ source }: Item): boolean => source === this.#writing.carrier;
    if (step.kind !== "flow") return isOurs(step.item) ? step.item.node : NONE;
    const items = step.steps.map((one) => (one.kind === "table" ? one.item : one.end.item));
    return (which === "first" ? items.find(isOurs) : items.findLast(isOurs))?.node ?? NONE;
  }

  insert(block: NodeId, index: number): void {
    const tree = this.#tree;
    const next = this.#next(index);
    const container = this.#script.container.node;
    if (
      next !== NONE &&
      (this.#last === NONE || depthIn(tree, next, container) <= depthIn(tree, this.#last, container))
    ) {
      tree.insertBefore(tree.parent(next), block, next);
    } else if (this.#last !== NONE) tree.insertBefore(tree.parent(this.#last), block, this.#after(this.#last));
    else tree.insertBefore(container, block, this.#start());
    this.#last = block;
  }

  /**
   * Returns the first block of the carrier after a step, or NONE. The search continues where the last one ended, so
   * adjacent copies share it.
   */
  #next(index: number): NodeId {
    const { steps } = this.#script;
    this.#ahead = Math.max(this.#ahead, index + 1);
    for (; this.#ahead < steps.length; this.#ahead += 1) {
      const first = this.#blockOf(steps[this.#ahead]!, "first");
      if (first !== NONE) return first;
    }
    return NONE;
  }

  /**
   * Returns the end marker of a move range that directly follows the block, otherwise the block. Copies must be
   * inserted after the marker.
   */
  #rangeEnd(block: NodeId): NodeId {
    const next = this.#tree.nextSibling(block);
    const isEnd = next !== NONE && RANGE_ENDS.has(this.#tree.name(next));
    return isEnd ? next : block;
  }

  #after(block: NodeId): NodeId {
    return this.#tree.nextSibling(this.#rangeEnd(block));
  }

  /** The position before the w:sectPr of a body without blocks, otherwise the end of the container. */
  #start(): NodeId {
    const { node } = this.#script.container;
    const children = this.#tree.children(node);
    return children.find((child) => this.#tree.name(child) === W.sectPr) ?? NONE;
  }
}

const RANGE_ENDS = new Set([W.moveFromRangeEnd, W.moveToRangeEnd]);
