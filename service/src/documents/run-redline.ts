// Runs the job that makes the redline of a version.
//
// It compares the text of the parent with the text of the version; both are artifacts of their versions. The redline of
// a version made by a merge is a copy of the merge.

import { redlineKind } from "../comparisons/job-kinds.ts";
import type { SourceRole } from "../comparisons/rules.ts";
import { type ComparisonWork, compareSources, comparingJob, type MadeRedline } from "../comparisons/run-comparison.ts";
import { JobFailure, type Later } from "../jobs/job-queue.ts";
import { findMergeEnd } from "../merges/find-end.ts";
import { noFacts } from "../redlines/redline-facts.ts";
import { comparedFormats } from "../redlines/renderers.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import { type VersionRow, versionRows } from "./queries.ts";
import { textFormat } from "./rules.ts";

/** Delay before the job checks again if the version or its parent is still processing. */
const restMilliseconds = 1000;

export const redlineJob = comparingJob(redlineKind, async (work): Promise<MadeRedline | Later> => {
  const { row, parts } = work;
  const version = await findUsable(work, "modified", row.version_id);
  const parent = await findUsable(work, "original", version.parent_version_id);
  if ([version, parent].some(({ status }) => status === "processing")) {
    return { startAfter: new Date(parts.clock().getTime() + restMilliseconds) };
  }
  if (version.merge_id !== null) return copyOfMerge(work, version.merge_id);
  const original = await readText(work, "original", parent);
  return compareSources(work, { original, modified: await readText(work, "modified", version) });
});

/** Returns the version. Throws the failure of a failed version. */
async function findUsable(
  { parts }: ComparisonWork,
  source: SourceRole,
  versionId: string | null,
): Promise<VersionRow> {
  const version = versionId === null ? undefined : await versionRows.find(parts.database, versionId);
  if (version === undefined) throw new Error("a redline has a version and a parent");
  if (version.error !== null) throw new JobFailure(version.error.code, version.error.upstream_code, source);
  return version;
}

async function readText({ read, parts }: ComparisonWork, source: SourceRole, version: VersionRow) {
  return read(await findArtifactObject(parts.database, version.version_id, textFormat(version)), source);
}

async function copyOfMerge({ read, parts }: ComparisonWork, mergeId: string): Promise<MadeRedline> {
  const end = await findMergeEnd(mergeId, parts);
  const artifacts = new Map<string, Uint8Array>();
  for (const format of comparedFormats) {
    artifacts.set(format, await read(await findArtifactObject(parts.database, mergeId, format)));
  }
  return { artifacts, words: 0, facts: end.status === "ready" ? end.facts : noFacts };
}
