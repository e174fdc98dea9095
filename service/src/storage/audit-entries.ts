// The audit: who did what to what, and when. Ids and settings alone, never a secret and nothing of a document (AUD-1).
//
// An entry is one JSON text with a salt, told by its hash. Other code chains the hashes (audit/seal.ts), so that the log
// proves itself although what it says of an erased organization is gone.

import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Database } from "./database.ts";

export interface AuditEntry {
  readonly at: Date;
  /** Who did it: `operator:alice as owner`, `key:` and a key's id, `link:` and a signing key's id, or `system:` and a task. */
  readonly actor: string;
  /** An operation of the API by its id, such as `compareDocuments`, or an act such as `key.created`. */
  readonly action: string;
  readonly organizationId?: string;
  /** The id of what was acted on, where it is not the organization itself. */
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** As the payload of a row has it. */
export interface AuditPayload {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly organization_id: string | null;
  readonly subject: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
}

const saltBytes = 16;
/** Those of calls that were written in a transaction of their own. */
const written = new WeakSet<AuditEntry>();
const ofCalls = new WeakMap<object, AuditEntry>();

/** In the transaction of the act itself: both are there, or neither. */
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

/** Tells the entries that an erasure emptied, in whatever order they are found. */
export function erasureDigest(hashes: readonly Uint8Array[]): string {
  const inOrder = hashes.map((hash) => Buffer.from(hash)).sort(Buffer.compare);
  return createHash("sha256").update(Buffer.concat(inOrder)).digest("hex");
}

/** A call as the audit has it. */
type AuditedCall = Pick<FastifyRequest, "id" | "raw" | "caller" | "routeOptions">;

/** The act of a route's caller, to be written in the transaction that does it. */
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

/** The call's own transaction wrote its entry. Whether that was committed, its status says. */
export function isTold({ raw }: Pick<FastifyRequest, "raw">): boolean {
  const entry = ofCalls.get(raw);
  return entry !== undefined && written.has(entry);
}

/** The id of the operation; a route without one is told by its own name. */
export function actionOf({ config, method, url }: FastifyRequest["routeOptions"]): string {
  return config.operation?.id ?? `${String(method)} ${url ?? "none"}`;
}
