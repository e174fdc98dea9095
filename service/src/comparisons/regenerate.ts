// Queues renderings that older comparisons lack.
//
// They were made before the format existed, or the rendering failed. A format of the engine is made by comparing again,
// which replaces all of its formats, so that they agree. Any other format is made from the stored redline.

import { comparisonArtifactName } from "../contract/file-names.ts";
import type { ComparisonFormat } from "../contract/formats.ts";
import type { Clock } from "../contract/ids.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { isComparedFormat } from "../redlines/renderers.ts";
import { putPendingArtifacts } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import { comparisonKind, redlineKind, renderingKind } from "./job-kinds.ts";
import { listLacking } from "./queries.ts";

export interface RegenerateParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  /** The formats that the workers have a renderer for, in addition to those of the engine. */
  readonly rendered: readonly ComparisonFormat[];
}

/** Maximum number of comparisons per transaction. */
const batchSize = 100;

/**
 * Queues the renderings and returns their number. Throws if no renderer makes the format. A repeated call queues
 * nothing for a comparison whose rendering is pending or ready.
 */
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
