// Every capability of the service in one place: the routes it adds to the API, the kinds of jobs it hands in, and the
// work it takes from the queue. A new slice is a line in each list that it needs.

import { sourceChecker } from "./comparisons/check-sources.ts";
import { findComparisonDownload } from "./comparisons/find-download.ts";
import { comparisonKind, renderingKind } from "./comparisons/job-kinds.ts";
import type { Renderer } from "./comparisons/renderers.ts";
import { registerComparisonRoutes } from "./comparisons/routes.ts";
import { workOnComparisons } from "./comparisons/run-comparison.ts";
import { workOnRenderings } from "./comparisons/run-rendering.ts";
import type { FindDownload } from "./contract/downloads.ts";
import type { Clock, RandomBytes } from "./contract/ids.ts";
import type { RouteModule } from "./http/server-parts.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { Sandbox } from "./jobs/sandbox.ts";
import { registerReferenceRoutes } from "./reference/routes.ts";
import { deletionKind } from "./retention/delete-content.ts";
import { registerRetentionRoutes } from "./retention/routes.ts";
import { startRetention } from "./retention/schedule.ts";
import type { MasterKeys } from "./storage/data-keys.ts";
import type { Database } from "./storage/database.ts";
import type { ObjectStore } from "./storage/object-store.ts";
import { registerUsageRoutes } from "./usage/routes.ts";

/** What slices are made with; each names of it what it uses. */
export interface SliceParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly sandbox: Sandbox;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly engineVersion: string;
  readonly mostUnfinishedJobs: number;
  /** How many documents this process works on at the same time. */
  readonly documentsAtOnce: number;
  /** Told of a fault in a child process: where it was thrown, nothing of the document. */
  readonly onCrash: (ownerId: string, trace: string) => void;
}

/** Every kind of job that a route or a job hands in. */
export const jobKinds: readonly string[] = [comparisonKind, renderingKind, deletionKind];

/** Renderings beside those that the engine makes with the redline. */
export const renderers: readonly Renderer[] = [];

/** Whether older Word files and PDFs are converted. */
const conversion = false;
/** Deletions are calls to the store, most of them waiting. */
const deletionsAtOnce = 4;

export function sliceRoutes(parts: SliceParts): RouteModule[] {
  const { store, engineVersion, mostUnfinishedJobs } = parts;
  const checkSources = sourceChecker({ store });
  return [
    (app, given) =>
      registerComparisonRoutes(app, { ...given, checkSources, engineVersion, mostUnfinishedJobs, conversion }),
    registerRetentionRoutes,
    registerUsageRoutes,
    registerReferenceRoutes,
  ];
}

/** Asked at every download, whatever owns the artifact. */
export function sliceDownloads(parts: SliceParts): FindDownload {
  return findComparisonDownload(parts);
}

/** Takes work from now on. */
export async function sliceWork(parts: SliceParts): Promise<void> {
  const { queue, documentsAtOnce: concurrency } = parts;
  const work = { ...parts, renderers };
  await workOnComparisons(queue, work, { concurrency });
  if (renderers.length > 0) await workOnRenderings(queue, work, { concurrency });
  await startRetention(queue, parts, { concurrency: deletionsAtOnce });
}
