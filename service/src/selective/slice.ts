// Selective comparisons as the rest of the service knows them: what they make is a file.

import type { DocumentParts } from "../jobs/document-job.ts";
import type { Slice } from "../jobs/slice.ts";
import { registerSelectiveRoutes, type SelectiveRouteParts } from "./routes.ts";

export const selectiveSlice: Slice<SelectiveRouteParts, DocumentParts> = {
  name: "selective",
  routes: registerSelectiveRoutes,
};
