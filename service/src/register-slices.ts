// Every capability of the service in one place. A new slice is its folder, a migration and one line in `slices`: what it
// owns, the jobs it has done and its routes are told by its own descriptor (jobs/slice.ts), from which everybody else
// learns of it: retention, downloads, the worker, the queue, and the tests of what holds for all slices.

import { pdfRenderers } from "./comparisons/pdf-renderers.ts";
import type { Renderer } from "./comparisons/renderers.ts";
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
import type { Sandbox } from "./jobs/sandbox.ts";
import type { Slice } from "./jobs/slice.ts";
import { registerListRoutes } from "./lists/routes.ts";
import { mergeSlice } from "./merges/slice.ts";
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

/** What slices are made with; each names of it what it uses. */
export interface SliceParts extends ConversionParts {
  /** Wakes reads that wait for something to be settled. */
  readonly watch: OwnerWatch;
  /** For work that a caller waits for; opened when it is first asked for. */
  readonly directSandbox: () => Sandbox;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Where deletions are written down. */
  readonly journal: Journal;
  readonly engineVersion: string;
  readonly mostUnfinishedJobs: number;
  /** The language model that builds edits. */
  readonly instructions: InstructionParts;
  /** Renderings beside those that the engine makes with the redline. */
  readonly renderers: readonly Renderer[];
  /** Where webhooks may lead; undefined where they are switched off. */
  readonly receiver?: ReceiverParts | undefined;
  /** How many documents this process works on at the same time. */
  readonly documentsAtOnce: number;
  /** How many sources it converts at the same time, beside them; 0 for one that has no converter. */
  readonly conversionsAtOnce: number;
  /** Told of a fault in a child process: where it was thrown, nothing of the document. */
  readonly onCrash: (ownerId: string, trace: string) => void;
}

/** The parts that the routes of a slice get. */
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
}

/** The parts that the jobs of a slice get. */
interface SliceWorkParts extends SliceParts {
  readonly owners: readonly ContentKind[];
}

interface OwnersPart {
  readonly owners: readonly OwnerKind[];
  /** The same, and what they consist of. */
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

/** Every kind of work that recurs by itself. */
export const recurringKinds: readonly string[] = retentionSweeps;

/** Those that there are. */
export const renderers: readonly Renderer[] = pdfRenderers;

/** Deletions are calls to the store, most of them waiting. */
const deletionsAtOnce = 4;

/** Every kind of object that callers own. */
export function ownersOf(all: readonly RegisteredSlice[]): OwnerKind[] {
  return all.flatMap(({ owner }) => owner ?? []);
}

/** The same, and what they consist of: every kind of content. */
export function contentsOf(all: readonly RegisteredSlice[]): ContentKind[] {
  return [...ownersOf(all), ...all.flatMap(({ members = [] }) => members)];
}

/** Every kind of job that a route or a job hands in. */
export function jobKindsOf(all: readonly RegisteredSlice[]): string[] {
  const jobs = all.flatMap(({ jobs = [], conversions = [] }) => [...jobs, ...conversions]);
  return [...jobs.map(({ kind }) => kind), deletionKind, deliveryKind];
}

/** Every kind of owner, and who tells webhooks of them. */
function ownersPart(parts: SliceParts, all = slices): OwnersPart {
  const owners = ownersOf(all);
  const contents = contentsOf(all);
  return { owners, contents, announce: parts.receiver === undefined ? undefined : announcer({ ...parts, contents }) };
}

export function sliceRoutes(parts: SliceParts, all = slices): RouteModule[] {
  const { store, watch, directSandbox, onCrash, engineVersion, mostUnfinishedJobs, instructions, journal } = parts;
  const own = {
    checkSources: sourceChecker({ store }),
    ...ownersPart(parts, all),
    receiver: parts.receiver,
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

/** The pages of the reference, beside those that are written from the description. */
export const referenceTexts: readonly ReferenceText[] = [
  ...topicPages,
  {
    name: "configuration",
    title: "Configuration",
    says: "Every setting of an installation.",
    markdown: configurationPage(),
  },
];

/** Asked at every download, whatever owns the artifact. */
export function sliceDownloads(parts: SliceParts, all = slices): FindDownload {
  return downloadFinder({ ...parts, owners: contentsOf(all) });
}

/** Takes work from now on. */
export async function sliceWork(parts: SliceParts): Promise<void> {
  await workOnSlices(parts, slices);
  await startRetention(parts.queue, workParts(parts), { concurrency: deletionsAtOnce });
  if (parts.receiver !== undefined) await startDeliveries({ ...parts, receiver: parts.receiver });
}

/** The jobs that slices hand in. */
export async function workOnSlices(parts: SliceParts, all: readonly RegisteredSlice[]): Promise<void> {
  const { documentsAtOnce: concurrency } = parts;
  const jobs = all.flatMap((slice) => slice.jobs ?? []);
  await workOnDocuments(jobs, workParts(parts, all), { concurrency });
}

/** The sources that wait for a converter, with hands of their own: no other job waits for them. */
export async function workOnConversions(parts: SliceParts, all = slices): Promise<void> {
  const { conversionsAtOnce: concurrency } = parts;
  if (concurrency === 0) return;
  const jobs = all.flatMap((slice) => slice.conversions ?? []);
  await workOnDocuments(jobs, workParts(parts, all), { concurrency });
}

/** The parts of whoever works: its owners are all that has content, versions and their redlines too. */
export function workParts(parts: SliceParts, all = slices) {
  const { contents, announce } = ownersPart(parts, all);
  return { ...parts, owners: contents, announce };
}
