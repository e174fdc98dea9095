// Renderings that older comparisons lack: those made before a format existed, and those that failed.
//
// A format of the engine is made by comparing again, and all of its formats are replaced together, so that they say the
// same; another is made from the redline that is there.

import { comparisonArtifactName } from "../contract/file-names.ts";
import type { ComparisonFormat } from "../contract/formats.ts";
import type { Clock } from "../contract/ids.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { putPendingArtifacts } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import { comparisonKind, redlineKind, renderingKind } from "./job-kinds.ts";
import { listLacking } from "./queries.ts";
import { isComparedFormat } from "./renderers.ts";

export interface RegenerateParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  /** The formats that the workers have a renderer for, beside those of the engine. */
  readonly rendered: readonly ComparisonFormat[];
}

/** How many are queued in one transaction. */
const batchSize = 100;

/** Queues the renderings, and tells how many. Throws for a format that nobody makes. A second time queues nothing. */
export async function regenerate(format: ComparisonFormat, parts: RegenerateParts): Promise<number> {
  const { database, queue, clock, rendered } = parts;
  const isCompared = isComparedFormat(format);
  if (!isCompared && !rendered.includes(format)) throw new Error(`There is no renderer for the format ${format}`);
  let queued = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const lacking = await listLacking(database, { format, now: clock() }, { after, size: batchSize });
    await database.transaction().execute(async (transaction) => {
      for (const { comparison_id: ownerId, organization_id: organizationId, modified_name: name, ...row } of lacking) {
        const comparedBy = row.version_id === null ? comparisonKind : redlineKind;
        await putPendingArtifacts(transaction, ownerId, [{ format, fileName: comparisonArtifactName(name, format) }]);
        const job = { organizationId, ownerId, kind: isCompared ? comparedBy : renderingKind };
        await queue.enqueue(transaction, isCompared ? job : { ...job, payload: { format } });
      }
    });
    queued += lacking.length;
    after = lacking.at(-1)?.comparison_id;
  }
  return queued;
}
