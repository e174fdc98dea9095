// Declares edits as a slice of the service.

import { isId } from "../contract/ids.ts";
import { EditList } from "../contract/list-schemas.ts";
import { EditAcknowledgedResponse, EditPath } from "../contract/schemas.ts";
import type { Slice } from "../jobs/slice.ts";
import { type EditRouteParts, registerEditRoutes } from "./routes.ts";
import { type EditParts, editJob } from "./run-edit.ts";

export const editSlice: Slice<EditRouteParts, EditParts> = {
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
    emptied: { author: "", file_name: "", error: null, results: null },
    events: { names: ["ready", "failed"], ids: ["edit_id", "source_file_id", "file_id", "redline_file_id"] },
  },
  jobs: [editJob],
  routes: registerEditRoutes,
};
