// Creations as the rest of the service knows them.

import { isId } from "../contract/ids.ts";
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
    emptied: { file_name: "", error: null },
  },
  jobs: [creationJob],
  routes: registerCreationRoutes,
};
