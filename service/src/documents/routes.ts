// Serves the routes of stored documents; those of their versions are in version-routes.ts.

import type { CreateFromForm, Operation, VersusApp } from "../contract/app.ts";
import {
  DeletedResponse,
  DocumentCreatedResponse,
  DocumentDetailResponse,
  DocumentListResponse,
  DocumentPatchRequest,
  DocumentPath,
} from "../contract/document-schemas.ts";
import { newId } from "../contract/ids.ts";
import { PageQuery } from "../contract/lists.ts";
import type { DeletionRequestParts } from "../retention/request-deletion.ts";
import { entryOfCall } from "../storage/audit-entries.ts";
import type { Transaction } from "../storage/database.ts";
import type { PageParts } from "../storage/list-page.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import { type AddParts, createDocument } from "./add-version.ts";
import { changeDocument, deleteDocument } from "./change-document.ts";
import { askedDocument, findDocument } from "./find-document.ts";
import { registerHistory } from "./history-route.ts";
import { listDocuments } from "./list-documents.ts";
import { documentOwner } from "./owner.ts";
import { listVersions } from "./queries.ts";
import { documentForm, documentResource, versionResource } from "./rules.ts";
import { registerVersionRoutes, type VersionRouteParts } from "./version-routes.ts";

export interface DocumentRouteParts extends AddParts, PageParts, VersionRouteParts, DeletionRequestParts {
  readonly createFromForm: CreateFromForm<Transaction>;
}

export function registerDocumentRoutes(app: VersusApp, parts: DocumentRouteParts): void {
  registerCreate(app, parts);
  registerList(app, parts);
  registerRead(app, parts);
  registerChange(app, parts);
  registerDelete(app, parts);
  registerVersionRoutes(app, parts);
  registerHistory(app, parts);
}

const { path, tag } = documentOwner;
const ownPath = `${path}/:document_id`;
const ownRefusals = ["INVALID_DOCUMENT_ID", "DOCUMENT_NOT_FOUND"] as const satisfies Operation["refusals"];

function registerCreate(app: VersusApp, parts: DocumentRouteParts): void {
  app.route({
    method: "POST",
    url: path,
    config: {
      form: documentForm(),
      operation: {
        id: "storeDocument",
        tag,
        summary: "Store a document",
        description:
          "Stores a document with its first version and returns at once. Read the version until it is ready. Counts as one document.",
        refusals: [
          "INVALID_REQUEST",
          "UNSUPPORTED_FILE_TYPE",
          "DOCUMENT_UNREADABLE",
          "USAGE_LIMIT_REACHED",
          "DOCUMENT_NOT_FOUND",
          "CONFLICT",
          "IDEMPOTENCY_CONFLICT",
          "CONTENT_DELETED",
          "FILE_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
        ],
      },
    },
    schema: { response: { 201: DocumentCreatedResponse } },
    handler: async (request, reply) => {
      const { caller } = request;
      const documentId = newId("doc", parts.clock, parts.random);
      const versionId = newId("ver", parts.clock, parts.random);
      const owner = { organizationId: caller.organization.organizationId, ownerId: versionId };
      const body = await parts.createFromForm(request, reply, {
        objectKey: () => newObjectKey(owner, "docx", parts),
        create: (form, remember) => createDocument({ documentId, versionId, caller, form, remember }, parts),
      });
      return DocumentCreatedResponse.parse(body);
    },
  });
}

function registerList(app: VersusApp, parts: DocumentRouteParts): void {
  app.route({
    method: "GET",
    url: path,
    config: {
      operation: {
        id: "listDocuments",
        tag,
        summary: "List documents",
        description:
          "Lists the stored documents of the organization, newest first. Documents that are added, changed or deleted meanwhile move no other document to another page.",
        refusals: ["INVALID_CURSOR"],
      },
    },
    schema: { querystring: PageQuery, response: { 200: DocumentListResponse } },
    handler: async ({ query, caller }) => listDocuments(query, caller.organization, parts),
  });
}

function registerRead(app: VersusApp, parts: DocumentRouteParts): void {
  app.route({
    method: "GET",
    url: ownPath,
    config: {
      operation: {
        id: "readDocument",
        tag,
        summary: "Read a document",
        description: "Returns the document and all its versions, by number.",
        refusals: ownRefusals,
      },
    },
    schema: { params: DocumentPath, response: { 200: DocumentDetailResponse } },
    handler: async (request) => detailOf(request, parts),
  });
}

async function detailOf(request: Parameters<typeof askedDocument>[0], parts: DocumentRouteParts) {
  const asked = askedDocument(request);
  const document = await findDocument(asked, parts);
  const versions = await listVersions(parts.database, asked.documentId);
  const count = { count: versions.length, latest: versions.at(-1)?.version_id ?? null };
  return { ...documentResource(document, count), versions: versions.map((version) => versionResource(version)) };
}

function registerChange(app: VersusApp, parts: DocumentRouteParts): void {
  app.route({
    method: "PATCH",
    url: ownPath,
    config: {
      operation: {
        id: "changeDocument",
        tag,
        summary: "Change the name, description or metadata of a document",
        description: "Updates the fields in the body. Other fields keep their values.",
        refusals: ["INVALID_REQUEST", ...ownRefusals, "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
      },
    },
    schema: { params: DocumentPath, body: DocumentPatchRequest, response: { 200: DocumentDetailResponse } },
    // Reports an unknown document before the body is validated.
    onRequest: async (request) => void (await findDocument(askedDocument(request), parts)),
    handler: async (request) => {
      await changeDocument(askedDocument(request), request.body, parts);
      return detailOf(request, parts);
    },
  });
}

function registerDelete(app: VersusApp, parts: DocumentRouteParts): void {
  app.route({
    method: "DELETE",
    url: ownPath,
    config: {
      operation: {
        id: "deleteDocument",
        tag,
        summary: "Delete a document permanently",
        description: `${documentOwner.content}. From then on the document is unknown (404) and its downloads are refused; the content is deleted within a minute.`,
        refusals: ["INVALID_REQUEST", ...ownRefusals, "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
      },
    },
    schema: { params: DocumentPath, response: { 200: DeletedResponse } },
    // Reports an unknown document before a body is parsed.
    onRequest: async (request) => void (await findDocument(askedDocument(request), parts)),
    handler: async (request) => {
      const asked = askedDocument(request);
      await deleteDocument(asked, entryOfCall(request, parts.clock(), asked.documentId), parts);
      return { deleted: true as const, document_id: asked.documentId };
    },
  });
}
