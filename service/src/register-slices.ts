// Every capability of the service in one place: the routes it adds to the API, the kinds of jobs it hands in, and the
// work it takes from the queue. A new slice is a line in each list that it needs.

import { findComparisonDownload } from "./comparisons/find-download.ts";
import { comparisonKind, renderingKind } from "./comparisons/job-kinds.ts";
import type { Renderer } from "./comparisons/renderers.ts";
import { registerComparisonRoutes } from "./comparisons/routes.ts";
import { workOnComparisons } from "./comparisons/run-comparison.ts";
import { workOnRenderings } from "./comparisons/run-rendering.ts";
import type { FindDownload } from "./contract/downloads.ts";
import { type Clock, isFileId, type RandomBytes } from "./contract/ids.ts";
import { creationKind } from "./creations/job-kinds.ts";
import { registerCreationRoutes } from "./creations/routes.ts";
import { workOnCreations } from "./creations/run-creation.ts";
import { editKind } from "./edits/job-kinds.ts";
import { registerEditRoutes } from "./edits/routes.ts";
import { workOnEdits } from "./edits/run-edit.ts";
import { sourceChecker } from "./files/check-sources.ts";
import { findFileDownload } from "./files/find-download.ts";
import { preparationKind } from "./files/job-kinds.ts";
import { registerFileRoutes } from "./files/routes.ts";
import { workOnFiles } from "./files/run-preparation.ts";
import type { RouteModule } from "./http/server-parts.ts";
import type { InstructionParts } from "./instructions/build-edits.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { Sandbox } from "./jobs/sandbox.ts";
import { Turns } from "./jobs/turns.ts";
import { registerReferenceRoutes } from "./reference/routes.ts";
import { deletionKind } from "./retention/delete-content.ts";
import { registerRetentionRoutes } from "./retention/routes.ts";
import { retentionSweeps, startRetention } from "./retention/schedule.ts";
import { registerSelectiveRoutes } from "./selective/routes.ts";
import type { MasterKeys } from "./storage/data-keys.ts";
import type { Database } from "./storage/database.ts";
import type { ObjectStore } from "./storage/object-store.ts";
import type { OwnerWatch } from "./storage/owner-watch.ts";
import { registerUsageRoutes } from "./usage/routes.ts";

/** What slices are made with; each names of it what it uses. */
export interface SliceParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  /** Wakes reads that wait for something to be settled. */
  readonly watch: OwnerWatch;
  readonly sandbox: Sandbox;
  /** For work that a caller waits for; opened when it is first asked for. */
  readonly directSandbox: () => Sandbox;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly engineVersion: string;
  readonly mostUnfinishedJobs: number;
  /** The language model that builds edits. */
  readonly instructions: InstructionParts;
  /** How many documents this process works on at the same time. */
  readonly documentsAtOnce: number;
  /** Told of a fault in a child process: where it was thrown, nothing of the document. */
  readonly onCrash: (ownerId: string, trace: string) => void;
}

/** Every kind of job that a route or a job hands in. */
export const jobKinds: readonly string[] = [
  comparisonKind,
  renderingKind,
  preparationKind,
  creationKind,
  editKind,
  deletionKind,
];

/** Every kind of work that recurs by itself. */
export const recurringKinds: readonly string[] = retentionSweeps;

/** Renderings beside those that the engine makes with the redline. */
export const renderers: readonly Renderer[] = [];

/** Whether older Word files and PDFs are converted. */
const conversion = false;
/** Deletions are calls to the store, most of them waiting. */
const deletionsAtOnce = 4;

export function sliceRoutes(parts: SliceParts): RouteModule[] {
  const { store, watch, directSandbox, onCrash, engineVersion, mostUnfinishedJobs } = parts;
  const turns = new Turns(parts.documentsAtOnce);
  const own = { checkSources: sourceChecker({ store }), watch, engineVersion, mostUnfinishedJobs, conversion };
  const direct = { watch, directSandbox, turns, onCrash };
  return [
    (app, given) => registerComparisonRoutes(app, { ...given, ...own }),
    (app, given) => registerFileRoutes(app, { ...given, ...own }),
    (app, given) => registerCreationRoutes(app, { ...given, mostUnfinishedJobs }),
    (app, given) => registerSelectiveRoutes(app, { ...given, ...direct }),
    (app, given) =>
      registerEditRoutes(app, { ...given, ...direct, mostUnfinishedJobs, instructions: parts.instructions }),
    registerRetentionRoutes,
    registerUsageRoutes,
    registerReferenceRoutes,
  ];
}

/** Asked at every download, whatever owns the artifact. */
export function sliceDownloads(parts: SliceParts): FindDownload {
  const [findOfComparison, findOfFile] = [findComparisonDownload(parts), findFileDownload(parts)];
  return (artifact) => (isFileId(artifact.ownerId) ? findOfFile(artifact) : findOfComparison(artifact));
}

/** Takes work from now on. */
export async function sliceWork(parts: SliceParts): Promise<void> {
  const { queue, documentsAtOnce: concurrency } = parts;
  const work = { ...parts, renderers };
  await workOnComparisons(queue, work, { concurrency });
  await workOnFiles(queue, work, { concurrency });
  await workOnCreations(queue, work, { concurrency });
  await workOnEdits(queue, work, { concurrency });
  if (renderers.length > 0) await workOnRenderings(queue, work, { concurrency });
  await startRetention(queue, parts, { concurrency: deletionsAtOnce });
}
