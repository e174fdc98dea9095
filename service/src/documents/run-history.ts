// The worker's side of the history of a version: its text and those of the versions that it comes from, root first, are handed to
// a child, and what that tells is stored with the version. A history is made when it is first asked for; the line of a version never
// changes, so it is made once.

import type { WorkParts } from "../comparisons/run-comparison.ts";
import { versionHistoryName } from "../contract/file-names.ts";
import type { DocumentJob, Work } from "../jobs/document-job.ts";
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

/** The texts of a version and of those that it comes from. All were ready when the history was asked for. */
async function readLine({ row, read, parts: { database } }: Work<VersionRow, WorkParts>) {
  const descent = descentOf(await listVersions(database, row.document_id), row.version_id);
  const texts: Uint8Array[] = [];
  // One after the other: they are held together as it is.
  for (const { version } of descent) {
    texts.push(await read(await findArtifactObject(database, version.version_id, textFormat(version))));
  }
  return descent.map(({ version: { version_id: id, name, author, created_at }, parents }, index) => {
    return { id, name, author, date: dateOf(created_at), parents, bytes: texts[index]! };
  });
}

/** To the second, as Word keeps it. */
function dateOf(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
