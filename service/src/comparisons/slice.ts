// Declares comparisons as a slice of the service.

import type { Slice } from "../jobs/slice.ts";
import { viewJob } from "./old-fragments.ts";
import { comparisonOwner } from "./owner.ts";
import { type ComparisonRouteParts, registerComparisonRoutes } from "./routes.ts";
import { comparisonConversionJob, comparisonJob, type WorkParts } from "./run-comparison.ts";
import { renderingJob } from "./run-rendering.ts";

export const comparisonSlice: Slice<ComparisonRouteParts, WorkParts> = {
  name: "comparisons",
  owner: comparisonOwner,
  jobs: [comparisonJob, viewJob],
  conversions: [comparisonConversionJob, renderingJob],
  routes: registerComparisonRoutes,
};
