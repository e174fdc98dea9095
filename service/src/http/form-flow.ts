// Limits the size of a form and the minimum speed at which it arrives.
//
// A client that sends a byte now and then would otherwise occupy an upload slot for half an hour. A client that never
// ends the header of a part would send for ever.

import type { Readable, Writable } from "node:stream";
import { ApiError } from "../contract/api-error.ts";
import { type FormRules, mostFiles } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";

export interface FlowLimits {
  /** A client that sends fewer bytes in any span of `spanSeconds`, after the first, is cut off. 0 means no limit. */
  readonly leastBytes: number;
  /** Set only by tests. */
  readonly spanSeconds?: number;
}

/** Number of checks in a span. */
const looks = 15;

/** Returns the maximum size of a form in bytes: the limits of all its files, with room for texts and boundaries. */
export function mostFormBytes(rules: FormRules): number {
  return mostFiles(rules) * limits.sourceBytes + limits.formBytes;
}

/**
 * Calls `fail`, at most once, if the form becomes too large or arrives too slowly while `parser` reads `raw`. Returns
 * the function that ends the watch.
 */
export function watchFlow(
  { raw, parser }: { readonly raw: Readable; readonly parser: Writable },
  { mostBytes, leastBytes, spanSeconds = limits.uploadSpanSeconds }: FlowLimits & { readonly mostBytes: number },
  fail: (problem: ApiError) => void,
): () => void {
  let bytes = 0;
  let first = looks;
  /** The number of bytes at each check of the last span, while we waited for the client. */
  let samples: number[] = [];
  const count = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes <= mostBytes) return;
    stop();
    fail(tooLargeForm(mostBytes));
  };
  const look = (): void => {
    first -= 1;
    if (first >= 0) return;
    // The store is slow, so the client cannot send.
    if (parser.writableNeedDrain) samples = [];
    samples.push(bytes);
    if (samples.length <= looks) return;
    if (bytes - (samples.shift() ?? 0) >= leastBytes) return;
    stop();
    fail(tooSlow(leastBytes, spanSeconds));
  };
  const timer = setInterval(look, (spanSeconds * 1000) / looks);
  const stop = (): void => {
    clearInterval(timer);
    raw.off("data", count);
    raw.off("end", stop);
  };
  raw.on("data", count);
  raw.on("end", stop);
  return stop;
}

function tooLargeForm(mostBytes: number): ApiError {
  return new ApiError(
    "REQUEST_TOO_LARGE",
    `The form must be at most ${Math.floor(mostBytes / (1024 * 1024))} MB in all, its files included.`,
  );
}

/** A refusal with which the connection is closed; the rest of the body is not read. */
export class TooSlow extends ApiError {}

function tooSlow(leastBytes: number, spanSeconds: number): TooSlow {
  return new TooSlow(
    "INVALID_REQUEST",
    `The upload was ended because it sent less than ${Math.ceil(leastBytes / 1024)} KB in ${spanSeconds} seconds. Send it again over a faster connection.`,
    { headers: { connection: "close" } },
  );
}
