// Every minute: deletes whatever is past its deadline. This is what keeps the promise; the delayed jobs are only faster.

import { limits } from "../contract/limits.ts";
import { type DeletionParts, deleteContent } from "./delete-content.ts";
import { dropStoredReplies, listDue, listKeepingOrganizations, listOutlived, type Page } from "./queries.ts";

export interface SweepOutcome {
  readonly deleted: number;
  /** What could not be deleted; the next sweep tries again. */
  readonly problems: readonly unknown[];
}

/** How many are asked for at a time, and how many are deleted at a time. */
const pageSize = 200;
const atOnce = 8;
const hour = 3_600_000;

/** One that cannot be deleted does not keep the others. */
export async function sweepDue(parts: DeletionParts, signal?: AbortSignal): Promise<SweepOutcome> {
  const { database, clock } = parts;
  const now = clock();
  const keeping = await listKeepingOrganizations(database);
  const outcomes: SweepOutcome[] = [];
  for (const kind of parts.owners) {
    outcomes.push(await deletePages((page) => listDue(database, kind, { ...page, now }), parts, signal));
    for (const organization of keeping) {
      const list = (page: Page) => listOutlived(database, kind, { ...page, ...organization, now });
      outcomes.push(await deletePages(list, parts, signal));
    }
  }
  await dropStoredReplies(database, new Date(now.getTime() - limits.idempotencyHours * hour));
  return {
    deleted: outcomes.reduce((sum, { deleted }) => sum + deleted, 0),
    problems: outcomes.flatMap(({ problems }) => problems),
  };
}

type ListPage = (page: Page) => Promise<readonly string[]>;

async function deletePages(list: ListPage, parts: DeletionParts, signal?: AbortSignal): Promise<SweepOutcome> {
  let deleted = 0;
  const problems: unknown[] = [];
  let after = "";
  for (;;) {
    const ids = await list({ after, size: pageSize });
    for (let start = 0; start < ids.length; start += atOnce) {
      signal?.throwIfAborted();
      const some = ids.slice(start, start + atOnce);
      for (const end of await Promise.allSettled(some.map((id) => deleteContent(id, parts)))) {
        if (end.status === "rejected") problems.push(end.reason);
        else if (end.value) deleted += 1;
      }
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return { deleted, problems };
    after = last;
  }
}
