// Declares stored documents as a slice of the service.

import { redlineContent } from "../comparisons/redlines.ts";
import type { WorkParts } from "../comparisons/run-comparison.ts";
import type { Slice } from "../jobs/slice.ts";
import { documentOwner, versionContent } from "./owner.ts";
import { type DocumentRouteParts, registerDocumentRoutes } from "./routes.ts";
import { historyJob } from "./run-history.ts";
import { redlineJob } from "./run-redline.ts";
import { versionConversionJob, versionJob, versionRenderingJob } from "./run-version.ts";

export const documentSlice: Slice<DocumentRouteParts, WorkParts> = {
  name: "documents",
  owner: documentOwner,
  members: [versionContent, redlineContent],
  jobs: [versionJob, redlineJob, historyJob],
  conversions: [versionConversionJob, versionRenderingJob],
  routes: registerDocumentRoutes,
};
