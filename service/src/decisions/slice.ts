// Declares decisions as a slice of the service. Their results are files.

import type { DocumentParts } from "../jobs/document-job.ts";
import type { Slice } from "../jobs/slice.ts";
import { type DecisionRouteParts, registerDecisionRoutes } from "./routes.ts";

export const decisionSlice: Slice<DecisionRouteParts, DocumentParts> = {
  name: "decisions",
  routes: registerDecisionRoutes,
};
