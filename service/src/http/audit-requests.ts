// Adds an audit entry for every call with a valid key and every download, and counts refused keys.
//
// A call that writes its entry in its own transaction (a creation, a deletion) is recorded there. All other calls are
// recorded here, after they were answered (AUD-2).

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Remember } from "../contract/app.ts";
import { type Clock, isAnyId } from "../contract/ids.ts";
import type { AuditBatch } from "../storage/audit-batch.ts";
import { type AuditEntry, actionOf, entryOfCall, isTold, writeAudit } from "../storage/audit-entries.ts";
import type { Transaction } from "../storage/database.ts";

export interface AuditParts {
  readonly clock: Clock;
  /** Default: nothing is recorded. */
  readonly audit?: Pick<AuditBatch, "add" | "refuseKey"> | undefined;
}

/** The downloaded artifact, and the key that signed its address. */
export interface DownloadFacts {
  readonly organizationId: string;
  readonly ownerId: string;
  readonly format: string;
  readonly signingKey: string | undefined;
}

const downloads = new WeakMap<object, DownloadFacts>();

export function tellDownload(request: FastifyRequest, facts: DownloadFacts): void {
  downloads.set(request, facts);
}

export function auditRequest(request: FastifyRequest, reply: FastifyReply, { audit, clock }: AuditParts): void {
  if (audit === undefined) return;
  const status = reply.statusCode;
  const { access = "key" } = request.routeOptions.config;
  const isKeyless = request.knownCaller === undefined && access === "key";
  if (isKeyless && (status === 401 || status === 403)) audit.refuseKey(request.ip);
  const entry = entryOf(request, status);
  if (entry !== undefined) audit.add({ at: clock(), ...entry });
}

/** Returns undefined for calls that are recorded elsewhere, and for calls without a valid key. */
function entryOf(request: FastifyRequest, status: number): Omit<AuditEntry, "at"> | undefined {
  const details = { request_id: request.id, status };
  const download = downloads.get(request);
  if (download !== undefined) {
    const { organizationId, ownerId: subject, format, signingKey = "none" } = download;
    const actor = `link:${signingKey}`;
    return { actor, action: "download", organizationId, subject, details: { ...details, format } };
  }
  const { knownCaller: caller } = request;
  if (caller === undefined || (status < 400 && isTold(request))) return undefined;
  const subject = subjectOf(request.params);
  return {
    actor: `key:${caller.keyId}`,
    action: actionOf(request.routeOptions),
    organizationId: caller.organization.organizationId,
    ...(subject === undefined ? {} : { subject }),
    details,
  };
}

/**
 * Returns the innermost id of a path. Text that does not have the form of an id is the caller's and is not repeated.
 */
function subjectOf(params: unknown): string | undefined {
  const values = Object.values((params ?? {}) as Record<string, unknown>);
  return values.filter((value): value is string => typeof value === "string" && isAnyId(value)).at(-1);
}

/** Returns a `remember` that also writes the entry of a creating call, in the transaction that creates. */
export function auditing(
  remember: Remember<Transaction>,
  request: Parameters<typeof entryOfCall>[0],
  { audit, clock }: AuditParts,
): Remember<Transaction> {
  if (audit === undefined) return remember;
  return async (transaction, reply, ownerId) => {
    await remember(transaction, reply, ownerId);
    await writeAudit(transaction, entryOfCall(request, clock(), ownerId));
  };
}
