// Serves uploads and reads of files, and the staging pair.
//
// They are POST /v1/files, GET /v1/files/{file_id} and GET /v1/files/{file_id}/content. The pair POST /v1/edit/initiate
// and GET /v1/edit/initiate/{file_id} is the same upload, read in its staged form for editing.

import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ApiError } from "../contract/api-error.ts";
import type { CreatedReply, CreateFromForm, Operation, VersusApp } from "../contract/app.ts";
import type { SignDownload } from "../contract/downloads.ts";
import { tellEngine } from "../contract/engine-version.ts";
import { mediaTypes } from "../contract/formats.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import { isFileId, newFileId, type RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { FileCreatedResponse, FilePath, FileProcessingResponse, FileResource } from "../contract/schemas.ts";
import { needsConversion } from "../convert/conversion-job.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import { type AskedContent, askedContent, isWhole } from "./asked-content.ts";
import { ContentQuery, FileContent, StagedDocument } from "./content-shapes.ts";
import { type AskedFile, type FindParts, findFile, findRead, preparationFailed } from "./find-file.ts";
import type { FileRow } from "./queries.ts";
import {
  type ReadingParts,
  readFile,
  type StreamedReply,
  sendStreamed,
  streamHeld,
  streamReading,
} from "./read-file.ts";
import { type ReadPartParts, readPart } from "./read-part.ts";
import { requestUpload, type UploadParts } from "./request-upload.ts";
import { uploadForm } from "./rules.ts";

export interface FileRouteParts extends UploadParts, FindParts, ReadingParts, ReadPartParts {
  readonly random: RandomBytes;
  readonly createFromForm: CreateFromForm<Transaction>;
  readonly signDownload: SignDownload;
}

export function registerFileRoutes(app: VersusApp, parts: FileRouteParts): void {
  registerUpload(app, parts);
  registerStaging(app, parts);
  registerRead(app, parts);
  registerContent(app, parts);
  registerStaged(app, parts);
}

const uploadRefusals = [
  "INVALID_REQUEST",
  "UNSUPPORTED_FILE_TYPE",
  "DOCUMENT_UNREADABLE",
  "USAGE_LIMIT_REACHED",
  "IDEMPOTENCY_CONFLICT",
  "FILE_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
] as const satisfies Operation["refusals"];

const readRefusals = ["INVALID_FILE_ID", "DOCUMENT_NOT_FOUND", "CONTENT_DELETED"] as const;

function registerUpload(app: VersusApp, parts: FileRouteParts): void {
  app.route({
    method: "POST",
    url: "/v1/files",
    config: {
      form: uploadForm(),
      operation: {
        id: "uploadFile",
        tag: "Files",
        summary: "Upload a document",
        description:
          "Stores the document, returns at once and prepares it for reading and editing; reads of its content wait for the preparation. A file that is not a .docx is converted first: the call waits up to 20 seconds for that and answers ready, failed or processing. The bytes of a file never change: upload another version as another file. Counts as one document.",
        refusals: uploadRefusals,
      },
    },
    schema: { response: { 201: FileCreatedResponse } },
    handler: async (request, reply) => {
      const body = await upload({ request, reply }, parts, ({ fileId, fileName }) => {
        return { status: 201, body: { file_id: fileId, status: "processing", file_name: fileName } };
      });
      return awaitConversion(FileCreatedResponse.parse(body), request.caller, parts);
    },
  });
}

function registerStaging(app: VersusApp, parts: FileRouteParts): void {
  app.route({
    method: "POST",
    url: "/v1/edit/initiate",
    config: {
      form: uploadForm(),
      operation: {
        id: "stageDocument",
        tag: "Files",
        summary: "Stage a document for editing",
        description:
          "Does the same as POST /v1/files: use the file_id wherever one is expected. Read the staged document with GET. Counts as one document.",
        refusals: uploadRefusals,
      },
    },
    schema: { response: { 202: FileProcessingResponse } },
    handler: async (request, reply) => {
      const body = await upload({ request, reply }, parts, ({ fileId }) => {
        return { status: 202, body: { file_id: fileId, status: "processing" } };
      });
      return FileProcessingResponse.parse(body);
    },
  });
}

/**
 * Returns the reply to an upload. If the file needs a conversion, it waits up to `limits.waitSeconds` for the end, and
 * adds the status and the error. The stored reply for a repeated call does not contain them; a repeated call waits
 * again.
 */
async function awaitConversion(
  created: FileCreatedResponse,
  { organization: { organizationId } }: FastifyRequest["caller"],
  parts: FileRouteParts,
): Promise<FileCreatedResponse> {
  const { file_id: fileId, file_name: fileName } = created;
  if (!needsConversion(fileName)) return created;
  const asked = { fileId, organizationId };
  const isEnough = ({ status }: FileRow) => status !== "processing";
  const milliseconds = limits.waitSeconds * 1000;
  const { waiters: most } = limits;
  const asking = parts.watch.ask(fileId, () => findFile(asked, parts), { isEnough, milliseconds, most });
  const file = await asking.catch(unlessRefused);
  if (file === undefined) return created;
  return { ...created, status: file.status, ...(file.error === null ? {} : { error: file.error }) };
}

