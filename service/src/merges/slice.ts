// Declares merges as a slice of the service.

import type { Slice } from "../jobs/slice.ts";
import { mergeOwner } from "./owner.ts";
import { type MergeRouteParts, registerMergeRoutes } from "./routes.ts";
import { type MergeParts, mergeConversionJob, mergeJob, verificationJob } from "./run-merge.ts";
import { mergeRenderingJob } from "./run-rendering.ts";

export const mergeSlice: Slice<MergeRouteParts, MergeParts> = {
  name: "merges",
  owner: mergeOwner,
  jobs: [verificationJob, mergeJob],
  conversions: [mergeConversionJob, mergeRenderingJob],
  routes: registerMergeRoutes,
};
