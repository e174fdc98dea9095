// Declares edits as a slice of the service.

import { EditAcknowledgedResponse } from "../contract/edit-schemas.ts";
import { editRenderings, mediaTypeIn } from "../contract/formats.ts";
import { isId } from "../contract/ids.ts";
import { EditList } from "../contract/list-schemas.ts";
import { EditPath } from "../contract/schemas.ts";
import type { Slice } from "../jobs/slice.ts";
import type { RenderingParts } from "../redlines/rendering-job.ts";
import { type EditRouteParts, registerEditRoutes } from "./routes.ts";
import { type EditParts, editJob } from "./run-edit.ts";
import { editRenderingJob } from "./run-rendering.ts";

export const editSlice: Slice<EditRouteParts, EditParts & RenderingParts> = {
  name: "edits",
  owner: {
    noun: "edit",
    table: "edits",
    id: "edit_id",
    isOwn: (id) => isId("edt", id),
    path: "/v1/edit",
    params: EditPath,
    response: EditAcknowledgedResponse,
    tag: "Edits",
    malformed: "INVALID_EDIT_ID",
    unknown: "EDIT_NOT_FOUND",
    content:
      "Deletes its edits, what they did, its template, the edited document and the redline with their files, but not the file that was edited",
    listed: {
      plural: "edits",
      response: EditList,
      columns: ["file_name"],
      names: { file_name: ({ file_name: name }) => name },
    },
    mediaType: (_, format) => mediaTypeIn(editRenderings, format),
    emptied: { author: "", file_name: "", error: null, results: null, summary: null },
    events: { names: ["ready", "failed"], ids: ["edit_id", "source_file_id", "file_id", "redline_file_id"] },
  },
  jobs: [editJob],
  conversions: [editRenderingJob],
  routes: registerEditRoutes,
};
