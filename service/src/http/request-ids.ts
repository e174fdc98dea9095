// Gives every request an id: the caller's X-Request-Id if it is usable, otherwise a new one.
//
// The id is in every reply and in every error body.

import type { IncomingMessage } from "node:http";
import { type Clock, newId, type RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";

export const REQUEST_ID_HEADER = "x-request-id";

const visibleAscii = /^[\x21-\x7e]+$/;

/** Returns the function that gives requests their ids. */
export function requestIds(clock: Clock, random: RandomBytes): (request: Pick<IncomingMessage, "headers">) => string {
  return ({ headers }) => {
    const given = headers[REQUEST_ID_HEADER];
    const isUsable =
      typeof given === "string" && given.length <= limits.requestIdCharacters && visibleAscii.test(given);
    return isUsable ? given : newId("req", clock, random);
  };
}
