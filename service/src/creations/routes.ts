// Serves POST /v1/create and GET /v1/create/{creation_id}.

import { ApiError } from "../contract/api-error.ts";
import type { CreateFromForm, VersusApp } from "../contract/app.ts";
import type { SignDownload } from "../contract/downloads.ts";
import { isId, newId } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { echoed } from "../contract/references.ts";
import { CreationCreatedResponse, CreationJob, CreationPath } from "../contract/schemas.ts";
import { findFile } from "../files/find-file.ts";
import { downloadOf } from "../files/read-file.ts";
import { awaitRead, type OwnerRead, tellRead } from "../jobs/await-read.ts";
import { requireKept } from "../retention/guard.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";
import { creationRows } from "./queries.ts";
import { type RequestParts, requestCreation } from "./request-creation.ts";
import { creationForm } from "./rules.ts";

export interface CreationRouteParts extends RequestParts {
  readonly watch: OwnerWatch;
  readonly createFromForm: CreateFromForm<Transaction>;
  readonly signDownload: SignDownload;
}

export function registerCreationRoutes(app: VersusApp, parts: CreationRouteParts): void {
  registerCreate(app, parts);
  registerRead(app, parts);
}

/** The reply of a read if the caller waits (`wait`), otherwise the acknowledgement of the new creation. */
const Answered = CreationJob.or(CreationCreatedResponse);

function registerCreate(app: VersusApp, parts: CreationRouteParts): void {
  app.route({
    method: "POST",
    url: "/v1/create",
    config: {
      form: creationForm,
      readsJob: true,
      operation: {
        id: "createDocument",
        tag: "Creations",
        summary: "Create a document from paragraphs",
        description:
          "Starts the creation of a .docx without tracked changes and returns at once; read it until it is ready, or wait for it with `wait`. Paragraphs of a wrong shape are refused at once; a style that does not exist fails the creation. Counts as one document.",
        refusals: [
          "INVALID_REQUEST",
          "UNSUPPORTED_FILE_TYPE",
          "USAGE_LIMIT_REACHED",
          "IDEMPOTENCY_CONFLICT",
          "FILE_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
        ],
      },
    },
    schema: { response: { 200: CreationJob, 202: Answered } },
    handler: async (request, reply) => {
      const { caller } = request;
      const creationId = newId("crt", parts.clock, parts.random);
      const owner = { organizationId: caller.organization.organizationId, ownerId: creationId };
      const answered = await parts.createFromForm(request, reply, {
        objectKey: (field) => newObjectKey(owner, field, parts),
        create: (form, remember) => requestCreation({ creationId, caller, form, remember }, parts),
        answer: async (body, form) => {
          const { creation_id: ownerId } = CreationCreatedResponse.parse(body);
          const read = () => readCreation({ creationId: ownerId, organizationId: owner.organizationId }, parts);
          return (await awaitRead(reply, { ownerId, form, read }, parts)) ?? body;
        },
      });
      return Answered.parse(answered);
    },
  });
}

function registerRead(app: VersusApp, parts: CreationRouteParts): void {
  app.route({
    method: "GET",
    url: "/v1/create/:creation_id",
    config: {
      readsJob: true,
      operation: {
        id: "readCreation",
        tag: "Creations",
        summary: "Read a creation",
        description:
          "Returns the status (processing, ready or failed) and, when it is ready, a fresh download address. A failed creation is a 200.",
        refusals: ["INVALID_CREATION_ID", "CREATION_NOT_FOUND", "CONTENT_DELETED"],
      },
    },
    schema: { params: CreationPath, response: { 200: CreationJob } },
    handler: async (request, reply) => {
      const { creation_id: creationId } = request.params;
      if (!isId("crt", creationId)) throw new ApiError("INVALID_CREATION_ID");
      const { organizationId } = request.caller.organization;
      return tellRead(reply, await readCreation({ creationId, organizationId }, parts));
    },
  });
}

interface AskedCreation {
  readonly creationId: string;
  /** The organization of the caller. */
  readonly organizationId: string;
}

/** Returns the reply to a read. Throws CREATION_NOT_FOUND and CONTENT_DELETED. */
async function readCreation(
  { creationId, organizationId }: AskedCreation,
  parts: CreationRouteParts,
): Promise<OwnerRead<CreationJob>> {
  const creation = await creationRows.find(parts.database, creationId);
  if (creation?.organization_id !== organizationId) throw new ApiError("CREATION_NOT_FOUND");
  requireKept(creation, creation.retention_days, parts.clock());
  const { status, file_id: fileId, error, engine_version: engineVersion } = creation;
  const told = { creation_id: creationId, status, ...echoed(creation) };
  const read = { engineVersion, retrySeconds: limits.creationRetrySeconds };
  if (fileId === null) return { ...read, body: { ...told, downloads: [], ...(error && { error }) } };
  const file = await findFile({ fileId, organizationId }, parts);
  return { ...read, body: { ...told, downloads: [downloadOf(file, parts.signDownload)], file_id: fileId } };
}
