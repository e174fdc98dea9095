// Work on the event loop, a piece at a time: between two pieces of it everybody else gets a turn, however many checks
// run together.

import { setImmediate } from "node:timers/promises";

/** Runs a piece when the ones before it have ended and the loop has gone round. */
export type RunPiece = <Result>(piece: () => Result) => Promise<Result>;

export function loopPieces(): RunPiece {
  let last: Promise<unknown> = Promise.resolve();
  return (piece) => {
    const result = last.then(async () => {
      await setImmediate();
      return piece();
    });
    last = result.catch(() => {});
    return result;
  };
}
