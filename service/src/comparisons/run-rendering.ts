// Declares which renderings comparisons have.

import { comparisonArtifactName } from "../contract/file-names.ts";
import { type Rendered, renderingJobOf } from "../redlines/rendering-job.ts";
import { settleFinish } from "./finish.ts";
import { renderingKind } from "./job-kinds.ts";
import { type ComparisonRow, comparisonRows } from "./queries.ts";

export const renderedComparisons: Rendered<ComparisonRow> = {
  kind: renderingKind,
  rows: comparisonRows,
  fileName: ({ modified_name: name }, format) => comparisonArtifactName(name, format),
  about: (row) => ({
    documents: [
      { role: "original", name: row.original_name },
      { role: "modified", name: row.modified_name },
    ],
    createdAt: row.created_at,
    hasLegend: row.options?.pdfLegend === true,
  }),
  ended: settleFinish,
};

export const renderingJob = renderingJobOf(renderedComparisons);
