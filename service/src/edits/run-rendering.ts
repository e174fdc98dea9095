// Declares which renderings edits have.

import { editRenderingName } from "../contract/file-names.ts";
import type { EditRendering } from "../contract/formats.ts";
import { type Rendered, renderingJobOf } from "../redlines/rendering-job.ts";
import { editRenderingKind } from "./job-kinds.ts";
import { type EditRow, editRows } from "./queries.ts";

export const renderedEdits: Rendered<EditRow> = {
  kind: editRenderingKind,
  rows: editRows,
  fileName: ({ file_name: name }, format) => editRenderingName(name, format as EditRendering),
  about: ({ created_at: createdAt }) => ({ documents: [], createdAt, hasLegend: false }),
  // The redline of an edit is a file of its own.
  documentOf: ({ redline_file_id: fileId }) => fileId ?? "",
  ended: async () => {},
};

export const editRenderingJob = renderingJobOf(renderedEdits);
