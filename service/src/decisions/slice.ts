// Decisions as the rest of the service knows them: what they make is a file.

import type { DocumentParts } from "../jobs/document-job.ts";
import type { Slice } from "../jobs/slice.ts";
import { type DecisionRouteParts, registerDecisionRoutes } from "./routes.ts";

export const decisionSlice: Slice<DecisionRouteParts, DocumentParts> = {
  name: "decisions",
  routes: registerDecisionRoutes,
};
