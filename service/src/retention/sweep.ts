// Deletes, every minute, all content whose deadline has passed.
//
// This sweep guarantees the deletion; the delayed jobs only make it faster.

import { type DeletionParts, deleteContent } from "./delete-content.ts";
import { dropStoredReplies, listAsked, listDue, listKeepingOrganizations, listOutlived, type Page } from "./queries.ts";

export interface SweepOutcome {
  readonly deleted: number;
  /**
   * One problem for each owner that could not be deleted, and ClockFenced if deadlines could not be trusted. The next
   * sweep tries again.
   */
  readonly problems: readonly unknown[];
}

/** Number of owners listed at a time, and number deleted at the same time. */
const pageSize = 200;
const atOnce = 8;

/**
 * Deletes what is due. A failed deletion does not stop the others. While deadlines cannot be trusted, only content
 * whose deletion was requested is deleted, and ClockFenced is one of the problems (CLK-3).
 */
export async function sweepDue(parts: DeletionParts, signal?: AbortSignal): Promise<SweepOutcome> {
  try {
    parts.requireTrusted();
  } catch (fenced) {
    const asked = await sweepAsked(parts, signal);
    return { ...asked, problems: [...asked.problems, fenced] };
  }
  const { database } = parts;
  const keeping = await listKeepingOrganizations(database);
  const outcomes: SweepOutcome[] = [];
  for (const kind of parts.owners) {
    outcomes.push(await deletePages((page) => listDue(database, kind, page), parts, signal));
    for (const organization of keeping) {
      const list = (page: Page) => listOutlived(database, kind, { ...page, ...organization });
      outcomes.push(await deletePages(list, parts, signal));
    }
  }
  parts.requireTrusted();
  await dropStoredReplies(database);
  return together(outcomes);
}

async function sweepAsked(parts: DeletionParts, signal?: AbortSignal): Promise<SweepOutcome> {
  const outcomes: SweepOutcome[] = [];
  for (const kind of parts.owners) {
    outcomes.push(await deletePages((page) => listAsked(parts.database, kind, page), parts, signal));
  }
  return together(outcomes);
}

function together(outcomes: readonly SweepOutcome[]): SweepOutcome {
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
