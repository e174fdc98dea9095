// Implements POST <path>/{id}/decisions: accepts or rejects changes of a redline.
//
// The redline is read, and a child process applies the decisions. The result becomes a file that is prepared like an
// upload. Decisions that name unknown changes are refused, and nothing is stored.

import { type Notice, noticesInWords } from "@versus/engine/tasks";
import { ApiError } from "../contract/api-error.ts";
import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import type { DecisionCreatedResponse, DecisionRequest } from "../contract/decision-schemas.ts";
import { newFileId, type RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { referenceOf } from "../contract/references.ts";
import { orDeleted } from "../files/read-document.ts";
import { recordDecided } from "../files/record-file.ts";
import { type FairTurns, takeDirectTurn } from "../jobs/fair-turns.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import { directFor, type Sandbox } from "../jobs/sandbox.ts";
import { requireKept } from "../retention/guard.ts";
import { findArtifactObject, type StoredArtifact } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { type OwnedRow, ownedRows } from "../storage/owned-rows.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import { readVerified } from "../storage/read-verified.ts";
import { type ArtifactStorage, storeArtifacts } from "../storage/store-artifacts.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import { decisionRefusalOf, decisionsOf, readName } from "./rules.ts";

export interface DecisionParts extends ArtifactStorage, RoomParts {
  readonly queue: JobQueue;
  readonly random: RandomBytes;
  /** Runs the tasks that a caller waits for. */
  readonly directSandbox: () => Sandbox;
  readonly turns: FairTurns;
  readonly onCrash: (fileId: string, trace: string) => void;
  readonly engineVersion: string;
}

export interface DecisionCall {
  readonly kind: OwnerKind;
  readonly ownerId: string;
  readonly caller: Caller;
  readonly asked: DecisionRequest;
  /** Aborted if the caller disconnects. */
  readonly signal: AbortSignal;
}

/** Throws CONTENT_DELETED, CONFLICT, CHANGE_NOT_FOUND, INVALID_REQUEST, RATE_LIMITED and SERVICE_UNAVAILABLE. */
export async function requestDecisions(
  call: DecisionCall,
  remember: Remember<Transaction>,
  parts: DecisionParts,
): Promise<CreatedReply> {
  const { organization } = call.caller;
  const row = await findReady(call, parts);
  const fileName = call.asked.name === undefined ? call.kind.redline!.decidedName(row) : readName(call.asked.name);
  await requireRoom(organization.organizationId, parts);
  const fileId = newFileId(parts.random);
  const turn = { organizationId: organization.organizationId, signal: call.signal };
  const { docx, notices } = await takeDirectTurn(parts.turns, turn, {
    work: () => decide(call, { row, fileId }, parts),
    busy: "Too many documents are being worked on. Try again in a moment.",
  });
  const storing = { ...parts, signal: call.signal };
  const stored = await storeArtifacts({ ownerId: fileId, organization }, new Map([["docx", docx]]), storing);
  const body: DecisionCreatedResponse = { file_id: fileId, status: "processing" };
  const reply: CreatedReply = { status: 201, body };
  try {
    await parts.database.transaction().execute(async (transaction) => {
      await record(transaction, call, { fileId, fileName, document: stored[0]!, notices, parts });
      await remember(transaction, reply, fileId);
    });
  } catch (problem) {
    // After any other error the transaction may have been committed. If it was not, the sweep of uploads deletes the
    // objects.
    if (problem instanceof ApiError) await parts.store.delete(stored.map(({ objectKey }) => objectKey)).catch(() => {});
    throw problem;
  }
  return reply;
}

type RedlineRow = OwnedRow & Readonly<Record<string, unknown>>;

/** Returns the row of a ready owner. The route has checked the caller's access before. */
async function findReady({ kind, ownerId }: DecisionCall, parts: DecisionParts): Promise<RedlineRow> {
  const row = await ownedRows<Readonly<Record<string, unknown>>>(kind).find(parts.database, ownerId);
  if (row === undefined) throw new ApiError(kind.unknown);
  requireKept(row, row.retention_days, parts.clock());
  if (row.status === "failed") {
    throw new ApiError(
      "CONFLICT",
      `The ${kind.noun} failed, so it has no changes to decide. Submit the documents again.`,
    );
  }
  if (row.status === "processing") {
    const headers = { "retry-after": String(limits.comparisonRetrySeconds) };
    throw new ApiError("CONFLICT", `The ${kind.noun} is still processing. Try again in a second.`, { headers });
  }
  return row;
}

interface Deciding {
  readonly row: RedlineRow;
  readonly fileId: string;
}

interface Decided {
  readonly docx: Uint8Array;
  readonly notices: readonly Notice[];
}

async function decide(
  { kind, ownerId, caller, asked, signal }: DecisionCall,
  { row, fileId }: Deciding,
  parts: DecisionParts,
): Promise<Decided> {
  const object = await findArtifactObject(parts.database, ownerId, "docx");
  if (object === undefined) throw new ApiError("CONTENT_DELETED");
  const bytes = await orDeleted(readVerified(parts.store, object, caller.organization));
  const revision = kind.redline?.revision?.(row);
  const named = revision === undefined ? {} : { revision };
  const task = { kind: "decide" as const, bytes, decisions: decisionsOf(asked), ...named };
  const answer = await parts.directSandbox().run(task, signal, directFor(caller.organization));
  if (answer.kind === "decided") return answer;
  if (answer.kind === "undecided") throw decisionRefusalOf(answer.problems);
  if (answer.kind === "crashed") parts.onCrash(fileId, answer.trace);
  throw new Error(`decisions ended as ${answer.kind}`);
}

interface Recording extends Pick<Decided, "notices"> {
  readonly fileId: string;
  readonly fileName: string;
  readonly document: StoredArtifact;
  readonly parts: DecisionParts;
}

async function record(transaction: Transaction, { caller, asked }: DecisionCall, recording: Recording): Promise<void> {
  const { fileId, fileName, document, notices, parts } = recording;
  const { accountId, keyId, organization } = caller;
  const { organizationId } = organization;
  const now = parts.clock();
  const reference = referenceOf(asked.reference);
  const count = { ownerId: fileId, organizationId, documents: limits.decisionDocuments, at: now, keyId, reference };
  const { zeroDay } = await beginCreation(transaction, { ...count, neverRefused: true });
  const file = { ...document, fileId, fileName, organizationId, accountId, zeroDay, now, reference };
  const { engineVersion, queue } = parts;
  const told = noticesInWords(notices).map(({ code, message, count }) => ({ code, message, count }));
  await recordDecided(transaction, { ...file, engineVersion, notices: told }, queue);
}
