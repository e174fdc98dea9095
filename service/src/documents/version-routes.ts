// Serves the routes of versions, and of comparisons and merges of versions.

import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { comparisonOwner } from "../comparisons/owner.ts";
import { renderedComparisons } from "../comparisons/run-rendering.ts";
import { ApiError } from "../contract/api-error.ts";
import type { CreateFromBody, CreateFromForm, Operation, VersusApp } from "../contract/app.ts";
import {
  DeletedResponse,
  DocumentCompareRequest,
  DocumentCreatedResponse,
  DocumentMergeCreatedResponse,
  DocumentMergeRequest,
  DocumentPatchRequest,
  DocumentPath,
  DocumentRedlineResponse,
  DocumentVersionDownloadResponse,
  DocumentVersionResource,
  type VersionFormat,
  VersionPath,
  versionFormats,
} from "../contract/document-schemas.ts";
import type { SignDownload } from "../contract/downloads.ts";
import { versionFileName, versionRedlineName } from "../contract/file-names.ts";
import { type ComparisonFormat, comparisonFormatNames, comparisonFormats, readFormats } from "../contract/formats.ts";
import { isFormType } from "../contract/forms.ts";
import { newId } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { ComparisonCreatedResponse, type JobAnswer, jobReadQuery, WaitQuery } from "../contract/schemas.ts";
import { answerRead } from "../jobs/await-read.ts";
import { type AskForRenderings, renderingAsker } from "../redlines/ask-for-renderings.ts";
import { type FindReadable, type ReadableJob, readableFinder } from "../redlines/find-readable.ts";
import { readJob, stageOf } from "../redlines/read-job.ts";
import { namedRecord, recordColumns } from "../redlines/read-route.ts";
import { madeFormats, type Renderer, rendererOf } from "../redlines/renderers.ts";
import { entryOfCall } from "../storage/audit-entries.ts";
import type { Transaction } from "../storage/database.ts";
import type { Journal } from "../storage/journal.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import { type AddParts, addVersion } from "./add-version.ts";
import { changeVersion, deleteVersion } from "./change-document.ts";
import { compareVersions } from "./compare-versions.ts";
import { askedDocument, askedVersion, findDocument, findVersion } from "./find-document.ts";
import { mergeForm, readMergeForm } from "./merge-form.ts";
import { mergeVersions } from "./merge-versions.ts";
import { documentOwner, versionContent } from "./owner.ts";
import type { DocumentRow, FoundVersion } from "./queries.ts";
import { versionForm, versionResource } from "./rules.ts";
import { renderedVersions } from "./run-version.ts";

export interface VersionRouteParts extends AddParts {
  readonly journal: Journal;
  readonly createFromForm: CreateFromForm<Transaction>;
  readonly createFromBody: CreateFromBody<Transaction>;
  readonly signDownload: SignDownload;
  readonly renderers: readonly Renderer[];
}

export function registerVersionRoutes(app: VersusApp, parts: VersionRouteParts): void {
  registerAdd(app, parts);
  registerRead(app, parts);
  registerChange(app, parts);
  registerDelete(app, parts);
  registerDownload(app, parts);
  registerRedline(app, parts);
  registerCompare(app, parts);
  registerMerge(app, parts);
}

const { tag, path } = documentOwner;
const documentPath = `${path}/:document_id`;
const versionPath = `${documentPath}/versions/:version_id`;
const documentRefusals = ["INVALID_DOCUMENT_ID", "DOCUMENT_NOT_FOUND"] as const satisfies Operation["refusals"];
const versionRefusals = [
  ...documentRefusals,
  "INVALID_VERSION_ID",
  "VERSION_NOT_FOUND",
] as const satisfies Operation["refusals"];

