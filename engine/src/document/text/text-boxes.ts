// Text boxes: stories that float, anchored in a paragraph of another story.
//
// A drawing holds one in wps:txbx, older markup in v:textbox; both around a w:txbxContent. Word
// writes the same box twice, as alternatives for new and old readers: we read the branch that the
// rule of markup compatibility chooses. The same box in the other branch is its twin; whoever writes
// into one writes into both, or removes the alternative that is not read. A box may stand in a box,
// and then each copy of the outer one holds the inner one again: the twin of an inner box is the one
// in its own pair of branches.

import { MC, type NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { W } from "../word-names.ts";
import { paragraphsOf } from "./blocks.ts";
import { elementsBelow } from "./elements.ts";
import type { Story } from "./stories.ts";

export interface TextBox {
  readonly story: Story;
  /** The story and the paragraph in which it is anchored. */
  readonly anchor: { readonly story: Story; readonly paragraph: NodeId };
  /** The mc:AlternateContent nearest around it, or NONE. */
  readonly alternatives: NodeId;
  /** The same box in the branch that is not read, or NONE. */
  readonly twin: NodeId;
}

/** The text boxes of a story, in the order of their anchors; a box is followed by the boxes in it. */
export function textBoxesOf(story: Story): TextBox[] {
  const boxes: TextBox[] = [];
  collectBoxes(story, { boxes, twins: new Map() });
  return boxes;
}

const WHOLE: ReadonlySet<NameId> = new Set([W.txbxContent, W.p]);

/** The stories alone, in the same order: for who does not ask where they are anchored or what their twins are. */
export function textBoxStories(story: Story): Story[] {
  return rootsOf(story).flatMap(({ root }) => {
    const box: Story = { ...story, kind: "textbox", root };
    return [box, ...textBoxStories(box)];
  });
}

/** The boxes that stand in the paragraphs of a story, not those in boxes. */
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
  /** By alternative content: the twins of its boxes that are read. */
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

/** The twins of the boxes of the branch that is read: as many boxes into the last other branch, if both hold the same number. */
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
