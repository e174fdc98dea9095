// Declares selective comparisons as a slice of the service. Their results are files.

import type { DocumentParts } from "../jobs/document-job.ts";
import type { Slice } from "../jobs/slice.ts";
import { registerSelectiveRoutes, type SelectiveRouteParts } from "./routes.ts";

export const selectiveSlice: Slice<SelectiveRouteParts, DocumentParts> = {
  name: "selective",
  routes: registerSelectiveRoutes,
};
