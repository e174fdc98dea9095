// A capability of the service in one piece: what it owns, what it has done, and where callers meet it. A slice says all of
// it in one descriptor, in its own folder; register-slices.ts has one line for it. Whoever deals with all slices (retention,
// downloads, the worker, tests) is handed the list and asks the descriptors.

import type { VersusApp } from "../contract/app.ts";
import type { ContentKind, OwnerKind } from "../storage/owner-kind.ts";
import type { AnyDocumentJob, DocumentParts } from "./document-job.ts";

export interface Slice<RouteParts, WorkParts extends DocumentParts> {
  /** That of its folder. */
  readonly name: string;
  /** The kind of object that callers create with the slice and have deleted. */
  readonly owner?: OwnerKind;
  /** Kinds of content that callers reach through that object alone, and that are deleted with it. */
  readonly members?: readonly ContentKind[];
  readonly jobs?: readonly AnyDocumentJob<WorkParts>[];
  /** Those of its jobs that convert sources. They have hands of their own, so that no other job waits for a converter. */
  readonly conversions?: readonly AnyDocumentJob<WorkParts>[];
  readonly routes: (app: VersusApp, parts: RouteParts) => void;
}
