// Writes the version of the engine that made a result into a header of the reply.
//
// Reads of a result that does not exist yet report the version of the engine that is running.

import type { FastifyReply } from "fastify";

export const ENGINE_VERSION_HEADER = "x-engine-version";

/** Sets the header to the version stored with the result. Null, for no stored version, leaves the header unchanged. */
export function tellEngine(reply: FastifyReply, version: string | null): void {
  if (version !== null) reply.header(ENGINE_VERSION_HEADER, version);
}
