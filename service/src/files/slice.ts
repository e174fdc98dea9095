// Declares files as a slice of the service.

import { mediaTypes } from "../contract/formats.ts";
import { isFileId } from "../contract/ids.ts";
import { FileList } from "../contract/list-schemas.ts";
import { FileAcknowledgedResponse, FilePath } from "../contract/schemas.ts";
import type { Slice } from "../jobs/slice.ts";
import type { FileKind } from "../storage/schema.ts";
import { type FileRouteParts, registerFileRoutes } from "./routes.ts";
import { downloadFormats } from "./rules.ts";
import { fileConversionJob, type PreparationParts, preparationJob } from "./run-preparation.ts";

export const fileSlice: Slice<FileRouteParts, PreparationParts> = {
  name: "files",
  owner: {
    noun: "file",
    table: "files",
    id: "file_id",
    isOwn: isFileId,
    path: "/v1/files",
    params: FilePath,
    response: FileAcknowledgedResponse,
    tag: "Files",
    malformed: "INVALID_FILE_ID",
    unknown: "DOCUMENT_NOT_FOUND",
    content: "Deletes its bytes and its content, but not the results made from it",
    emptied: { file_name: "", error: null, notices: null },
    listed: {
      plural: "files",
      response: FileList,
      columns: ["file_name"],
      names: { file_name: ({ file_name: name }) => name },
      shown: ["kind"],
      time: "created_at",
    },
    mediaType: ({ kind }, format) => {
      const given = downloadFormats[kind as FileKind];
      return format === given ? mediaTypes[given] : undefined;
    },
    events: { names: ["ready", "failed", "deleted"] },
  },
  jobs: [preparationJob],
  conversions: [fileConversionJob],
  routes: registerFileRoutes,
};