function registerAdd(app: VersusApp, parts: VersionRouteParts): void {
  app.route({
    method: "POST",
    url: `${documentPath}/versions`,
    config: {
      form: versionForm(),
      operation: {
        id: "addVersion",
        tag,
        summary: "Add a version",
        description:
          "Adds a version to the document and makes its redline against its parent. Any version may be the parent, so that versions can branch. Returns at once; read the version until it is ready. Counts as one document.",
        refusals: [
          "INVALID_REQUEST",
          "UNSUPPORTED_FILE_TYPE",
          "DOCUMENT_UNREADABLE",
          "USAGE_LIMIT_REACHED",
          ...documentRefusals,
          "VERSION_NOT_FOUND",
          "CONFLICT",
          "IDEMPOTENCY_CONFLICT",
          "CONTENT_DELETED",
          "FILE_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
        ],
      },
    },
    schema: { params: DocumentPath, response: { 202: DocumentCreatedResponse } },
    // Reports an unknown document before the form is read.
    onRequest: async (request) => void (await findDocument(askedDocument(request), parts)),
    handler: async (request, reply) => {
      const { caller } = request;
      const { documentId, organizationId } = askedDocument(request);
      const versionId = newId("ver", parts.clock, parts.random);
      const body = await parts.createFromForm(request, reply, {
        objectKey: () => newObjectKey({ organizationId, ownerId: versionId }, "docx", parts),
        create: (form, remember) => addVersion({ documentId, versionId, caller, form, remember }, parts),
      });
      return DocumentCreatedResponse.parse(body);
    },
  });
}

function registerRead(app: VersusApp, parts: VersionRouteParts): void {
  app.route({
    method: "GET",
    url: versionPath,
    config: {
      readsJob: true,
      operation: {
        id: "readVersion",
        tag,
        summary: "Read a version",
        description: "Returns the version, its state and the state of its redline. A failed version is a 200.",
        refusals: [...versionRefusals, "VALIDATION_ERROR"],
      },
    },
    schema: { params: VersionPath, querystring: WaitQuery, response: { 200: DocumentVersionResource } },
    handler: async (request, reply) => {
      const asked = askedVersion(request);
      const read = async () => {
        const { version } = await findVersion(asked, parts);
        const { version_id: versionId, merge_id: mergeId, status } = version;
        const ownerIds = mergeId === null ? [versionId] : [versionId, mergeId];
        const body = versionResource(version, await stageOf({ ownerIds, status }, status, parts.database));
        const { engine_version: engineVersion } = version;
        return { ownerId: versionId, body, engineVersion, retrySeconds: limits.comparisonRetrySeconds };
      };
      return answerRead(reply, { wait: request.query.wait, read }, parts);
    },
  });
}

