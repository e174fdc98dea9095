// Comparisons as the rest of the service knows them.

import { type ComparisonFormat, comparisonFormats } from "../contract/formats.ts";
import { isId } from "../contract/ids.ts";
import { ComparisonAcknowledgedResponse, ComparisonPath } from "../contract/schemas.ts";
import type { Slice } from "../jobs/slice.ts";
import { type ComparisonRouteParts, registerComparisonRoutes } from "./routes.ts";
import { comparisonJob, type WorkParts } from "./run-comparison.ts";
import { renderingJob } from "./run-rendering.ts";

export const comparisonSlice: Slice<ComparisonRouteParts, WorkParts> = {
  name: "comparisons",
  owner: {
    noun: "comparison",
    table: "comparisons",
    id: "comparison_id",
    isOwn: (id) => isId("cmp", id),
    path: "/v1/compare",
    params: ComparisonPath,
    response: ComparisonAcknowledgedResponse,
    tag: "Comparisons",
    malformed: "INVALID_COMPARISON_ID",
    unknown: "COMPARISON_NOT_FOUND",
    content: "Deletes its sources, its redline and every rendering",
    emptied: { author: "", original_name: "", modified_name: "", options: null, error: null },
    mediaType: (_, format) => (isFormat(format) ? comparisonFormats[format].mediaType : undefined),
  },
  jobs: [comparisonJob, renderingJob],
  routes: registerComparisonRoutes,
};

function isFormat(format: string): format is ComparisonFormat {
  return Object.hasOwn(comparisonFormats, format);
}
