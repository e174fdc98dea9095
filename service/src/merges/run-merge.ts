// Runs merge jobs: opens the sources, merges them in a child process and stores the renderings.
//
// Each source is opened by a separate job. The first unusable source fails the merge at once, with its name; the
// remaining jobs then find nothing to do. After all sources were opened, one job merges them.

import { readFormatting } from "@versus/engine/tasks";
import { documentDate } from "../contract/dates.ts";
import { mergeArtifactName } from "../contract/file-names.ts";
import type { MergeFormat } from "../contract/formats.ts";
import { conversionJobOf } from "../convert/conversion-job.ts";
import type { Merged } from "../jobs/child-protocol.ts";
import type { DocumentJob, Failed, JobFacts, JobInput } from "../jobs/document-job.ts";
import { documentFailure, sourceName } from "../jobs/failures.ts";
import { viewArtifact } from "../jobs/redline-pages.ts";
import { queueRenderings } from "../redlines/ask-for-renderings.ts";
import { failedJobError } from "../redlines/readiness.ts";
import { type RedlineFacts, redlineFacts } from "../redlines/redline-facts.ts";
import { comparedArtifacts, comparedFormats } from "../redlines/renderers.ts";
import type { RenderingParts } from "../redlines/rendering-job.ts";
import { failArtifacts, findObject, putReadyArtifacts, type StoredArtifact } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { recordWords } from "../storage/usage-entries.ts";
import { mergeConversionKind, mergeKind, verificationKind } from "./job-kinds.ts";
import { type MergeRow, mergeRows, updateEnd } from "./queries.ts";
import { rolesOf, type SourceRole, sourceOf } from "./rules.ts";
import { renderedMerges } from "./run-rendering.ts";

export interface MergeParts extends RenderingParts {
  readonly engineVersion: string;
}

type MergeWork = JobInput<MergeRow, MergeParts>;

const isDue = ({ status }: MergeRow): boolean => status === "processing";

export const verificationJob: DocumentJob<MergeRow, MergeParts> = {
  kind: verificationKind,
  faultCode: "COMPARISON_FAILED",
  rows: mergeRows,
  isDue,
  make: async (work) => {
    const role = roleOf(work.job);
    const result = await work.run({ kind: "check", document: await readSource(work, role) });
    if (result.kind === "failed") throw documentFailure({ ...result, source: sourceOf(role) });
    // The end of this job is enough for the job that follows.
    return { settle: async () => {} };
  },
  fail: settleFailure,
};

export const mergeJob: DocumentJob<MergeRow, MergeParts> = {
  kind: mergeKind,
  faultCode: "COMPARISON_FAILED",
  rows: mergeRows,
  isDue,
  make: async (work) => {
    const { row, run, parts } = work;
    const names = row.revisions ?? [];
    const [original, ...revised] = await readSources(work, rolesOf(names));
    const result = await run({
      kind: "merge",
      base: { bytes: original!, name: row.original_name },
      revisions: names.map((revision, index) => ({ ...revision, bytes: revised[index]! })),
      date: documentDate(row.created_at),
      formatting: readFormatting(row.options ?? {}).formatting,
      formats: comparedArtifacts,
    });
    if (result.kind === "failed") throw documentFailure(result);
    return {
      artifacts: result.artifacts,
      settle: (transaction, merge, stored) => {
        const { words } = result;
        return settleMerged(transaction, merge, { stored, words, facts: redlineFacts(result), parts });
      },
    };
  },
  fail: settleFailure,
};

export const mergeConversionJob = conversionJobOf(mergeJob, {
  kind: mergeConversionKind,
  sourceName: (role) => sourceName(sourceOf(role as SourceRole)),
});

async function readSources(work: MergeWork, roles: readonly SourceRole[]): Promise<Uint8Array[]> {
  const reads = roles.map((role) => readSource(work, role));
  // If several sources are broken, the first in the form is always reported, whichever read failed first.
  await Promise.allSettled(reads);
  return Promise.all(reads);
}

async function readSource({ job, read, parts }: MergeWork, role: SourceRole): Promise<Uint8Array> {
  return read(await findObject(parts.database, job.ownerId, role), sourceName(sourceOf(role)));
}

function roleOf({ payload }: JobFacts): SourceRole {
  const { role } = (payload ?? {}) as { readonly role?: SourceRole };
  if (role === undefined) throw new Error("the job of a source names its role");
  return role;
}

interface MergeOutput {
  readonly stored: readonly StoredArtifact[];
  readonly words: Merged["words"];
  readonly facts: RedlineFacts;
  readonly parts: MergeParts;
}

async function settleMerged(transaction: Transaction, merge: MergeRow, outcome: MergeOutput): Promise<void> {
  const { stored, words, facts, parts } = outcome;
  const now = parts.clock();
  const { merge_id: ownerId, organization_id: organizationId, original_name: name } = merge;
  const fileName = (format: string) => (format === viewArtifact ? "" : mergeArtifactName(name, format as MergeFormat));
  await putReadyArtifacts(transaction, { ownerId, organizationId, fileName }, { artifacts: stored, now });
  const { queue, renderers } = parts;
  await queueRenderings(transaction, { ownerId, row: merge }, { queue, renderers, rendered: renderedMerges });
  await updateEnd(transaction, {
    mergeId: ownerId,
    at: now,
    made: { words, engineVersion: parts.engineVersion, facts },
  });
  await recordWords(transaction, ownerId, words);
}

/** Fails the merge. A merge that has already ended is not changed, so the first failure is reported. */
async function settleFailure(
  transaction: Transaction,
  { merge_id: mergeId, status }: MergeRow,
  { reason, now }: Failed<MergeParts>,
): Promise<void> {
  if (status !== "processing") return;
  await failArtifacts(transaction, { ownerId: mergeId, formats: comparedFormats }, { errorCode: reason.upstream, now });
  await updateEnd(transaction, { mergeId, at: now, error: failedJobError(reason) });
}
