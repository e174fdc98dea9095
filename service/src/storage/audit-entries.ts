// Writes audit entries: who did what to which object, and when.
//
// An entry contains ids and settings, never a secret or text of a document (AUD-1). It is one JSON text with a salt,
// identified by its hash. The hashes are chained by audit/seal.ts, so the log can be verified after the entries of an
// erased organization were emptied.

import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Database } from "./database.ts";

export interface AuditEntry {
  readonly at: Date;
  /**
   * The actor: `operator:alice as owner`, `key:` and a key's id, `link:` and a signing key's id, or `system:` and a
   * task.
   */
  readonly actor: string;
  /** The id of an API operation, such as `compareDocuments`, or an act such as `key.created`. */
  readonly action: string;
  readonly organizationId?: string;
  /** The id of the object of the act, unless that is the organization itself. */
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The JSON of an entry, as stored in the column `payload`. */
export interface AuditPayload {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly organization_id: string | null;
  readonly subject: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
}

const saltBytes = 16;
/** Entries that were written in a transaction of their own call. */
const written = new WeakSet<AuditEntry>();
const ofCalls = new WeakMap<object, AuditEntry>();

/** Writes the entry in the transaction of the act, so that both exist or neither. */
export async function writeAudit(transaction: Database, entry: AuditEntry): Promise<void> {
  await writeEntries(transaction, [entry]);
  written.add(entry);
}

export async function writeEntries(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await database.insertInto("audit_entries").values(entries.map(rowOf)).execute();
}

function rowOf(entry: AuditEntry) {
  const payload: AuditPayload = {
    at: entry.at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    organization_id: entry.organizationId ?? null,
    subject: entry.subject ?? null,
    details: entry.details ?? null,
  };
  const text = JSON.stringify(payload);
  const salt = randomBytes(saltBytes);
  const { organization_id } = payload;
  return { at: entry.at, organization_id, payload: text, salt, payload_hash: payloadHash(salt, text) };
}

export function payloadHash(salt: Uint8Array, payload: string): Buffer {
  return createHash("sha256").update(salt).update(payload).digest();
}

/** Returns a digest of the entries that an erasure emptied, independent of their order. */
export function erasureDigest(hashes: readonly Uint8Array[]): string {
  const inOrder = hashes.map((hash) => Buffer.from(hash)).sort(Buffer.compare);
  return createHash("sha256").update(Buffer.concat(inOrder)).digest("hex");
}

/** The parts of a request that the audit reads. */
type AuditedCall = Pick<FastifyRequest, "id" | "raw" | "caller" | "routeOptions">;

/** Returns the entry of a caller's act, to be written in the transaction of the act. */
export function entryOfCall(request: AuditedCall, at: Date, subject: string): AuditEntry {
  const { caller, routeOptions, id } = request;
  const entry: AuditEntry = {
    at,
    actor: `key:${caller.keyId}`,
    action: actionOf(routeOptions),
    organizationId: caller.organization.organizationId,
    subject,
    details: { request_id: id },
  };
  ofCalls.set(request.raw, entry);
  return entry;
}

/** True if the call's own transaction wrote its entry. The status of the call shows whether that was committed. */
export function isTold({ raw }: Pick<FastifyRequest, "raw">): boolean {
  const entry = ofCalls.get(raw);
  return entry !== undefined && written.has(entry);
}

/** Returns the id of the operation, or the method and path of a route without one. */
export function actionOf({ config, method, url }: FastifyRequest["routeOptions"]): string {
  return config.operation?.id ?? `${String(method)} ${url ?? "none"}`;
}
