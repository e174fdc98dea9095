// Declares which renderings merges have.

import { mergeArtifactName } from "../contract/file-names.ts";
import { type Rendered, renderingJobOf } from "../redlines/rendering-job.ts";
import { mergeRenderingKind } from "./job-kinds.ts";
import { type MergeRow, mergeRows } from "./queries.ts";

export const renderedMerges: Rendered<MergeRow> = {
  kind: mergeRenderingKind,
  rows: mergeRows,
  fileName: ({ original_name: name }, format) => mergeArtifactName(name, format),
  about: ({ original_name: name, revisions, created_at: createdAt, options }) => ({
    documents: [
      { role: "base", name },
      ...(revisions ?? []).map((revision) => ({ role: "revision" as const, ...revision })),
    ],
    createdAt,
    hasLegend: options?.pdfLegend === true,
  }),
  ended: async () => {},
};

export const mergeRenderingJob = renderingJobOf(renderedMerges);
