// The engine that made a result, as reads of it tell: a header. Reads of what is not made yet tell of the engine that runs.

import type { FastifyReply } from "fastify";

export const ENGINE_VERSION_HEADER = "x-engine-version";

/** `version` is what is stored with the result; null where nothing is. */
export function tellEngine(reply: FastifyReply, version: string | null): void {
  if (version !== null) reply.header(ENGINE_VERSION_HEADER, version);
}
