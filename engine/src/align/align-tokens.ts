// Matches equal tokens of two texts in order and leaves as few tokens as possible unmatched (CMP-94).
//
// 1. Equal ends are matched.
// 2. Tokens that the other side does not have cannot match, so they are set aside. That loses nothing and makes
//   rewritten sentences cheap.
// 3. The rest is a box. A box with equal ends is trimmed, and one that is empty on a side is done. Any other box is
//   split at a point on a shortest edit script (split-box.ts), and both halves are boxes again.
// 4. Runs are made maximal, because after a capped search a gap may begin with the same token on both sides.
//
// The boxes are in a list instead of on the call stack, so depth does not matter. A step is one token or diagonal. With
// the cap, no input costs more than about 1,300 steps per token; the worst input found costs 330, for two unrelated
// texts.

import type { Budget } from "./budget.ts";
import { equalFrom, equalUpTo, extendMatches, type Match, Partners } from "./match.ts";
import { type Box, BoxSplitter } from "./split-box.ts";

/**
 * Returns the matches of two texts in order; tokens are equal if their numbers are. The number of matched tokens is the
 * maximum, unless a range differs in more than 2 * COST_CAP tokens that the other side has elsewhere; then it is close
 * to it. After the budget is spent, the rest stays unmatched, except equal ends.
 */
export function alignTokens(before: Int32Array, after: Int32Array, budget: Budget): Match[] {
  const items = { before, after };
  const partners = new Partners(before.length);
  const whole: Box = { beforeFrom: 0, beforeTo: before.length, afterFrom: 0, afterTo: after.length };
  const { inner, head, tail } = trim(items, whole);
  partners.joinRun(head);
  partners.joinRun(tail);
  budget.spend(before.length + after.length);
  if (!isDone(inner) && !budget.isSpent) alignInner(items, inner, { partners, budget });
  return extendMatches(partners.matches(), items);
}

type Items = { readonly before: Int32Array; readonly after: Int32Array };

/** Matches the tokens inside a box whose ends differ. */
function alignInner(items: Items, box: Box, work: { partners: Partners; budget: Budget }): void {
  const before = items.before.subarray(box.beforeFrom, box.beforeTo);
  const after = items.after.subarray(box.afterFrom, box.afterTo);
  const beforePlaces = placesOfShared(before, after);
  const afterPlaces = placesOfShared(after, before);
  work.budget.spend(before.length + after.length);
  const shared = { before: pick(before, beforePlaces), after: pick(after, afterPlaces) };
  for (const match of solve(shared, work.budget)) {
    for (let k = 0; k < match.length; k++) {
      const beforePlace = box.beforeFrom + beforePlaces[match.before + k]!;
      work.partners.join(beforePlace, box.afterFrom + afterPlaces[match.after + k]!);
    }
  }
}

/** Returns the matches of two sequences, unsorted and not maximal. */
function solve(items: Items, budget: Budget): Match[] {
  const splitter = new BoxSplitter(items.before, items.after, budget);
  const matches: Match[] = [];
  const boxes: Box[] = [{ beforeFrom: 0, beforeTo: items.before.length, afterFrom: 0, afterTo: items.after.length }];
  for (let box = boxes.pop(); box; box = boxes.pop()) {
    const { inner, head, tail } = trim(items, box);
    budget.spend(head.length + tail.length + 1);
    if (head.length > 0) matches.push(head);
    if (tail.length > 0) matches.push(tail);
    if (isDone(inner) || budget.isSpent) continue;
    const point = splitter.split(inner);
    if (!point) continue;
    boxes.push({ ...inner, beforeFrom: point.before, afterFrom: point.after });
    boxes.push({ ...inner, beforeTo: point.before, afterTo: point.after });
  }
  return matches;
}

/** Returns the equal ends of a box, and the box between them. */
function trim(items: Items, box: Box): { inner: Box; head: Match; tail: Match } {
  const to = { before: box.beforeTo, after: box.afterTo };
  const head = equalFrom(items, { before: box.beforeFrom, after: box.afterFrom }, to);
  const [beforeFrom, afterFrom] = [box.beforeFrom + head, box.afterFrom + head];
  const tail = equalUpTo(items, { before: beforeFrom, after: afterFrom }, to);
  const [beforeTo, afterTo] = [box.beforeTo - tail, box.afterTo - tail];
  return {
    inner: { beforeFrom, beforeTo, afterFrom, afterTo },
    head: { before: box.beforeFrom, after: box.afterFrom, length: head },
    tail: { before: beforeTo, after: afterTo, length: tail },
  };
}

function isDone(box: Box): boolean {
  return box.beforeFrom === box.beforeTo || box.afterFrom === box.afterTo;
}

/** Returns the indexes of the tokens that the other side also has. */
function placesOfShared(tokens: Int32Array, others: Int32Array): Int32Array {
  const known = new Set(others);
  const places = new Int32Array(tokens.length);
  let count = 0;
  for (let place = 0; place < tokens.length; place++) {
    if (known.has(tokens[place]!)) places[count++] = place;
  }
  return places.subarray(0, count);
}

/** Returns the tokens at some indexes. */
export function pick(tokens: Int32Array, places: Int32Array): Int32Array {
  return places.map((place) => tokens[place]!);
}
