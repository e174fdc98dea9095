// Makes a creating call that is repeated with the same Idempotency-Key create once.
//
// The first call claims the key with a row without a status. The creating transaction writes the reply into that row. A
// failed call removes its row. A repeated call therefore finds the whole reply, no row, or the claim of a call that
// still runs or crashed. A claim without heartbeats (running-claims.ts) is taken over. If its call is still alive, its
// own write finds the claim of another call, and its transaction fails (SRV-85).

import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import type { CreatedReply, Remember } from "../contract/app.ts";
import type { Clock } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { isPartAway } from "../storage/part-away.ts";
import type { IdempotencyTable } from "../storage/schema.ts";
import { type RunningClaims, unheardMilliseconds } from "./running-claims.ts";

/** A call that carries an Idempotency-Key. */
export interface KeyedCall {
  readonly organizationId: string;
  readonly idempotencyKey: string;
  readonly path: string;
  /** Equal for equal bodies. */
  readonly digest: Uint8Array;
}

export interface CreateOutcome extends CreatedReply {
  /** True if this is the reply of an earlier call. */
  readonly replayed: boolean;
}

export interface KeyParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly claims: RunningClaims;
}

type Create = (remember: Remember<Transaction>) => Promise<CreatedReply>;

/**
 * Returns a function that makes the keyed call from the digest of the body, which is known later. The function returns
 * undefined for a request without a key. Throws INVALID_REQUEST.
 */
export function keyedCallOf(
  request: Pick<FastifyRequest, "url" | "headers" | "caller">,
): (digest: Uint8Array) => KeyedCall | undefined {
  const { organizationId } = request.caller.organization;
  const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"]);
  const path = request.url.split("?", 1)[0] ?? "";
  return (digest) => (idempotencyKey === undefined ? undefined : { organizationId, idempotencyKey, path, digest });
}

/** Sets the reply's status and headers. Returns the body of what was created, now or earlier. */
export function answerOnce(reply: Pick<FastifyReply, "code" | "header">, { status, body, replayed }: CreateOutcome) {
  reply.code(status);
  if (replayed) reply.header("idempotency-replayed", "true");
  return body;
}

/** Returns the key of a request, or undefined. Throws INVALID_REQUEST for a key of another form. */
function readIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (key.length <= limits.idempotencyKeyCharacters && /^[\x21-\x7e]+$/.test(key)) return key;
  const message = "Idempotency-Key must have 1 to 255 visible ASCII characters.";
  throw new ApiError("INVALID_REQUEST", message, {
    details: [{ field: "Idempotency-Key", reason: "INVALID_VALUE", message }],
  });
}

/**
 * Creates, or returns the reply of the earlier call with the same key. Throws IDEMPOTENCY_CONFLICT if that call had
 * another body or still runs, and CONTENT_DELETED if the created content was deleted.
 */
export async function createOnce(
  call: KeyedCall | undefined,
  { database, clock, claims }: KeyParts,
  create: Create,
): Promise<CreateOutcome> {
  if (call === undefined) return { ...(await create(async () => {})), replayed: false };
  const claimedAt = clock();
  const earlier = await claim(database, call, claimedAt);
  if (earlier !== undefined) return { ...earlier, replayed: true };
  try {
    const reply = await claims.during({ ...call, claimedAt }, () =>
      create((transaction, stored, ownerId) => keepReply(transaction, call, { claimedAt, reply: stored, ownerId })),
    );
    return { ...reply, replayed: false };
  } catch (error) {
    if (isPartAway(error)) void letGoLater(database, call, claimedAt);
    else await letGo(database, call, claimedAt).catch(() => {});
    throw error;
  }
}

const letGoRestMilliseconds = 1000;

/**
 * Releases the claim of a call that failed because a part was unavailable. Tries every second until the database
 * answers, for at most `unheardMilliseconds`. A repeated call then need not be refused as still running. No caller
 * waits for this. If the claim remains after all, a repeated call takes it over later.
 */
async function letGoLater(database: Database, call: KeyedCall, claimedAt: Date): Promise<void> {
  const end = performance.now() + unheardMilliseconds;
  while (performance.now() < end) {
    try {
      return await letGo(database, call, claimedAt);
    } catch (problem) {
      if (!isPartAway(problem)) return;
    }
    await sleep(letGoRestMilliseconds, undefined, { ref: false });
  }
}

