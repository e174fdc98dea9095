// Moves paragraphs: alone, with an edit inside, or several together.

import { type NodeId, W } from "@versus/engine/inside";
import { drawIndex } from "../../runner/random.ts";
import type { Draft, EditFinder } from "../draft.ts";
import { elementsIn, nextElement } from "../markup.ts";
import { changedText, changeText, isLoose, keepsTablesApart, type Place, type TextChange } from "../places.ts";
import { replacedWord } from "./text.ts";

/** Minimum number of letters; people would not call a shorter paragraph moved. */
const LEAST_LETTERS = 20;
/** A move passes more paragraphs than this, so that it is not a swap of neighbours. */
const LEAST_DISTANCE = 2;
const BLOCK = { least: 2, most: 5 } as const;

export const moveParagraph: EditFinder = (draft) => findMove(draft, movableAlone(draft), undefined);

export const moveWithEdit: EditFinder = (draft) => findMove(draft, movableAlone(draft), replacedWord);

export const moveBlock: EditFinder = (draft) => {
  const byNode = new Map(draft.body.map((place) => [place.node, place]));
  const isDistinctive = tellingIn(draft);
  return findMove(draft, (place) => blockFrom(draft, place, { byNode, isDistinctive }), undefined);
};

function movableAlone(draft: Draft): (place: Place) => Place[] | undefined {
  const isDistinctive = tellingIn(draft);
  return (place) => (isDistinctive(place) && isLoose(place) ? [place] : undefined);
}

/**
 * Returns a test for distinctive paragraphs: long enough, with a text that occurs once. If two paragraphs are equal,
 * nobody knows which one moved.
 */
function tellingIn({ body }: Draft): (place: Place) => boolean {
  const counts = new Map<string, number>();
  for (const { text } of body) counts.set(text, (counts.get(text) ?? 0) + 1);
  return ({ text }) => counts.get(text) === 1 && (text.match(/\p{L}/gu)?.length ?? 0) >= LEAST_LETTERS;
}

interface Blocks {
  readonly byNode: ReadonlyMap<NodeId, Place>;
  readonly isDistinctive: (place: Place) => boolean;
}

/** Returns a few adjacent paragraphs from `first` on that may all move. */
function blockFrom(draft: Draft, first: Place, { byNode, isDistinctive }: Blocks): Place[] | undefined {
  const { tree } = first.story;
  const wanted = BLOCK.least + drawIndex(draft.random, BLOCK.most - BLOCK.least + 1);
  const block: Place[] = [];
  for (let node = first.node; block.length < wanted; node = nextElement(tree, node)) {
    const place = byNode.get(node);
    if (place === undefined || !draft.isFree(place) || !isLoose(place)) break;
    block.push(place);
  }
  const isWorth = block.length >= BLOCK.least && block.some(isDistinctive);
  const ends = { first: first.node, last: block.at(-1)?.node ?? first.node };
  return isWorth && !keepsTablesApart(first.story, ends) ? block : undefined;
}

interface Move {
  readonly block: readonly Place[];
  readonly to: Place;
  /** The edit inside the only paragraph that moves. */
  readonly change: TextChange | undefined;
}

function findMove(
  draft: Draft,
  blockAt: (place: Place) => Place[] | undefined,
  look: typeof replacedWord | undefined,
): ReturnType<EditFinder> {
  const byNode = new Map(draft.body.map((place) => [place.node, place]));
  const found = draft.pick(draft.body, (place): Move | undefined => {
    const block = blockAt(place);
    const to = block === undefined ? undefined : draft.draw(targetsOf(draft, block, byNode));
    const change = to === undefined ? undefined : look?.(place, draft.random);
    return to === undefined || (look !== undefined && change === undefined) ? undefined : { block: block!, to, change };
  });
  if (found === undefined) return undefined;
  const [, move] = found;
  return () => {
    draft.touch(...move.block, move.to);
    return makeMove(move);
  };
}

/** Returns the free paragraphs, siblings of a block and far enough away, before which the block may move. */
function targetsOf(draft: Draft, block: readonly Place[], byNode: ReadonlyMap<NodeId, Place>): Place[] {
  const [first] = block as [Place];
  const { tree } = first.story;
  const paragraphs = elementsIn(tree, tree.parent(first.node)).filter((node) => tree.name(node) === W.p);
  const start = paragraphs.indexOf(first.node);
  const far = paragraphs.filter((_, at) => at < start - LEAST_DISTANCE || at > start + block.length + LEAST_DISTANCE);
  const places = far.map((node) => byNode.get(node)).filter((place) => place !== undefined);
  return places.filter((place) => draft.isFree(place) && !place.beginsInField);
}

function makeMove({ block, to, change }: Move) {
  const [first] = block as [Place];
  const { tree } = first.story;
  if (change !== undefined) changeText(first, change);
  for (const { node } of block) {
    tree.remove(node);
    tree.insertBefore(tree.parent(to.node), node, to.node);
  }
  const before = block.map(({ text }) => text);
  return {
    story: first.reference,
    paragraph: first.index,
    before,
    after: change === undefined ? before : [changedText(first, change)],
    offset: change?.start ?? 0,
    removed: change === undefined ? "" : first.text.slice(change.start, change.end),
    inserted: change?.inserted ?? "",
    to: to.index,
  };
}
