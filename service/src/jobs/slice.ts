// Declares a slice: one capability of the service, described in one place.
//
// The descriptor is in the slice's own folder and lists what the slice owns, its jobs and its routes;
// `register-slices.ts` has one line for it. Code that deals with all slices (retention, downloads, the worker, tests)
// receives the list and reads the descriptors.

import type { VersusApp } from "../contract/app.ts";
import type { ContentKind, OwnerKind } from "../storage/owner-kind.ts";
import type { AnyDocumentJob, DocumentParts } from "./document-job.ts";

export interface Slice<RouteParts, WorkParts extends DocumentParts> {
  /** The name of the slice's folder. */
  readonly name: string;
  /** The kind of object that callers create through the slice and can delete. */
  readonly owner?: OwnerKind;
  /** Kinds of content that callers reach only through that object and that are deleted with it. */
  readonly members?: readonly ContentKind[];
  readonly jobs?: readonly AnyDocumentJob<WorkParts>[];
  /** Jobs that convert sources. They have slots of their own, so that no other job waits for a converter. */
  readonly conversions?: readonly AnyDocumentJob<WorkParts>[];
  readonly routes: (app: VersusApp, parts: RouteParts) => void;
}
