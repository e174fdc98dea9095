// Tests the limit of bytes in one turn of the event loop (SRV-61).

import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { LoopShare } from "./loop-share.ts";

/** Passes `pieces` pieces of one byte, and calls `passed` after each. */
async function passAll(share: LoopShare, pieces: number, passed: () => void): Promise<void> {
  for (let piece = 0; piece < pieces; piece += 1) {
    await share.pass(1);
    passed();
  }
}

test("[SRV-61] so many bytes pass in a turn of the loop, whoever they are of, and all of them in the end", async () => {
  const share = new LoopShare(4);
  const counts = [0, 0, 0];
  const total = () => counts.reduce((sum, count) => sum + count);
  const count = (place: number) => () => {
    counts[place]! += 1;
  };
  const all = Promise.all(counts.map((_, place) => passAll(share, 8, count(place))));
  const turns: number[] = [];
  // This wait ends in the turn in which the passing began, so the loop below counts from the next turn.
  await setImmediate();
  for (let before = total(); before < 24; before = total()) {
    await setImmediate();
    turns.push(total() - before);
  }
  await all;
  expect(Math.max(...turns)).toBeLessThanOrEqual(4);
  expect(counts).toEqual([8, 8, 8]);
});

test("one that has much to pass leaves room for the others in every turn", async () => {
  const share = new LoopShare(2);
  const order: string[] = [];
  await Promise.all(["a", "b"].map((name) => passAll(share, 4, () => void order.push(name))));
  expect(order.slice(0, 4).sort()).toEqual(["a", "a", "b", "b"]);
});