const keptMilliseconds = limits.idempotencyHours * 3_600_000;

// Returns undefined if the key is now claimed by this call.
async function claim(database: Database, call: KeyedCall, claimedAt: Date): Promise<CreatedReply | undefined> {
  return database.transaction().execute(async (transaction) => {
    if (await insertClaim(transaction, call, claimedAt)) return undefined;
    const row = await rowsOf(transaction, call).forUpdate().executeTakeFirst();
    // A refused call released its claim between the two statements. A repeated call will find the key free.
    if (row === undefined) throw stillRunning();
    if (isFree(row, claimedAt)) {
      await replaceClaim(transaction, call, claimedAt);
      return undefined;
    }
    if (!Buffer.from(row.digest).equals(call.digest)) {
      throw new ApiError(
        "IDEMPOTENCY_CONFLICT",
        "This Idempotency-Key was already used with a different body. Use a new key.",
      );
    }
    if (row.status === null) throw stillRunning();
    // Deleted with the owner that the reply was about.
    if (row.body === null) throw new ApiError("CONTENT_DELETED");
    return { status: row.status as CreatedReply["status"], body: JSON.parse(row.body) };
  });
}

function isFree(row: Pick<IdempotencyTable, "status" | "created_at" | "heard_at">, now: Date): boolean {
  const since = (time: Date): number => now.getTime() - time.getTime();
  if (row.status === null) return since(row.heard_at ?? row.created_at) >= unheardMilliseconds;
  return since(row.created_at) >= keptMilliseconds;
}

function stillRunning(): ApiError {
  const message = "The first call with this Idempotency-Key is still running. Try again in a moment.";
  return new ApiError("IDEMPOTENCY_CONFLICT", message, { headers: { "retry-after": "1" } });
}

function rowsOf(database: Database, { organizationId, idempotencyKey, path }: KeyedCall) {
  return database
    .selectFrom("idempotency")
    .where("organization_id", "=", organizationId)
    .where("idempotency_key", "=", idempotencyKey)
    .where("path", "=", path)
    .select(["digest", "status", "body", "created_at", "heard_at"]);
}

function claimsOf(database: Database, { organizationId, idempotencyKey, path }: KeyedCall) {
  return database
    .updateTable("idempotency")
    .where("organization_id", "=", organizationId)
    .where("idempotency_key", "=", idempotencyKey)
    .where("path", "=", path);
}

async function insertClaim(transaction: Transaction, call: KeyedCall, claimedAt: Date): Promise<boolean> {
  const { organizationId, idempotencyKey, path, digest } = call;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("idempotency")
    .values({
      organization_id: organizationId,
      idempotency_key: idempotencyKey,
      path,
      digest,
      created_at: claimedAt,
      heard_at: claimedAt,
      status: null,
      body: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function replaceClaim(transaction: Transaction, call: KeyedCall, claimedAt: Date): Promise<void> {
  const times = { created_at: claimedAt, heard_at: claimedAt };
  const fresh = { digest: call.digest, status: null, body: null, owner_id: null, ...times };
  await claimsOf(transaction, call).set(fresh).execute();
}

interface StoredReply {
  readonly claimedAt: Date;
  readonly reply: CreatedReply;
  readonly ownerId: string;
}

async function keepReply(
  transaction: Transaction,
  call: KeyedCall,
  { claimedAt, reply, ownerId }: StoredReply,
): Promise<void> {
  const { numUpdatedRows } = await claimsOf(transaction, call)
    .where("created_at", "=", claimedAt)
    .where("status", "is", null)
    .set({ status: reply.status, body: JSON.stringify(reply.body), owner_id: ownerId })
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw stillRunning();
}

async function letGo(database: Database, call: KeyedCall, claimedAt: Date): Promise<void> {
  await database
    .deleteFrom("idempotency")
    .where("organization_id", "=", call.organizationId)
    .where("idempotency_key", "=", call.idempotencyKey)
    .where("path", "=", call.path)
    .where("created_at", "=", claimedAt)
    .where("status", "is", null)
    .execute();
}
