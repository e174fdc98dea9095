// Runs work on the event loop in pieces, so that other work runs between two pieces.
//
// This holds however many checks run at the same time.

import { setImmediate } from "node:timers/promises";

/** Runs a piece after all earlier pieces have ended and the event loop has made a turn. */
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
