// Runs the job that makes the history of a version.
//
// A child gets the text of the version and the texts of the versions that it descends from, root first. The result is
// stored with the version. A history is made at the first request, and only once, because the descent of a version
// never changes.

import type { WorkParts } from "../comparisons/run-comparison.ts";
import { versionHistoryName } from "../contract/file-names.ts";
import type { DocumentJob, JobInput } from "../jobs/document-job.ts";
import { documentFailure } from "../jobs/failures.ts";
import { failArtifacts, findArtifactObject, listArtifacts, putReadyArtifacts } from "../storage/artifacts.ts";
import { historyKind } from "./job-kinds.ts";
import { historyArtifacts } from "./owner.ts";
import { listVersions, updateHistory, type VersionRow, versionRows } from "./queries.ts";
import { descentOf, textFormat } from "./rules.ts";

const formats = Object.values(historyArtifacts);

export const historyJob: DocumentJob<VersionRow, WorkParts> = {
  kind: historyKind,
  faultCode: "COMPARISON_FAILED",
  rows: versionRows,
  isDue: async (_, { ownerId }, { database }) => {
    const artifacts = await listArtifacts(database, ownerId);
    return artifacts.some(({ format, status }) => format === historyArtifacts.blocks && status === "pending");
  },
  make: async (work) => {
    const { row, run, parts } = work;
    const result = await run({ kind: "history", versions: await readLine(work) });
    if (result.kind === "failed") throw documentFailure(result);
    const { version_id: ownerId, organization_id: organizationId } = row;
    return {
      artifacts: new Map([
        [historyArtifacts.blocks, result.blocks],
        [historyArtifacts.docx, result.docx],
      ]),
      settle: async (transaction, { name }, stored) => {
        const owner = { ownerId, organizationId, fileName: () => versionHistoryName(name) };
        await putReadyArtifacts(transaction, owner, { artifacts: stored, now: parts.clock() });
        await updateHistory(transaction, ownerId, parts.engineVersion);
      },
    };
  },
  fail: async (transaction, { version_id: ownerId }, { reason, now }) => {
    const errorCode = reason.upstream;
    await failArtifacts(transaction, { ownerId, formats }, { errorCode, now });
  },
};

/**
 * Returns the texts of the version and of those that it descends from. All were ready when the history was requested.
 */
async function readLine({ row, read, parts: { database } }: JobInput<VersionRow, WorkParts>) {
  const descent = descentOf(await listVersions(database, row.document_id), row.version_id);
  const texts: Uint8Array[] = [];
  // Read one after the other; all texts are held in memory together anyway.
  for (const { version } of descent) {
    texts.push(await read(await findArtifactObject(database, version.version_id, textFormat(version))));
  }
  return descent.map(({ version: { version_id: id, name, author, created_at }, parents }, index) => {
    return { id, name, author, date: dateOf(created_at), parents, bytes: texts[index]! };
  });
}

/** Returns the time to the second, as Word stores it. */
function dateOf(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
