// Limits the streams of stored content that callers have open, and cuts those that are not read.
//
// A reader who does not read holds a connection to the store as long as he likes; 60 of them once left none for others.
// A stream counts from before its object is looked for until its connection is free again.

import type { ServerResponse } from "node:http";
import { ApiError } from "../../contract/api-error.ts";
import type { VersusApp } from "../../contract/app.ts";
import { limits, type StreamLimits } from "../../contract/limits.ts";
import { OpenCounts } from "../open-counts.ts";
import { networkOf } from "../rate-limits.ts";

/** The time in which a reading caller is probably done. */
const retrySeconds = 5;

/** Counts the streams of every route whose configuration has `streams`. */
export function limitStreams(app: VersusApp, { perLink, perAddress }: StreamLimits): void {
  const links = new OpenCounts(perLink);
  const addresses = new OpenCounts(perAddress);
  app.addHook("preHandler", async (request, reply) => {
    if (request.routeOptions.config.streams !== true || request.method === "HEAD") return;
    const link = request.url.split("?", 1)[0] ?? "";
    const address = networkOf(request.ip);
    if (!links.hasRoom(link)) throw tooMany("of this file");
    if (!addresses.hasRoom(address)) throw tooMany("from this address");
    const ends = [links.open(link), addresses.open(address), cutWhenUnread(reply.raw)];
    reply.raw.once("close", () => {
      for (const end of ends) end();
    });
  });
}

/**
 * Checks in each span of time how much the connection took. Cuts a connection that waits for its reader and took too
 * little.
 */
function cutWhenUnread(reply: ServerResponse): () => void {
  const least = limits.streamBytesPerSecond * limits.streamSpanSeconds;
  let before = reply.socket?.bytesWritten ?? 0;
  const timer = setInterval(() => {
    const written = reply.socket?.bytesWritten ?? 0;
    // Otherwise the store is slow, not the reader.
    const waitsForReader = reply.writableNeedDrain;
    if (waitsForReader && written - before < least) reply.destroy();
    before = written;
  }, limits.streamSpanSeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

function tooMany(whose: string): ApiError {
  const message = `Too many downloads ${whose} at the same time. Try again in ${retrySeconds} s.`;
  return new ApiError("RATE_LIMITED", message, { headers: { "retry-after": String(retrySeconds) } });
}
