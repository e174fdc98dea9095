// Makes clashes over a moved paragraph.

import { type NodeId, W } from "@versus/engine/inside";
import { shuffle } from "../../../runner/random.ts";
import type { Draft } from "../../draft.ts";
import { elementsIn } from "../../markup.ts";
import { isLoose, type Place } from "../../places.ts";
import { takeOut } from "../../relationships.ts";
import { type Both, type Clash, type ClashForm, lettersIn, sameIn, tellingIn } from "./clash.ts";
import { neighbourOf, nextOf } from "./neighbours.ts";

/**
 * Minimum of what a move passes: the number of paragraphs, and their letters as a multiple of the moved letters. With
 * less, the passed paragraphs would count as moved.
 */
const LEAST_PASSED = { paragraphs: 3, times: 2 } as const;

/**
 * Returns the paragraphs before which another may move, so that it counts as moved and not the paragraphs it passes.
 */
function targetsOf(draft: Draft, place: Place): Place[] {
  const { tree } = place.story;
  const byNode = new Map(draft.body.map((each) => [each.node, each]));
  const siblings = elementsIn(tree, tree.parent(place.node)).filter((node) => tree.name(node) === W.p);
  const start = siblings.indexOf(place.node);
  return siblings.flatMap((node, at) => {
    const passed = at < start ? siblings.slice(at, start) : siblings.slice(start + 1, at);
    const target = byNode.get(node);
    return target === undefined || target.beginsInField || !isFar(passed, place, byNode) ? [] : [target];
  });
}

function isFar(passed: readonly NodeId[], { text }: Place, byNode: ReadonlyMap<NodeId, Place>): boolean {
  const letters = passed.reduce((sum, node) => sum + lettersIn(byNode.get(node)?.text ?? ""), 0);
  return passed.length >= LEAST_PASSED.paragraphs && letters >= LEAST_PASSED.times * lettersIn(text);
}

function move({ node, story: { tree } }: Place, to: Place): void {
  tree.remove(node);
  tree.insertBefore(tree.parent(to.node), node, to.node);
}

/** Calls `look` with the paragraphs that may move, in random order, and returns its first result. */
function firstOf(both: Both, look: (place: Place) => Clash | undefined): Clash | undefined {
  const isDistinctive = tellingIn(both.one);
  for (const place of shuffle(both.one.body, both.random)) {
    const found = isLoose(place) && isDistinctive(place) ? look(place) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Minimum difference of the indexes of two destinations, or of two paragraphs that move. */
const APART = 2;

/** One paragraph moves to two positions. In a near miss, two paragraphs move to neighbouring gaps. */
export const twoMoves: ClashForm = {
  conflict: "move",
  make: (both, isNear) => firstOf(both, (place) => (isNear ? moveBeside(both, place) : moveTwice(both, place))),
};

function moveTwice(both: Both, place: Place): Clash | undefined {
  const targets = targetsOf(both.one, place);
  const first = both.one.draw(targets);
  const others = targets.filter(({ index }) => first !== undefined && Math.abs(index - first.index) >= APART);
  const second = both.one.draw(others);
  if (first === undefined || second === undefined) return undefined;
  move(place, first);
  move(sameIn(both, place), sameIn(both, second));
  return { paragraph: place.index, isDistinctive: true };
}

function moveBeside(both: Both, place: Place): Clash | undefined {
  const isDistinctive = tellingIn(both.one);
  const other = both.one.draw(
    both.one.body.filter((each) => Math.abs(each.index - place.index) >= APART && isLoose(each) && isDistinctive(each)),
  );
  if (other === undefined) return undefined;
  const reach = new Set(targetsOf(both.one, other));
  const pairs = targetsOf(both.one, place).flatMap((first) => {
    const second = nextOf(both.one, first);
    const isFree = first !== other && second !== place && second !== other && second !== undefined && reach.has(second);
    return isFree ? [[first, second] as const] : [];
  });
  const drawn = both.one.draw(pairs);
  if (drawn === undefined) return undefined;
  move(place, drawn[0]);
  move(sameIn(both, other), sameIn(both, drawn[1]));
  return { paragraph: place.index, isDistinctive: true };
}

/** One copy moves the paragraph that the other deletes. In a near miss, the other deletes the paragraph beside it. */
export const moveAndDeletion: ClashForm = {
  conflict: "move",
  make: (both, isNear) =>
    firstOf(both, (place) => {
      const gone = isNear ? neighbourOf(both.one, place, both.random) : place;
      const isGone = gone !== undefined && (!isNear || (isLoose(gone) && tellingIn(both.one)(gone)));
      const targets = targetsOf(both.one, place).filter((to) => to !== gone && nextOf(both.one, gone ?? to) !== to);
      const to = both.one.draw(targets);
      if (to === undefined || !isGone) return undefined;
      move(place, to);
      const taken = sameIn(both, gone);
      takeOut(both.other.document, taken.story, taken.node);
      return { paragraph: place.index, isDistinctive: true };
    }),
};
