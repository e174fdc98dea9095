// The worker's side of a merge. Each source is opened by a job of its own, and the first that cannot be used fails the merge
// at once, by its name; the jobs that are left then find nothing to do. When all were opened, one job merges them in a child
// process, and its renderings are stored.

import { fragmentArtifact, withPage } from "../comparisons/pages.ts";
import { engineFormats } from "../comparisons/renderers.ts";
import { failedJobError } from "../comparisons/rules.ts";
import { documentDate } from "../contract/dates.ts";
import { mergeArtifactName } from "../contract/file-names.ts";
import { type MergeFormat, mergeFormatNames } from "../contract/formats.ts";
import { type ConversionParts, conversionJobOf } from "../convert/conversion-job.ts";
import type { Merged } from "../jobs/child-protocol.ts";
import type { DocumentJob, Failed, JobFacts, Work } from "../jobs/document-job.ts";
import { documentFailure, sourceName } from "../jobs/failures.ts";
import { failArtifacts, findObject, putReadyArtifacts, type StoredArtifact } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { recordWords } from "../storage/usage-entries.ts";
import { mergeConversionKind, mergeKind, verificationKind } from "./job-kinds.ts";
import { type MergeRow, mergeRows, updateEnd } from "./queries.ts";
import { rolesOf, type SourceRole, sourceOf } from "./rules.ts";

export interface MergeParts extends ConversionParts {
  readonly engineVersion: string;
}

type MergeWork = Work<MergeRow, MergeParts>;

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
    // Whoever follows learns of it by the end of the job.
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
      formats: engineFormats,
    });
    if (result.kind === "failed") throw documentFailure(result);
    return {
      artifacts: pageOf(result.artifacts),
      settle: (transaction, merge, stored) => settleMerged(transaction, merge, { stored, words: result.words, parts }),
    };
  },
  fail: settleFailure,
};

export const mergeConversionJob = conversionJobOf(mergeJob, {
  kind: mergeConversionKind,
  sourceName: (role) => sourceName(sourceOf(role as SourceRole)),
});

/** Only comparisons have a view that is made anew each time: of a merge the whole file is kept. */
function pageOf(made: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const artifacts = withPage(made);
  artifacts.delete(fragmentArtifact);
  return artifacts;
}

async function readSources(work: MergeWork, roles: readonly SourceRole[]): Promise<Uint8Array[]> {
  const reads = roles.map((role) => readSource(work, role));
  // Of several that are broken the first in the form is told, whichever was noticed first.
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

interface Outcome {
  readonly stored: readonly StoredArtifact[];
  readonly words: Merged["words"];
  readonly parts: MergeParts;
}

async function settleMerged(transaction: Transaction, merge: MergeRow, outcome: Outcome): Promise<void> {
  const { stored, words, parts } = outcome;
  const now = parts.clock();
  const { merge_id: ownerId, organization_id: organizationId, original_name: name } = merge;
  const fileName = (format: string) => mergeArtifactName(name, format as MergeFormat);
  await putReadyArtifacts(transaction, { ownerId, organizationId, fileName }, { artifacts: stored, now });
  await updateEnd(transaction, { mergeId: ownerId, at: now, made: { words, engineVersion: parts.engineVersion } });
  await recordWords(transaction, ownerId, words);
}

/** The first failure is the one that is told. */
async function settleFailure(
  transaction: Transaction,
  { merge_id: mergeId, status }: MergeRow,
  { reason, now }: Failed<MergeParts>,
): Promise<void> {
  if (status !== "processing") return;
  await failArtifacts(
    transaction,
    { ownerId: mergeId, formats: mergeFormatNames },
    { errorCode: reason.upstream, now },
  );
  await updateEnd(transaction, { mergeId, at: now, error: failedJobError(reason) });
}