function registerChange(app: VersusApp, parts: VersionRouteParts): void {
  app.route({
    method: "PATCH",
    url: versionPath,
    config: {
      operation: {
        id: "changeVersion",
        tag,
        summary: "Change the name, description or metadata of a version",
        description:
          "Updates the fields in the body. Other fields keep their values. Content, parent and number never change.",
        refusals: ["INVALID_REQUEST", ...versionRefusals, "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
      },
    },
    schema: { params: VersionPath, body: DocumentPatchRequest, response: { 200: DocumentVersionResource } },
    // Reports an unknown version before the body is validated.
    onRequest: async (request) => void (await findVersion(askedVersion(request), parts)),
    handler: async (request) => {
      const asked = askedVersion(request);
      await changeVersion(asked, request.body, parts);
      return versionResource((await findVersion(asked, parts)).version);
    },
  });
}

function registerDelete(app: VersusApp, parts: VersionRouteParts): void {
  app.route({
    method: "DELETE",
    url: versionPath,
    config: {
      operation: {
        id: "deleteVersion",
        tag,
        summary: "Delete a version permanently",
        description:
          "Deletes the version and its redline. The parent of another version and the only version cannot be deleted (409). No later version gets its number.",
        refusals: ["INVALID_REQUEST", ...versionRefusals, "CONFLICT", "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
      },
    },
    schema: { params: VersionPath, response: { 200: DeletedResponse } },
    // Reports an unknown version before a body is parsed.
    onRequest: async (request) => void (await findVersion(askedVersion(request), parts)),
    handler: async (request) => {
      const asked = askedVersion(request);
      await deleteVersion(asked, entryOfCall(request, parts.clock(), asked.versionId), parts);
      return { deleted: true as const, document_id: asked.documentId, version_id: asked.versionId };
    },
  });
}

/** A route that reads a version and replies with downloads. */
interface DownloadRoute<Format extends string> {
  readonly name: "download" | "redline";
  readonly operation: Pick<Operation, "id" | "summary" | "description" | "refusals">;
  /** The formats that this installation makes; the first is the default. */
  readonly formats: readonly Format[];
  readonly meanings: Readonly<Record<Format, { readonly meaning: string }>>;
  readonly find: FindReadable;
  /** Returns the id of the owner of the artifacts. Throws CONFLICT if there is no owner. */
  readonly ownerOf: (version: FoundVersion) => string;
  readonly fileName: (versionName: string, format: Format) => string;
  readonly askFor: AskForRenderings;
  readonly response: z.ZodType;
  /** Returns the further fields of the reply. */
  readonly record?: (job: ReadableJob, answered: JobAnswer["status"]) => Promise<object>;
}

function registerDownload(app: VersusApp, parts: VersionRouteParts): void {
  const all = Object.keys(versionFormats) as VersionFormat[];
  const formats = all.filter((format) => format === "docx" || rendererOf(parts.renderers, format) !== undefined);
  registerDownloads(app, parts, {
    name: "download",
    operation: {
      id: "downloadVersion",
      summary: "Download a version",
      description:
        "Returns fresh download addresses of the version in the requested formats. A version made by a merge is the merged document, with every change tracked.",
    },
    formats,
    meanings: versionFormats,
    find: readableFinder(parts.database, versionContent, formats),
    ownerOf: ({ version_id: versionId }) => versionId,
    fileName: versionFileName,
    askFor: renderingAsker(renderedVersions, parts),
    response: DocumentVersionDownloadResponse,
  });
}

function registerRedline(app: VersusApp, parts: VersionRouteParts): void {
  const formats = madeFormats(comparisonFormatNames, parts.renderers);
  registerDownloads<ComparisonFormat>(app, parts, {
    name: "redline",
    operation: {
      id: "downloadRedline",
      summary: "Download the redline of a version",
      description:
        "Returns fresh download addresses of the redline against the parent in the requested formats. The redline of a version made by a merge is the merge. A version without a parent has no redline (409).",
      refusals: ["CONFLICT"],
    },
    formats,
    meanings: comparisonFormats,
    find: readableFinder(parts.database, { ...comparisonOwner, columns: recordColumns(comparisonOwner) }, formats),
    ownerOf: ({ redline_id: redlineId, number }) => {
      if (redlineId !== null) return redlineId;
      throw new ApiError("CONFLICT", `Version ${number} has no parent, so it has no redline.`);
    },
    fileName: versionRedlineName,
    askFor: renderingAsker(renderedComparisons, parts),
    response: DocumentRedlineResponse,
    record: (job, answered) =>
      namedRecord(comparisonOwner, { ...job, finished_at: madeAt(job) }, answered, parts.database),
  });
}

function registerDownloads<Format extends string>(
  app: VersusApp,
  parts: VersionRouteParts,
  route: DownloadRoute<Format>,
): void {
  const { operation, formats, meanings } = route;
  app.route({
    method: "GET",
    url: `${versionPath}/${route.name}`,
    config: {
      readsJob: true,
      operation: {
        ...operation,
        tag,
        refusals: [...versionRefusals, "UNSUPPORTED_FORMAT", "VALIDATION_ERROR", ...(operation.refusals ?? [])],
      },
    },
    schema: {
      params: VersionPath,
      querystring: jobReadQuery(meanings, formats),
      response: { 200: route.response },
    },
    handler: async (request, reply) => {
      const asked = askedVersion(request);
      const { retentionDays } = request.caller.organization;
      const read = async () => {
        const found = await findVersion(asked, parts);
        const wanted = readFormats(request.query.format, formats);
        const { answer, ...made } = await readRoute(found, { route, wanted, retentionDays }, parts);
        const body = { document_id: asked.documentId, version_id: asked.versionId, ...answer };
        return { ...made, body, retrySeconds: limits.comparisonRetrySeconds };
      };
      return answerRead(reply, { wait: request.query.wait, read }, parts);
    },
  });
}

/** Returns the time at which the redline was stored or failed. The row of a version's redline has no such time. */
function madeAt({ status, artifacts }: ReadableJob): Date | null {
  return status === "processing" ? null : (artifacts.find(({ format }) => format === "docx")?.finished_at ?? null);
}

interface DownloadRequest<Format extends string> {
  readonly route: DownloadRoute<Format>;
  readonly wanted: readonly Format[];
  readonly retentionDays: number | null;
}

/** Returns the reply. File names use the current name of the version, and no address outlives the document. */
async function readRoute<Format extends string>(
  { document, version }: { readonly document: DocumentRow; readonly version: FoundVersion },
  { route, wanted, retentionDays }: DownloadRequest<Format>,
  parts: VersionRouteParts,
) {
  const { organization_id: organizationId } = version;
  const ownerId = route.ownerOf(version);
  const job = await route.find({ ownerId, organizationId });
  if (job === undefined) throw new ApiError("VERSION_NOT_FOUND");
  await route.askFor(job, wanted);
  const artifacts = job.artifacts.map((artifact) => {
    return { ...artifact, file_name: route.fileName(version.name, artifact.format as Format) };
  });
  const times = { finished_at: document.finished_at, delete_at: null };
  const answer = readJob({ ...job, ...times, artifacts, retentionDays }, wanted, parts.signDownload);
  const record = await route.record?.(job, answer.status);
  return { ownerId, answer: { ...answer, ...record }, engineVersion: job.engine_version };
}

function registerCompare(app: VersusApp, parts: VersionRouteParts): void {
  app.route({
    method: "POST",
    url: `${documentPath}/compare`,
    config: {
      operation: {
        id: "compareVersions",
        tag,
        summary: "Compare any two versions",
        description:
          "Starts a comparison of two versions and returns at once; read it at GET /v1/compare/{comparison_id}. Deleting the document deletes it too. Counts as two documents.",
        refusals: [
          "INVALID_REQUEST",
          "USAGE_LIMIT_REACHED",
          ...documentRefusals,
          "VERSION_NOT_FOUND",
          "CONFLICT",
          "IDEMPOTENCY_CONFLICT",
          "CONTENT_DELETED",
          "REQUEST_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
        ],
      },
    },
    schema: { params: DocumentPath, body: DocumentCompareRequest, response: { 202: ComparisonCreatedResponse } },
    // Reports an unknown document before the body is validated.
    onRequest: async (request) => void (await findDocument(askedDocument(request), parts)),
    handler: async (request, reply) => {
      const { caller, body: asked } = request;
      const document = askedDocument(request);
      const body = await parts.createFromBody(request, reply, (remember) =>
        compareVersions({ document, caller, asked, remember }, parts),
      );
      return ComparisonCreatedResponse.parse(body);
    },
  });
}

function registerMerge(app: VersusApp, parts: VersionRouteParts): void {
  app.route({
    method: "POST",
    url: `${documentPath}/merges`,
    config: {
      form: mergeForm,
      operation: {
        id: "mergeVersions",
        tag,
        summary: "Merge versions into a new one",
        description:
          "Starts a merge of versions of the document and returns at once. The merge is read at GET /v1/merge/{merge_id}; its Word document becomes the version `version_id`, whose parent is the base and whose status follows the merge. Wherever the text of that version is read, every change is accepted and each conflict has its first side. Send JSON, or the same fields as a form. Costs no documents.",
        refusals: [
          "INVALID_REQUEST",
          ...documentRefusals,
          "VERSION_NOT_FOUND",
          "CONFLICT",
          "IDEMPOTENCY_CONFLICT",
          "CONTENT_DELETED",
          "REQUEST_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
        ],
      },
    },
    schema: {
      params: DocumentPath,
      body: { content: { "application/json": { schema: DocumentMergeRequest } } },
      response: { 202: DocumentMergeCreatedResponse },
    },
    // Reports an unknown document before the body is validated.
    onRequest: async (request) => void (await findDocument(askedDocument(request), parts)),
    handler: async (request, reply) => {
      const body = await (isFormType(request.headers["content-type"]) ? mergeFromForm : mergeFromBody)(
        { request, reply },
        parts,
      );
      return DocumentMergeCreatedResponse.parse(body);
    },
  });
}

interface Exchange {
  readonly request: Pick<
    FastifyRequest,
    "id" | "raw" | "url" | "headers" | "caller" | "routeOptions" | "body" | "params"
  >;
  readonly reply: FastifyReply;
}

function mergeFromForm({ request, reply }: Exchange, parts: VersionRouteParts): Promise<unknown> {
  const { caller } = request;
  const document = askedDocument(request);
  return parts.createFromForm(request, reply, {
    objectKey: () => {
      throw new Error("the form has no files");
    },
    create: (form, remember) => mergeVersions({ document, caller, asked: readMergeForm(form), remember }, parts),
  });
}

function mergeFromBody({ request, reply }: Exchange, parts: VersionRouteParts): Promise<unknown> {
  if (request.body === undefined) {
    throw new ApiError("INVALID_REQUEST", "The Content-Type must be application/json or multipart/form-data.");
  }
  const { caller } = request;
  const document = askedDocument(request);
  // The body was validated by its schema.
  const asked = request.body as DocumentMergeRequest;
  return parts.createFromBody(request, reply, (remember) =>
    mergeVersions({ document, caller, asked, remember }, parts),
  );
}