/** Ignores a refusal, because the file was deleted meanwhile. */
function unlessRefused(problem: unknown): undefined {
  if (!(problem instanceof ApiError)) throw problem;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type ReplyFor = (file: { readonly fileId: string; readonly fileName: string }) => CreatedReply;

async function upload({ request, reply }: Exchange, parts: FileRouteParts, answer: ReplyFor): Promise<unknown> {
  const { caller } = request;
  const fileId = newFileId(parts.random);
  const owner = { organizationId: caller.organization.organizationId, ownerId: fileId };
  return parts.createFromForm(request, reply, {
    objectKey: (field) => newObjectKey(owner, field, parts),
    create: (form, remember) => {
      const answerFile = ({ fileName }: ReceivedFile) => answer({ fileId, fileName });
      return requestUpload({ fileId, caller, form, remember, reply: answerFile }, parts);
    },
  });
}

function registerRead(app: VersusApp, parts: FileRouteParts): void {
  app.route({
    method: "GET",
    url: "/v1/files/:file_id",
    config: {
      readsJob: true,
      operation: {
        id: "readFile",
        tag: "Files",
        summary: "Read a file",
        description:
          "Returns the status (processing, ready or failed) and, when it is ready, a fresh download address. A failed file is a 200.",
        refusals: readRefusals,
      },
    },
    schema: { params: FilePath, response: { 200: FileResource } },
    handler: async (request, reply) => {
      const file = await findFile(askedBy(request), parts);
      if (file.status === "processing") reply.header("retry-after", limits.fileRetrySeconds);
      tellEngine(reply, file.engine_version);
      return readFile(file, parts.signDownload);
    },
  });
}

function registerContent(app: VersusApp, parts: FileRouteParts): void {
  app.route({
    method: "GET",
    url: "/v1/files/:file_id/content",
    config: {
      readsJob: true,
      streams: true,
      operation: {
        id: "readFileContent",
        tag: "Files",
        summary: "Read the content of a file",
        description:
          "Returns the content as Markdown, as Markdown with addresses, or as JSON with addresses and formatting: the whole document, or the part that `from`, `through`, `search` and `fields` select. A part keeps the indexes and numbers of the whole document. Waits up to five seconds for the preparation, then returns 202.",
        refusals: [...readRefusals, "UNSUPPORTED_FORMAT", "INVALID_REQUEST", "CONFLICT"],
      },
    },
    schema: {
      params: FilePath,
      querystring: ContentQuery,
      response: {
        200: {
          content: {
            "text/markdown": { schema: z.string() },
            "application/json": { schema: FileContent },
          },
        },
        202: FileProcessingResponse,
      },
    },
    handler: async (request, reply) => {
      const asked = askedBy(request);
      await findFile(asked, parts);
      const content = askedContent(request.query);
      const file = await findRead(asked, parts);
      if (file.status === "failed") throw preparationFailed();
      if (file.status === "processing") {
        reply.code(202).header("retry-after", limits.fileRetrySeconds);
        return { file_id: file.file_id, status: "processing" as const };
      }
      const mediaType = content.format === "json" ? mediaTypes.json : mediaTypes.md;
      return sendStreamed(reply, mediaType, await streamContent({ request, reply }, { file, content }, parts));
    },
  });
}

function registerStaged(app: VersusApp, parts: FileRouteParts): void {
  app.route({
    method: "GET",
    url: "/v1/edit/initiate/:file_id",
    config: {
      readsJob: true,
      streams: true,
      operation: {
        id: "readStagedDocument",
        tag: "Files",
        summary: "Read a staged document",
        description:
          "Returns the document as Markdown with every identifier that an edit can name. Waits up to five seconds for the preparation. A document that could not be prepared is a 200 with its error.",
        refusals: [...readRefusals, "INVALID_REQUEST"],
      },
    },
    schema: { params: FilePath, response: { 200: StagedDocument } },
    handler: async (request, reply) => {
      const found = await findRead(askedBy(request), parts);
      const { file_id, status, file_name, error } = found;
      tellEngine(reply, found.engine_version);
      const file = { file_id, status, file_name };
      if (status === "processing") reply.header("retry-after", limits.fileRetrySeconds);
      if (status !== "ready") return { ...file, ...(error === null ? {} : { error }) };
      const { organization } = request.caller;
      // The stored reading is streamed as the remaining fields of the object.
      const around = { before: `${JSON.stringify(file).slice(0, -1)},`, after: "" };
      const streamed = await streamReading({ fileId: file_id, organization, reading: "staged" }, around, parts);
      return sendStreamed(reply, mediaTypes.json, streamed);
    },
  });
}

/** Returns the file that the path names. Throws INVALID_FILE_ID. */
function askedBy({ params, caller }: Pick<FastifyRequest, "caller" | "params">): AskedFile {
  const { file_id: fileId = "" } = params as { readonly file_id?: string };
  if (!isFileId(fileId)) throw new ApiError("INVALID_FILE_ID");
  return { fileId, organizationId: caller.organization.organizationId };
}

interface AskedReading {
  readonly file: FileRow;
  readonly content: AskedContent;
}

/**
 * Returns the content as a reply: a stored reading unchanged, or a part that a child process reads from the document.
 */
async function streamContent(
  { request, reply }: { readonly request: Pick<FastifyRequest, "caller">; readonly reply: FastifyReply },
  { file, content }: AskedReading,
  parts: ReadPartParts,
): Promise<StreamedReply> {
  const { file_id: fileId, file_name } = file;
  const { organization } = request.caller;
  const { format } = content;
  const around =
    format === "json"
      ? { before: `${JSON.stringify({ file_id: fileId, file_name }).slice(0, -1)},"document":`, after: "}" }
      : { before: "", after: "" };
  // The running engine reads a part, so only a stored reading has its own engine version.
  if (isWhole(content)) tellEngine(reply, file.engine_version);
  if (isWhole(content)) return streamReading({ fileId, organization, reading: format }, around, parts);
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const bytes = await readPart({ file, organization, signal: gone.signal }, content, parts);
  return streamHeld(Buffer.from(around.before), bytes, Buffer.from(around.after));
}
