// Finds text boxes: floating stories that are anchored in a paragraph of another story.
//
// A drawing contains a box in wps:txbx, older markup in v:textbox; both contain a w:txbxContent. Word writes each box twice, as
// alternatives for new and old readers. The branch that the rule of markup compatibility chooses is read. The same box in the
// other branch is its twin. Code that writes into one box must also write into the twin, or remove the alternative. A box may
// contain a box. Each copy of the outer box then contains the inner one again. The twin of an inner box is in its own pair of
// branches.

import { MC, type NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { W } from "../word-names.ts";
import { paragraphsOf } from "./blocks.ts";
import { elementsBelow } from "./elements.ts";
import type { Story } from "./stories.ts";

export interface TextBox {
  readonly story: Story;
  /** Story and paragraph that contain the anchor. */
  readonly anchor: { readonly story: Story; readonly paragraph: NodeId };
  /** Nearest mc:AlternateContent around the box, or NONE. */
  readonly alternatives: NodeId;
  /** The same box in the branch that is not read, or NONE. */
  readonly twin: NodeId;
}

/** Returns the text boxes of a story in the order of their anchors. Boxes inside a box follow it. */
export function textBoxesOf(story: Story): TextBox[] {
  const boxes: TextBox[] = [];
  collectBoxes(story, { boxes, twins: new Map() });
  return boxes;
}

const WHOLE: ReadonlySet<NameId> = new Set([W.txbxContent, W.p]);

/** Returns only the stories of the boxes, in the same order, without anchors and twins. */
export function textBoxStories(story: Story): Story[] {
  return rootsOf(story).flatMap(({ root }) => {
    const box: Story = { ...story, kind: "textbox", root };
    return [box, ...textBoxStories(box)];
  });
}

/** Returns the boxes in the paragraphs of a story, without boxes inside boxes. */
function rootsOf(story: Story): { readonly paragraph: NodeId; readonly root: NodeId }[] {
  const { tree } = story;
  if (!tree.mayHave(W.txbxContent)) return [];
  return paragraphsOf(story).flatMap((paragraph) => {
    const elements = [...elementsBelow(story, paragraph, WHOLE)];
    return elements.filter((node) => tree.name(node) === W.txbxContent).map((root) => ({ paragraph, root }));
  });
}

interface Collected {
  readonly boxes: TextBox[];
  /** Maps an mc:AlternateContent to its boxes that are read, with the twin of each. */
  readonly twins: Map<NodeId, ReadonlyMap<NodeId, NodeId>>;
}

function collectBoxes(story: Story, { boxes, twins }: Collected): void {
  for (const { paragraph, root } of rootsOf(story)) {
    const box: Story = { ...story, kind: "textbox", root };
    const { branch, alternatives } = branchAround(story, root);
    if (alternatives !== NONE && !twins.has(alternatives)) twins.set(alternatives, pairBoxes(story, branch));
    const twin = twins.get(alternatives)?.get(root) ?? NONE;
    boxes.push({ story: box, anchor: { story, paragraph }, alternatives, twin });
    collectBoxes(box, { boxes, twins });
  }
}

/**
 * Pairs the boxes of the branch that is read with those of the last other branch, in order. Returns no pairs if the numbers
 * differ.
 */
function pairBoxes(story: Story, branch: NodeId): Map<NodeId, NodeId> {
  const { tree } = story;
  const others = tree.children(tree.parent(branch)).filter((other) => other !== branch && tree.isElement(other));
  const own = boxesBelow(story, branch);
  const copies = others.length === 0 ? [] : boxesBelow(story, others.at(-1)!);
  return new Map(copies.length === own.length ? own.map((box, index) => [box, copies[index]!]) : []);
}

function branchAround(story: Story, root: NodeId): { branch: NodeId; alternatives: NodeId } {
  const { tree } = story;
  let branch = root;
  let parent = tree.parent(branch);
  while (parent !== NONE && tree.name(parent) !== MC.AlternateContent && tree.name(parent) !== W.p) {
    branch = parent;
    parent = tree.parent(branch);
  }
  const isFound = parent !== NONE && tree.name(parent) === MC.AlternateContent;
  return isFound ? { branch, alternatives: parent } : { branch: NONE, alternatives: NONE };
}

function boxesBelow(story: Story, branch: NodeId): NodeId[] {
  return [...elementsBelow(story, branch, WHOLE)].filter((node) => story.tree.name(node) === W.txbxContent);
}
