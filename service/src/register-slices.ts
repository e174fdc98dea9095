// Lists every slice of the service, and derives routes, jobs and kinds from their descriptors.
//
// A new slice is its folder, a migration and one line in `slices`. Its own descriptor (jobs/slice.ts) declares what it
// owns, its jobs and its routes. Retention, downloads, the worker, the queue and the tests for all slices read the
// descriptors.

import { comparisonSlice } from "./comparisons/slice.ts";
import { configurationPage } from "./configuration-page.ts";
import type { FindDownload } from "./contract/downloads.ts";
import type { Clock, RandomBytes } from "./contract/ids.ts";
import type { ConversionParts } from "./convert/conversion-job.ts";
import { creationSlice } from "./creations/slice.ts";
import { decisionSlice } from "./decisions/slice.ts";
import { documentSlice } from "./documents/slice.ts";
import { editSlice } from "./edits/slice.ts";
import { type CheckSources, sourceChecker } from "./files/check-sources.ts";
import { fileSlice } from "./files/slice.ts";
import type { ReferenceText, RouteModule, RouteParts } from "./http/server-parts.ts";
import type { InstructionParts } from "./instructions/build-edits.ts";
import { workOnDocuments } from "./jobs/document-job.ts";
import { FairTurns } from "./jobs/fair-turns.ts";
import type { Hands } from "./jobs/job-queue.ts";
import type { Lanes } from "./jobs/lanes.ts";
import type { Sandbox } from "./jobs/sandbox.ts";
import type { Slice } from "./jobs/slice.ts";
import { registerListRoutes } from "./lists/routes.ts";
import { mergeSlice } from "./merges/slice.ts";
import { pdfRenderers } from "./redlines/pdf-renderers.ts";
import type { Renderer } from "./redlines/renderers.ts";
import { scheduleRenderers } from "./redlines/schedule-renderers.ts";
import { registerReferenceRoutes } from "./reference/routes.ts";
import { topicPages } from "./reference/topics.ts";
import { deletionKind } from "./retention/delete-content.ts";
import { registerRetentionRoutes } from "./retention/routes.ts";
import { retentionSweeps, startRetention } from "./retention/schedule.ts";
import { selectiveSlice } from "./selective/slice.ts";
import { downloadFinder } from "./storage/find-download.ts";
import type { Journal } from "./storage/journal.ts";
import type { Announce, ContentKind, OwnerKind } from "./storage/owner-kind.ts";
import type { OwnerWatch } from "./storage/owner-watch.ts";
import { registerUsageRoutes } from "./usage/routes.ts";
import { announcer } from "./webhooks/announce.ts";
import { startDeliveries } from "./webhooks/deliver.ts";
import type { ReceiverParts } from "./webhooks/receiver.ts";
import { deliveryKind } from "./webhooks/record-event.ts";
import { webhookSlice } from "./webhooks/slice.ts";

/** The parts from which slices are made. Each slice names the ones that it uses. */
export interface SliceParts extends ConversionParts {
  /** Wakes reads that wait for an owner to be settled. */
  readonly watch: OwnerWatch;
  /** Returns the children of work that a caller waits for. They are opened at the first call. */
  readonly directSandbox: () => Sandbox;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Records deletions, so that a restore repeats them. */
  readonly journal: Journal;
  /** Throws ClockFenced while deletions by deadline are unsafe (CLK-3). */
  readonly requireTrusted: () => void;
  readonly engineVersion: string;
  readonly mostUnfinishedJobs: number;
  /** The language model that builds edits. */
  readonly instructions: InstructionParts;
  /** Renderings in addition to those that the engine makes with the redline. */
  readonly renderers: readonly Renderer[];
  /** How receivers of webhooks are found and checked; undefined if webhooks are disabled. */
  readonly receiver?: ReceiverParts | undefined;
  /** The lanes that all document jobs of this process share. */
  readonly lanes?: Lanes | undefined;
  /** True if views ask the web-font provider. Default: false. */
  readonly webFonts?: boolean;
  /** How many documents this process works on at the same time. */
  readonly documentsAtOnce: number;
  /**
   * How many sources, such as PDF files, this process converts at the same time; 0 without a converter. They do not
   * count towards `documentsAtOnce`.
   */
  readonly conversionsAtOnce: number;
  /** Receives a crash in a child process: where it was thrown, without text of the document. */
  readonly onCrash: (ownerId: string, trace: string) => void;
}

/** The parts that the routes of a slice receive. */
interface SliceRouteParts extends RouteParts, OwnersPart {
  readonly checkSources: CheckSources;
  readonly watch: OwnerWatch;
  readonly directSandbox: () => Sandbox;
  readonly turns: FairTurns;
  readonly journal: Journal;
  readonly engineVersion: string;
  readonly mostUnfinishedJobs: number;
  readonly instructions: InstructionParts;
  readonly onCrash: (ownerId: string, trace: string) => void;
  readonly renderers: readonly Renderer[];
  readonly receiver: ReceiverParts | undefined;
  readonly webFonts: boolean;
}

