// Turns errors that are thrown in a route into replies.
//
// A refusal tells the caller what to change. An unexpected error is a fault: the caller gets only the request id. The
// log contains where it happened, without the message, which may contain text of a document.

import type { FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { ApiError, refusalFor, unavailable } from "../contract/api-error.ts";
import { issueDetails } from "../contract/invalid-values.ts";
import { limits } from "../contract/limits.ts";
import type { ErrorResponse } from "../contract/schemas.ts";
import { ClockFenced } from "../storage/database-clock.ts";
import { InstallationMismatch } from "../storage/installation.ts";
import { TooLarge } from "../storage/object-store.ts";
import { isPartAway } from "../storage/part-away.ts";
import { whereItHappened } from "./request-log.ts";

/** Answers with the error envelope. */
export async function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const refusal = refusalOf(error, request);
  if (refusal.code === "INTERNAL_ERROR") request.server.log.error(whereItHappened(error, request.id), "fault");
  if (refusal.code === "SERVICE_UNAVAILABLE") request.server.log.warn(whereItHappened(error, request.id), "part away");
  await reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(envelopeOf(refusal, request.id));
}

export function envelopeOf({ code, message, details }: ApiError, requestId: string): ErrorResponse {
  const told = details.slice(0, limits.details) as ErrorResponse["error"]["details"];
  return { error: { code, message, request_id: requestId, ...(details.length === 0 ? {} : { details: told }) } };
}

const clocksDiffer =
  "The clock of this server differs from that of its database, so nothing is created until an operator has set it right. Try again later.";

/** Returns the refusal for an error. */
function refusalOf(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error, request);
  if (error instanceof TooLarge) return new ApiError("FILE_TOO_LARGE");
  // InstallationMismatch: the parts no longer belong together until this process is started again.
  if (isPartAway(error) || error instanceof InstallationMismatch) return unavailable();
  if (error instanceof ClockFenced) return unavailable(clocksDiffer);
  const code = codeOf(error);
  if (code.startsWith("FST_ERR_")) return frameworkRefusal(code, error);
  return new ApiError("INTERNAL_ERROR");
}

interface ValidationProblem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface InvalidInput {
  readonly validation: readonly ValidationProblem[];
  readonly validationContext?: string;
}

// A parameter of the wrong type is 422. A body with the wrong shape is 400, as in the tables of the operations.
function invalidInput({ validation, validationContext }: InvalidInput, request: FastifyRequest): ApiError {
  const isBody = validationContext === "body";
  const schema = isBody ? request.routeOptions.schema?.body : undefined;
  const details = validation.flatMap(({ keyword, instancePath, message, params }) => {
    const path = instancePath.split("/").filter((name) => name !== "");
    return issueDetails({ ...params, code: keyword, path, message }, schema);
  });
  return refusalFor(isBody ? "INVALID_REQUEST" : "VALIDATION_ERROR", details);
}

function frameworkRefusal(code: string, error: unknown): ApiError {
  switch (code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new ApiError("UNSUPPORTED_MEDIA_TYPE");
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new ApiError("REQUEST_TOO_LARGE");
    case "FST_ERR_CTP_INVALID_JSON_BODY":
      return new ApiError("INVALID_REQUEST", "The body is not valid JSON.");
    case "FST_ERR_BAD_URL":
      return new ApiError("INVALID_REQUEST", "The path is not valid: check its percent-encoding.");
    default:
      return new ApiError(statusOf(error) < 500 ? "INVALID_REQUEST" : "INTERNAL_ERROR");
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function statusOf(error: unknown): number {
  return error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
}
