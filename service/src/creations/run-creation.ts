// The worker's side of a creation: its paragraphs and its template are read and proved intact, a child process makes the
// document, and it is stored. It becomes a file in the transaction that settles the job.
//
// Paragraphs or a template that no document can be made of are an end like another: the creation fails, the job does not.

import { documentDate } from "../contract/dates.ts";
import { upstreamErrors } from "../contract/errors.ts";
import { newFileId } from "../contract/ids.ts";
import { recordResult } from "../files/record-file.ts";
import type { Refused } from "../jobs/child-protocol.ts";
import { failureOf, jobFailure } from "../jobs/failures.ts";
import { type Effect, type Job, JobFailure, type JobQueue } from "../jobs/job-queue.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import { isGone } from "../retention/deadlines.ts";
import { removeObjects } from "../retention/delete-content.ts";
import type { StoredArtifact } from "../storage/artifacts.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { organizationOf } from "../storage/organization-key.ts";
import { ChecksumMismatch, readVerified } from "../storage/read-verified.ts";
import type { CreationError } from "../storage/schema.ts";
import { type ArtifactStorage, storeArtifacts } from "../storage/store-artifacts.ts";
import { giveBack, recordWords } from "../usage/allowance.ts";
import { creationKind } from "./job-kinds.ts";
import { type CreationRow, findSources, lockCreation, type SourceRole, selectCreation, updateEnd } from "./queries.ts";
import { creationFault, creationRefusal } from "./rules.ts";

export interface CreationParts extends ArtifactStorage {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sandbox: Sandbox;
  readonly masterKeys: MasterKeys;
  /** Told of a fault in a child process: where it was thrown, nothing of the document. */
  readonly onCrash?: (creationId: string, trace: string) => void;
}

/** Takes creations from the queue. */
export async function workOnCreations(
  queue: JobQueue,
  parts: CreationParts,
  { concurrency }: { readonly concurrency: number },
): Promise<void> {
  await queue.work(creationKind, (job) => runCreation(job, parts), {
    concurrency,
    faultCode: "CREATION_FAILED",
    onFailed: async (transaction, { ownerId }, reason) => {
      await settleFailed(transaction, ownerId, { error: creationFault(reason), now: parts.clock() });
      await giveBack(transaction, ownerId, parts.clock());
    },
  });
}

/** Gives what settles the creation; nothing when there is nothing to do. Throws a JobFailure. */
export async function runCreation(job: Job, parts: CreationParts): Promise<Effect | undefined> {
  const creation = await findUnfinished(job.ownerId, parts);
  if (creation === undefined) return undefined;
  const organization = organizationOf(creation, parts.masterKeys);
  const { paragraphs, template } = await readSources(creation, organization, parts);
  const date = documentDate(creation.created_at);
  const task = { kind: "create" as const, paragraphs, date, ...(template === undefined ? {} : { template }) };
  const result = await parts.sandbox.run(task, job.signal);
  if (result.kind === "crashed") parts.onCrash?.(job.ownerId, result.trace);
  if (result.kind === "crashed" || result.kind === "killed") throw jobFailure(failureOf(result));
  if (result.kind !== "created") {
    const error = creationRefusal(result.kind === "refused" ? result.problems : [templateProblem(result)]);
    return (transaction) => settleFailed(transaction, job.ownerId, { error, now: parts.clock() });
  }
  // Under the keys of the creation: what a try leaves behind goes with it.
  const owner = { ownerId: job.ownerId, organization };
  const made = new Map([["docx", result.docx]]);
  const [stored] = await storeArtifacts(owner, made, { ...parts, signal: job.signal });
  return (transaction) => settleCreated(transaction, job.ownerId, { stored: stored!, words: result.words, parts });
}

async function findUnfinished(
  creationId: string,
  { database, store, clock }: CreationParts,
): Promise<CreationRow | undefined> {
  const creation = await selectCreation(database, creationId);
  if (creation === undefined) return undefined;
  if (!isGone(creation, creation.retention_days, clock())) {
    return creation.status === "processing" ? creation : undefined;
  }
  // An earlier try may have stored something after the deletion had looked. What is gone may go at any time.
  await removeObjects({ organizationId: creation.organization_id, ownerId: creationId }, { store });
  return undefined;
}

async function readSources(
  { creation_id: creationId }: CreationRow,
  organization: OrganizationKey,
  { database, store }: CreationParts,
): Promise<{ readonly paragraphs: unknown; readonly template?: Uint8Array }> {
  const rows = await findSources(database, creationId);
  const read = async (role: SourceRole): Promise<Uint8Array | undefined> => {
    const row = rows.find((source) => source.role === role);
    return row && readVerified(store, row, organization);
  };
  try {
    const [paragraphs, template] = await Promise.all([read("paragraphs"), read("style_template")]);
    return {
      paragraphs: JSON.parse(Buffer.from(paragraphs ?? []).toString()),
      ...(template === undefined ? {} : { template }),
    };
  } catch (problem) {
    throw problem instanceof ChecksumMismatch ? new JobFailure("CREATION_FAILED", problem.upstreamCode) : problem;
  }
}

function templateProblem({ code }: Refused) {
  const message = `The style_template cannot be read. ${upstreamErrors[code].meaning}`;
  return { field: "style_template", reason: code, message };
}

interface Made {
  readonly stored: StoredArtifact;
  readonly words: number;
  readonly parts: CreationParts;
}

async function settleCreated(transaction: Transaction, creationId: string, made: Made): Promise<void> {
  const { stored, words, parts } = made;
  const now = parts.clock();
  const creation = await lockCreation(transaction, creationId);
  if (creation === undefined || isGone(creation, creation.retention_days, now)) {
    await parts.store.delete([stored.objectKey]);
    return;
  }
  const fileId = newFileId(parts.random);
  const file = {
    ...stored,
    fileId,
    fileName: creation.file_name,
    organizationId: creation.organization_id,
    accountId: creation.account_id,
    zeroDay: creation.zero_day,
    kind: "created" as const,
    sourceId: creationId,
    words,
    now,
    keptFrom: creation.created_at,
  };
  await recordResult(transaction, file, parts.queue);
  await updateEnd(transaction, { creationId, at: now, fileId });
  await recordWords(transaction, creationId, words);
}

interface Failing {
  readonly error: CreationError;
  readonly now: Date;
}

async function settleFailed(transaction: Transaction, creationId: string, { error, now }: Failing): Promise<void> {
  const creation = await lockCreation(transaction, creationId);
  if (creation === undefined || isGone(creation, creation.retention_days, now)) return;
  await updateEnd(transaction, { creationId, at: now, error });
}
