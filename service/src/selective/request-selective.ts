// Implements POST /v1/compare/selective.
//
// Both files are found and read, and a child process compares the ranges and writes the PDF. One transaction then
// writes the file, its count and its words. The reply contains text of the documents, so it is not stored for a
// repeated call. The file is stored instead, with the reply beside its PDF, so that deleting the file deletes the reply
// too.

import type { SelectiveRequest as EngineRequest } from "@versus/engine/tasks";
import { ApiError } from "../contract/api-error.ts";
import type { Caller, Remember } from "../contract/app.ts";
import type { SignDownload } from "../contract/downloads.ts";
import { selectiveArtifactName } from "../contract/file-names.ts";
import { type Clock, newFileId, type RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import type { SelectiveResult } from "../contract/selective-schemas.ts";
import { type FindParts, findFile, findReady } from "../files/find-file.ts";
import { readDocument } from "../files/read-document.ts";
import { readFile } from "../files/read-file.ts";
import { recordResult } from "../files/record-file.ts";
import { downloadFormats, preparedKinds } from "../files/rules.ts";
import type { Selected } from "../jobs/child-protocol.ts";
import { type FairTurns, takeDirectTurn } from "../jobs/fair-turns.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { directFor, type Sandbox } from "../jobs/sandbox.ts";
import { findArtifactObject, putReadyArtifacts, type StoredArtifact } from "../storage/artifacts.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { readVerified } from "../storage/read-verified.ts";
import { storeArtifacts } from "../storage/store-artifacts.ts";
import { recordWords } from "../storage/usage-entries.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import { type AskedRange, comparisonOf, rangeRefusalOf, type SideName, type Sides } from "./rules.ts";

export interface SelectiveParts extends FindParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Runs the tasks that a caller waits for. */
  readonly directSandbox: () => Sandbox;
  readonly turns: FairTurns;
  readonly onCrash: (fileId: string, trace: string) => void;
  readonly engineVersion: string;
}

export interface SelectiveCall {
  readonly caller: Caller;
  readonly ranges: Readonly<Record<SideName, AskedRange>>;
  readonly reference: string | null;
  /** Aborted if the caller disconnects. */
  readonly signal: AbortSignal;
}

/** The result of a call: the id of its file, and the reply without the file. */
export interface SelectiveOutput {
  readonly fileId: string;
  readonly result: Omit<SelectiveResult, "file">;
}

/** The format under which the reply is stored. */
const ANSWER = "json";

/**
 * Throws DOCUMENT_NOT_FOUND, CONTENT_DELETED, INVALID_REQUEST, CONFLICT, PARAGRAPH_NOT_FOUND, RANGE_TOO_LARGE and
 * SERVICE_UNAVAILABLE.
 */
export async function requestSelective(
  call: SelectiveCall,
  remember: Remember<Transaction>,
  parts: SelectiveParts,
): Promise<SelectiveOutput> {
  const { caller, ranges } = call;
  const { organizationId } = caller.organization;
  const find = (side: SideName) =>
    findReady({ fileId: ranges[side].fileId, organizationId, field: `${side}.file_id`, kinds: preparedKinds }, parts);
  const sides: Sides = { original: await find("original"), modified: await find("modified") };
  const fileId = newFileId(parts.random);
  const now = parts.clock();
  const turn = { organizationId, signal: call.signal };
  const selected = await takeDirectTurn(parts.turns, turn, {
    work: () => compare(call, { sides, fileId, now }, parts),
    busy: "Too many comparisons are running. Try again in a moment.",
  });
  const result = { comparison: comparisonOf(selected.comparison, sides), markdown: selected.comparison.markdown };
  const artifacts = new Map([
    [downloadFormats.selective, selected.pdf],
    [ANSWER, new TextEncoder().encode(JSON.stringify(result))],
  ]);
  const owner = { ownerId: fileId, organization: caller.organization };
  const stored = await storeArtifacts(owner, artifacts, { ...parts, signal: call.signal });
  try {
    await record(call, { stored, sides, fileId, now, words: selected.words, remember }, parts);
  } catch (problem) {
    // After any other error the transaction may have been committed. If it was not, the sweep of uploads deletes the
    // objects.
    if (problem instanceof ApiError) await parts.store.delete(stored.map(({ objectKey }) => objectKey)).catch(() => {});
    throw problem;
  }
  return { fileId, result };
}

interface Making {
  readonly sides: Sides;
  readonly fileId: string;
  readonly now: Date;
}

async function compare(
  { caller, ranges, signal }: SelectiveCall,
  making: Making,
  parts: SelectiveParts,
): Promise<Selected> {
  const { sides, fileId, now } = making;
  const read = async (side: SideName): Promise<EngineRequest["before"]> => {
    return { document: await readDocument(sides[side], caller.organization, parts), range: ranges[side].range };
  };
  const [before, after] = await Promise.all([read("original"), read("modified")]);
  const names = { original: sides.original.file_name, modified: sides.modified.file_name };
  const task = { kind: "selective" as const, before, after, names, createdAt: now };
  const answer = await parts.directSandbox().run(task, signal, directFor(caller.organization));
  if (answer.kind === "selected") return answer;
  if (answer.kind === "unselected") throw rangeRefusalOf(answer.refusal);
  if (answer.kind === "crashed") parts.onCrash(fileId, answer.trace);
  throw new Error(`a selective comparison ended as ${answer.kind}`);
}

interface Recording extends Making {
  readonly stored: readonly StoredArtifact[];
  readonly words: number;
  readonly remember: Remember<Transaction>;
}

async function record(
  { caller, reference }: SelectiveCall,
  recording: Recording,
  parts: SelectiveParts,
): Promise<void> {
  const { stored, sides, fileId, now, words, remember } = recording;
  const { organizationId } = caller.organization;
  const fileName = selectiveArtifactName({ original: sides.original.file_name, modified: sides.modified.file_name });
  const [pdf, answer] = [stored[0]!, stored[1]!];
  await parts.database.transaction().execute(async (transaction) => {
    const { accountId, keyId } = caller;
    const count = { ownerId: fileId, organizationId, documents: limits.selectiveDocuments, at: now, keyId, reference };
    const { zeroDay } = await beginCreation(transaction, { ...count, neverRefused: true });
    const { engineVersion } = parts;
    const file = { ...pdf, fileId, fileName, organizationId, accountId, zeroDay, now, engineVersion, reference };
    await recordResult(transaction, { ...file, kind: "selective", sourceId: null, words }, parts.queue);
    const owner = { ownerId: fileId, organizationId, fileName: () => fileName };
    await putReadyArtifacts(transaction, owner, { artifacts: [answer], now });
    await recordWords(transaction, fileId, words);
    await remember(transaction, { status: 200, body: { file_id: fileId } }, fileId);
  });
}

/** Returns the reply of an earlier call. Throws CONTENT_DELETED if it was deleted meanwhile. */
export async function readMade(
  fileId: string,
  { organization }: Caller,
  parts: SelectiveParts,
): Promise<SelectiveOutput> {
  const row = await findArtifactObject(parts.database, fileId, ANSWER);
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  const bytes = await readVerified(parts.store, row, organization);
  return { fileId, result: JSON.parse(new TextDecoder().decode(bytes)) };
}

/** Returns the reply with the current state of the file and a new signed address. */
export async function answerWith(
  { fileId, result }: SelectiveOutput,
  { organization }: Caller,
  parts: SelectiveParts & { readonly signDownload: SignDownload },
): Promise<SelectiveResult> {
  const file = await findFile({ fileId, organizationId: organization.organizationId }, parts);
  return { ...result, file: readFile(file, parts.signDownload) };
}
