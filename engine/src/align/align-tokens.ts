// Which tokens of two texts correspond, in order, so that as few as possible are left over.
//
// 1. Equal ends are matched.
// 2. Tokens the other side does not have cannot match: they are set aside. That loses nothing, and rewritten
//    sentences then cost little.
// 3. The rest is a box. A box whose ends are equal is trimmed; one that is empty on a side is done; any other is
//    split at a point on a shortest edit script (split-box.ts), and both halves are boxes again.
// 4. Runs are made maximal: after a capped search a gap may begin with the same token on both sides.
//
// A list holds the boxes, not the call stack, so depth does not matter. Steps are tokens and diagonals looked at. By
// the cap no input can cost more than about 1,300 a token; the worst met is 330, for two unrelated texts.

import type { Budget } from "./budget.ts";
import { equalFrom, equalUpTo, extendMatches, type Match, Partners } from "./match.ts";
import { type Box, BoxSplitter } from "./split-box.ts";

/**
 * Matches of two texts in order, tokens being equal when their numbers are. As many tokens are matched as can be,
 * unless a stretch differs in more than 2 * COST_CAP tokens the other side has elsewhere: there, about as many.
 * Once the budget is spent the rest stays unmatched, apart from equal ends.
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

/** Joins what corresponds inside a box whose ends differ. */
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

/** Matches of two sequences, in no order and not maximal. */
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

/** The equal ends of a box, and what is left between them. */
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

/** The places of the tokens that the other side has too. */
function placesOfShared(tokens: Int32Array, others: Int32Array): Int32Array {
  const known = new Set(others);
  const places = new Int32Array(tokens.length);
  let count = 0;
  for (let place = 0; place < tokens.length; place++) {
    if (known.has(tokens[place]!)) places[count++] = place;
  }
  return places.subarray(0, count);
}

/** The tokens at some places. */
export function pick(tokens: Int32Array, places: Int32Array): Int32Array {
  return places.map((place) => tokens[place]!);
}
