// Runs comparison jobs: a child process compares both sources, and its renderings are stored.
//
// The redline of a version of a stored document is also a comparison; its sources are read elsewhere
// (documents/run-redline.ts).

import { documentDate } from "../contract/dates.ts";
import { comparisonArtifactName } from "../contract/file-names.ts";
import { conversionJobOf } from "../convert/conversion-job.ts";
import type { DocumentJob, Failed, JobInput } from "../jobs/document-job.ts";
import { documentFailure } from "../jobs/failures.ts";
import type { JobQueue, Later } from "../jobs/job-queue.ts";
import { viewArtifact } from "../jobs/redline-pages.ts";
import { queueRenderings } from "../redlines/ask-for-renderings.ts";
import { failedJobError } from "../redlines/readiness.ts";
import { type RedlineFacts, redlineFacts } from "../redlines/redline-facts.ts";
import { comparedArtifacts, comparedFormats, isComparedFormat } from "../redlines/renderers.ts";
import type { RenderingParts } from "../redlines/rendering-job.ts";
import {
  failArtifacts,
  findObject,
  listArtifacts,
  putReadyArtifacts,
  type StoredArtifact,
} from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { recordWords } from "../storage/usage-entries.ts";
import { settleFinish } from "./finish.ts";
import { comparisonConversionKind, comparisonKind } from "./job-kinds.ts";
import { type ComparisonRow, comparisonRows, updateEnd } from "./queries.ts";
import type { SourceRole } from "./rules.ts";
import { renderedComparisons } from "./run-rendering.ts";

export interface WorkParts extends RenderingParts {
  readonly engineVersion: string;
}

export type ComparisonWork = JobInput<ComparisonRow, WorkParts>;

/** The artifacts of a comparison that the engine makes, and the words of both documents (0 if a merge is copied). */
export interface MadeRedline {
  readonly artifacts: ReadonlyMap<string, Uint8Array>;
  readonly words: number;
  readonly facts: RedlineFacts;
}

/** Returns a job that makes comparisons; `compare` makes the redline. */
export function comparingJob(
  kind: string,
  compare: (work: ComparisonWork) => Promise<MadeRedline | Later>,
): DocumentJob<ComparisonRow, WorkParts> {
  return {
    kind,
    faultCode: "COMPARISON_FAILED",
    rows: comparisonRows,
    isDue: async (_, { ownerId }, { database }) => {
      const artifacts = await listArtifacts(database, ownerId);
      return artifacts.some(({ format, status }) => status === "pending" && isComparedFormat(format));
    },
    make: async (work) => {
      const made = await compare(work);
      if ("startAfter" in made) return made;
      const { artifacts, words, facts } = made;
      return {
        artifacts,
        settle: (transaction, comparison, stored) =>
          settleCompared(transaction, comparison, { stored, words, facts, parts: work.parts }),
      };
    },
    fail: (transaction, comparison, { reason, now, parts: { queue } }) =>
      settleFailure(transaction, comparison, { reason, now, queue }),
  };
}

export const comparisonJob = comparingJob(comparisonKind, async (work) =>
  compareSources(work, await readSources(work)),
);

export const comparisonConversionJob = conversionJobOf(comparisonJob, {
  kind: comparisonConversionKind,
  sourceName: (role) => role,
});

/** Compares the sources in a child. Throws a JobFailure. */
export async function compareSources(
  { row, run }: ComparisonWork,
  { original, modified }: Record<SourceRole, Uint8Array>,
): Promise<MadeRedline> {
  const result = await run({
    kind: "compare",
    before: original,
    after: modified,
    names: { before: row.original_name, after: row.modified_name },
    author: row.author,
    date: documentDate(row.created_at),
    formats: comparedArtifacts,
    options: row.options ?? {},
  });
  if (result.kind === "failed") throw documentFailure(result);
  return { artifacts: result.artifacts, words: result.words.before + result.words.after, facts: redlineFacts(result) };
}

async function readSources(work: ComparisonWork): Promise<Record<SourceRole, Uint8Array>> {
  const { job, read, parts } = work;
  const readRole = async (role: SourceRole) => read(await findObject(parts.database, job.ownerId, role), role);
  const reads = { original: readRole("original"), modified: readRole("modified") };
  // If both sources are broken, the original is always reported, whichever read failed first.
  await Promise.allSettled(Object.values(reads));
  return { original: await reads.original, modified: await reads.modified };
}

interface ComparisonOutput {
  readonly stored: readonly StoredArtifact[];
  readonly words: number;
  readonly facts: RedlineFacts;
  readonly parts: WorkParts;
}

async function settleCompared(
  transaction: Transaction,
  comparison: ComparisonRow,
  outcome: ComparisonOutput,
): Promise<void> {
  const { stored, words, facts, parts } = outcome;
  const now = parts.clock();
  const { comparison_id: ownerId, organization_id: organizationId } = comparison;
  const fileName = (format: string) =>
    format === viewArtifact ? "" : comparisonArtifactName(comparison.modified_name, format as ComparedName);
  await putReadyArtifacts(transaction, { ownerId, organizationId, fileName }, { artifacts: stored, now });
  const { queue, renderers } = parts;
  await queueRenderings(transaction, { ownerId, row: comparison }, { queue, renderers, rendered: renderedComparisons });
  await updateEnd(transaction, ownerId, { status: "ready", words, engineVersion: parts.engineVersion, facts });
  await recordWords(transaction, ownerId, words);
  await settleFinish(transaction, comparison, { queue: parts.queue, now });
}

type ComparedName = (typeof comparedFormats)[number];

/** Fails the comparison. A comparison that was ready before, and was compared again, stays ready. */
export async function settleFailure(
  transaction: Transaction,
  comparison: ComparisonRow,
  { reason, now, queue }: Pick<Failed<WorkParts>, "reason" | "now"> & { readonly queue: JobQueue },
): Promise<void> {
  const { comparison_id: ownerId } = comparison;
  await failArtifacts(transaction, { ownerId, formats: comparedFormats }, { errorCode: reason.upstream, now });
  if (comparison.status === "processing") {
    await updateEnd(transaction, ownerId, { status: "failed", error: failedJobError(reason) });
  }
  await settleFinish(transaction, comparison, { queue, now });
}
