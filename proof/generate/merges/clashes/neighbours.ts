// Finds the paragraph directly before or after another.

import { NONE, type NodeId } from "@versus/engine/inside";
import type { RandomNumbers } from "../../../runner/random.ts";
import type { Draft } from "../../draft.ts";
import { elementsIn, nextElement } from "../../markup.ts";
import type { Place } from "../../places.ts";

/** Returns a random neighbour that edits may change, or undefined. */
export function neighbourOf(draft: Draft, place: Place, random: RandomNumbers): Place | undefined {
  const both = [previousOf(draft, place), nextOf(draft, place)].filter((found) => found !== undefined);
  return both[Math.floor(random() * both.length)];
}

export function nextOf(draft: Draft, { story: { tree }, node }: Place): Place | undefined {
  return placeOf(draft, nextElement(tree, node));
}

function previousOf(draft: Draft, { story: { tree }, node }: Place): Place | undefined {
  const siblings = elementsIn(tree, tree.parent(node));
  return placeOf(draft, siblings[siblings.indexOf(node) - 1] ?? NONE);
}

function placeOf({ body }: Draft, node: NodeId): Place | undefined {
  return node === NONE ? undefined : body.find((place) => place.node === node);
}
