// Inserts, deletes, splits and joins paragraphs.

import { NONE, type NodeId, W } from "@versus/engine/inside";
import { drawIndex } from "../../runner/random.ts";
import { holdsAnchor } from "../anchors.ts";
import type { Draft, EditFinder } from "../draft.ts";
import { copiesOf, cutRun, elementsIn, make, makeParagraph, makeRun, nextElement } from "../markup.ts";
import { canChange, changeText, firstRun, isLoose, matchesIn, type Place, pointAt } from "../places.ts";
import { takeOut } from "../relationships.ts";
import { newSentence } from "../words.ts";

/** True if a paragraph ends a section, so that its mark stays. */
function endsSection({ story: { tree }, node }: Place): boolean {
  const properties = tree.child(node, W.pPr);
  return properties !== NONE && tree.child(properties, W.sectPr) !== NONE;
}

/** True if a new paragraph may follow this paragraph of running text. */
export function hasRoomBehind(place: Place): boolean {
  return place.text.trim() !== "" && place.segments.length > 0 && place.isOutsideFields && !endsSection(place);
}

export const insertParagraph: EditFinder = (draft) => {
  const [place] = draft.pick(draft.body, (candidate) => hasRoomBehind(candidate) || undefined) ?? [];
  if (place === undefined) return undefined;
  return () => {
    const { tree } = place.story;
    const count = 1 + drawIndex(draft.random, 3);
    const text = Array.from({ length: count }, () => newSentence(place.text, draft.random)).join(" ");
    const made = makeParagraph(tree, { paragraph: place.node, run: firstRun(place) }, text);
    draft.touch(place);
    tree.insertBefore(tree.parent(place.node), made, tree.nextSibling(place.node));
    const { reference: story, index: paragraph } = place;
    return { story, paragraph, before: [], after: [text], offset: 0, removed: "", inserted: text };
  };
};

export const deleteParagraph: EditFinder = (draft) => {
  const [place] = draft.pick(draft.body, (candidate) => isLoose(candidate) || undefined) ?? [];
  if (place === undefined) return undefined;
  return () => {
    const { reference: story, index: paragraph, text } = place;
    draft.touch(place);
    takeOut(draft.document, place.story, place.node);
    return { story, paragraph, before: [text], after: [], offset: 0, removed: text, inserted: "" };
  };
};

/** Minimum number of characters of each half of a split. */
const LEAST_HALF = 10;

export const splitParagraph: EditFinder = (draft) => {
  const found = draft.pick(draft.body, (place) => {
    if (!hasRoomBehind(place) || place.twin !== undefined) return undefined;
    const spaces = matchesIn(place, "(?<=\\S) (?=\\S)");
    return draft.draw(spaces.filter(({ start, end }) => start >= LEAST_HALF && place.text.length - end >= LEAST_HALF));
  });
  if (found === undefined) return undefined;
  const [place, { start, end }] = found;
  return () => {
    draft.touch(place);
    splitAt(place, start, end);
    const { reference: story, index: paragraph, text } = place;
    const after = [text.slice(0, start), text.slice(end)];
    return { story, paragraph, before: [text], after, offset: start, removed: text.slice(start, end), inserted: "" };
  };
};

/** Deletes the text from `start` to `end`, and moves the content after it into a new paragraph of equal properties. */
export function splitAt(place: Place, start: number, end: number): void {
  const { tree } = place.story;
  const point = pointAt(place, end);
  const first = cutRun(tree, point);
  const behind: NodeId[] = [];
  for (let node = first; node !== NONE; node = tree.nextSibling(node)) behind.push(node);
  const second = make(tree, W.p, ...copiesOf(tree, place.node, W.pPr));
  for (const node of behind) {
    tree.remove(node);
    tree.append(second, node);
  }
  changeText(place, { start, end, inserted: "" });
  tree.insertBefore(tree.parent(place.node), second, tree.nextSibling(place.node));
}

export const joinParagraphs: EditFinder = (draft) => {
  const byNode = new Map(draft.body.map((place) => [place.node, place]));
  const found = draft.pick(draft.body, (place) => joinable(draft, place, byNode));
  if (found === undefined) return undefined;
  const [first, second] = found;
  return () => {
    draft.touch(first, second);
    const joint = /\s$/.test(first.text) ? "" : " ";
    join(first, second, joint);
    const { reference: story, index: paragraph, text } = first;
    const after = [text + joint + second.text];
    return { story, paragraph, before: [text, second.text], after, offset: text.length, removed: "", inserted: joint };
  };
};

/** Returns the next paragraph if both have text and equal properties, and the next one is free and has no anchor. */
function joinable(draft: Draft, first: Place, byNode: ReadonlyMap<NodeId, Place>): Place | undefined {
  const { tree } = first.story;
  const second = byNode.get(nextElement(tree, first.node));
  if (second === undefined || !draft.isFree(second)) return undefined;
  const isPlain = [first, second].every(
    (place) => place.text.trim() !== "" && place.isOutsideFields && !endsSection(place),
  );
  const isSame = propertyBytes(first) === propertyBytes(second);
  return isPlain && isSame && !holdsAnchor(tree, second.node) ? second : undefined;
}

function propertyBytes({ story: { tree }, node }: Place): string {
  const properties = tree.child(node, W.pPr);
  if (properties === NONE) return "";
  return tree.isClosed(properties) ? Buffer.from(tree.spanBytes(properties)).toString() : `changed ${properties}`;
}

function join(first: Place, second: Place, joint: string): void {
  const { tree } = first.story;
  const point = { start: first.text.length, end: first.text.length, inserted: joint };
  if (joint !== "" && canChange(first, point)) changeText(first, point);
  else if (joint !== "") tree.append(first.node, makeRun(tree, firstRun(first), joint));
  for (const child of elementsIn(tree, second.node)) {
    if (tree.name(child) === W.pPr) continue;
    tree.remove(child);
    tree.append(first.node, child);
  }
  tree.remove(second.node);
}
