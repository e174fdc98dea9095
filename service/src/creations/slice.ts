// Declares creations as a slice of the service.

import { isId } from "../contract/ids.ts";
import { CreationList } from "../contract/list-schemas.ts";
import { CreationAcknowledgedResponse, CreationPath } from "../contract/schemas.ts";
import type { Slice } from "../jobs/slice.ts";
import { type CreationRouteParts, registerCreationRoutes } from "./routes.ts";
import { type CreationParts, creationJob } from "./run-creation.ts";

export const creationSlice: Slice<CreationRouteParts, CreationParts> = {
  name: "creations",
  owner: {
    noun: "creation",
    table: "creations",
    id: "creation_id",
    isOwn: (id) => isId("crt", id),
    path: "/v1/create",
    params: CreationPath,
    response: CreationAcknowledgedResponse,
    tag: "Creations",
    malformed: "INVALID_CREATION_ID",
    unknown: "CREATION_NOT_FOUND",
    content: "Deletes its paragraphs, its template and the created document with its file",
    listed: {
      plural: "creations",
      response: CreationList,
      columns: ["file_name"],
      names: { file_name: ({ file_name: name }) => name },
    },
    emptied: { file_name: "", error: null },
    events: { names: ["ready", "failed", "deleted"], ids: ["creation_id", "file_id"] },
  },
  jobs: [creationJob],
  routes: registerCreationRoutes,
};