/** The parts that the jobs of a slice receive. */
interface SliceWorkParts extends SliceParts {
  readonly owners: readonly ContentKind[];
}

interface OwnersPart {
  readonly owners: readonly OwnerKind[];
  /** The owners and their members. */
  readonly contents: readonly ContentKind[];
  readonly announce?: Announce | undefined;
}

export type RegisteredSlice = Slice<SliceRouteParts, SliceWorkParts>;

export const slices: readonly RegisteredSlice[] = [
  comparisonSlice,
  mergeSlice,
  decisionSlice,
  fileSlice,
  creationSlice,
  selectiveSlice,
  editSlice,
  documentSlice,
  webhookSlice,
];

/** Every kind of recurring work. */
export const recurringKinds: readonly string[] = retentionSweeps;

export const renderers: readonly Renderer[] = [...pdfRenderers, ...scheduleRenderers];

/** Maximum number of deletions at the same time. They are calls to the store and mostly wait. */
const deletionsAtOnce = 4;

/** Returns every kind of object that callers own. */
export function ownersOf(all: readonly RegisteredSlice[]): OwnerKind[] {
  return all.flatMap(({ owner }) => owner ?? []);
}

/** Returns every kind of content: the owners and their members. */
export function contentKindsOf(all: readonly RegisteredSlice[]): ContentKind[] {
  return [...ownersOf(all), ...all.flatMap(({ members = [] }) => members)];
}

/** Returns every kind of job that a route or a job enqueues. */
export function jobKindsOf(all: readonly RegisteredSlice[]): string[] {
  const jobs = all.flatMap(({ jobs = [], conversions = [] }) => [...jobs, ...conversions]);
  return [...jobs.map(({ kind }) => kind), deletionKind, deliveryKind];
}

/** Returns every kind of owner, and the function that notifies webhooks about them. */
function ownersPart(parts: SliceParts, all = slices): OwnersPart {
  const owners = ownersOf(all);
  const contents = contentKindsOf(all);
  return { owners, contents, announce: parts.receiver === undefined ? undefined : announcer({ ...parts, contents }) };
}

export function sliceRoutes(parts: SliceParts, all = slices): RouteModule[] {
  const { store, watch, directSandbox, onCrash, engineVersion, mostUnfinishedJobs, instructions, journal } = parts;
  const own = {
    checkSources: sourceChecker({ store }),
    ...ownersPart(parts, all),
    receiver: parts.receiver,
    webFonts: parts.webFonts ?? false,
    turns: new FairTurns(parts.documentsAtOnce),
    renderers: parts.renderers,
    ...{ watch, directSandbox, onCrash, engineVersion, mostUnfinishedJobs, instructions, journal },
  };
  return [
    ...all.map(
      ({ routes }): RouteModule =>
        (app, given) =>
          routes(app, { ...given, ...own }),
    ),
    (app, given) => registerRetentionRoutes(app, { ...given, ...own }),
    (app, given) => registerListRoutes(app, { ...given, ...own }),
    registerUsageRoutes,
    registerReferenceRoutes,
  ];
}

/** The pages of the reference, in addition to those that are written from the description. */
export const referenceTexts: readonly ReferenceText[] = [
  ...topicPages,
  {
    name: "configuration",
    title: "Configuration",
    says: "Every setting of an installation.",
    markdown: configurationPage(),
  },
];

/** Returns the function that finds the artifact of each download, whatever its owner. */
export function sliceDownloads(parts: SliceParts, all = slices): FindDownload {
  return downloadFinder({ ...parts, owners: contentKindsOf(all) });
}

/** Starts to take work. */
export async function sliceWork(parts: SliceParts): Promise<void> {
  await workOnSlices(parts, slices);
  await startRetention(parts.queue, workParts(parts), { concurrency: deletionsAtOnce });
  if (parts.receiver !== undefined) await startDeliveries({ ...parts, receiver: parts.receiver });
}

/** Starts the jobs of slices. */
export async function workOnSlices(parts: SliceParts, all: readonly RegisteredSlice[]): Promise<void> {
  const jobs = all.flatMap((slice) => slice.jobs ?? []);
  await workOnDocuments(jobs, workParts(parts, all), handsOf(parts, parts.documentsAtOnce));
}

/** Starts the conversions of sources, with slots of their own, so that no other job waits for them. */
export async function workOnConversions(parts: SliceParts, all = slices): Promise<void> {
  const { conversionsAtOnce: concurrency } = parts;
  if (concurrency === 0) return;
  const jobs = all.flatMap((slice) => slice.conversions ?? []);
  await workOnDocuments(jobs, workParts(parts, all), handsOf(parts, concurrency));
}

function handsOf({ lanes }: SliceParts, concurrency: number): Hands {
  return lanes === undefined ? { concurrency } : { concurrency, lanes };
}

/** Returns the parts of the worker. Its owners are all kinds of content, including versions and their redlines. */
export function workParts(parts: SliceParts, all = slices) {
  const { contents, announce } = ownersPart(parts, all);
  return { ...parts, owners: contents, announce };
}
