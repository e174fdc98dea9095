// Logs one line for every request, and where a fault happened.
//
// A line has ids, route, status and time. It never contains a URL, whose file names and signatures are the caller's,
// nor a message, which may contain text of a document.

import { type FastifyReply, type FastifyRequest, LogController } from "fastify";

export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { knownCaller: caller } = request;
  request.server.log.info(
    {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      ...(caller && { key_id: caller.keyId, organization_id: caller.organization.organizationId }),
    },
    "request",
  );
}

/** Keeps the framework's own lines out of the log, except for replies that broke off. */
export class QuietLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(error: Error, request: FastifyRequest): void {
    request.server.log.warn(whereItHappened(error, request.id), "reply broke off");
  }
}

interface Whereabouts {
  readonly request_id: string;
  readonly name: string;
  readonly code: string;
  /** The stack frames. */
  readonly frames: readonly string[];
}

/** Returns everything that is logged about an error. */
export function whereItHappened(error: unknown, requestId: string): Whereabouts {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const frames = stack.split("\n").filter((line) => /^ {4}at /.test(line));
  const name = error instanceof Error ? error.name : typeof error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return { request_id: requestId, name, code, frames: frames.map((line) => line.trim()) };
}
