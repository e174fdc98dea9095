// Serves POST /v1/edit and GET /v1/edit/{edit_id}.

import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import type { CreateFromBody, CreateFromForm, VersusApp } from "../contract/app.ts";
import { EditCreatedResponse, EditJob } from "../contract/edit-schemas.ts";
import { tellEngine } from "../contract/engine-version.ts";
import {
  type EditFormat,
  editReadFormatNames,
  editReadFormats,
  isEditRendering,
  mediaTypes,
  readFormats,
} from "../contract/formats.ts";
import { isFormType } from "../contract/forms.ts";
import { isId, newId } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { EditPath, jobReadQuery } from "../contract/schemas.ts";
import { sendStreamed } from "../files/read-file.ts";
import { answerRead, type OwnedRead } from "../jobs/await-read.ts";
import { rendererOf } from "../redlines/renderers.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import { askedEdit } from "./asked-edit.ts";
import { digestedEdits, digestedText } from "./digested-edits.ts";
import { editForm, readEditForm } from "./edit-form.ts";
import { type AskedOutputs, findEdit, recordOf, recordWithFiles } from "./find-edit.ts";
import { type RenderingReadParts, renderingAdder } from "./read-renderings.ts";
import { type RememberedEdit, type RequestParts, requestEdit } from "./request-edit.ts";
import { EditRequest } from "./request-shape.ts";

export interface EditRouteParts extends RequestParts, RenderingReadParts {
  readonly createFromForm: CreateFromForm<Transaction>;
  readonly createFromBody: CreateFromBody<Transaction>;
}

export function registerEditRoutes(app: VersusApp, parts: EditRouteParts): void {
  registerEdit(app, parts);
  registerRead(app, parts);
}

function registerEdit(app: VersusApp, parts: EditRouteParts): void {
  app.route({
    method: "POST",
    url: "/v1/edit",
    bodyLimit: limits.editRequestBytes,
    config: {
      form: editForm,
      readsJob: true,
      operation: {
        id: "editDocument",
        tag: "Edits",
        summary: "Edit a document",
        description:
          "Applies all edits, or none; every change is a tracked change with the author and date of the request. All refusals are reported together: immediately if the file is ready within five seconds, otherwise when you read the edit. Returns at once, or with `wait` when the edit is finished. Send a form instead of JSON to add a style template. Costs no documents.",
        refusals: [
          "INVALID_REQUEST",
          "INVALID_EDIT",
          "INSTRUCTION_UNAVAILABLE",
          "INSTRUCTION_NOT_UNDERSTOOD",
          "UNSUPPORTED_FILE_TYPE",
          "DOCUMENT_NOT_FOUND",
          "CONFLICT",
          "IDEMPOTENCY_CONFLICT",
          "CONTENT_DELETED",
          "REQUEST_TOO_LARGE",
          "FILE_TOO_LARGE",
          "UNSUPPORTED_MEDIA_TYPE",
        ],
      },
    },
    schema: {
      body: { content: { "application/json": { schema: EditRequest } } },
      response: { 200: EditJob, 202: EditCreatedResponse.or(EditJob) },
    },
    handler: async (request, reply) => {
      const { wait, ...created } = await (isFormType(request.headers["content-type"]) ? fromForm : fromBody)(
        { request, reply },
        parts,
      );
      if (wait === undefined) return created;
      return awaitEdit({ request, reply }, { editId: created.edit_id, ...wait }, parts);
    },
  });
}

interface Exchange {
  readonly request: Pick<FastifyRequest, "id" | "raw" | "url" | "headers" | "caller" | "routeOptions" | "body">;
  readonly reply: FastifyReply;
}

async function fromForm({ request, reply }: Exchange, parts: EditRouteParts): Promise<RememberedEdit> {
  const { caller } = request;
  const { organization } = caller;
  const editId = newId("edt", parts.clock, parts.random);
  const owner = { organizationId: organization.organizationId, ownerId: editId };
  const signal = goneSignal(reply);
  const body = await parts.createFromForm(request, reply, {
    objectKey: (field) => newObjectKey(owner, field, parts),
    digested: (field, value) => (field === "edits" ? digestedText(value, organization) : value),
    create: (form, remember) => {
      const [template] = form.files("style_template");
      const asked = askedEdit(readEditForm(form));
      return requestEdit({ editId, caller, asked, template, signal, remember }, parts);
    },
  });
  return body as RememberedEdit;
}

async function fromBody({ request, reply }: Exchange, parts: EditRouteParts): Promise<RememberedEdit> {
  const { id, raw, caller, url, headers, routeOptions } = request;
  if (request.body === undefined)
    throw new ApiError("INVALID_REQUEST", "The Content-Type must be application/json or multipart/form-data.");
  // The body was validated by its schema.
  const asked = askedEdit(request.body as EditRequest);
  const editId = newId("edt", parts.clock, parts.random);
  const signal = goneSignal(reply);
  const told = { body: digestedEdits(request.body, caller.organization), id, raw, url, headers, caller, routeOptions };
  const body = await parts.createFromBody(told, reply, (remember) =>
    requestEdit({ editId, caller, asked, template: undefined, signal, remember }, parts),
  );
  return body as RememberedEdit;
}

/** Returns a signal that is aborted if the caller disconnects. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  return gone.signal;
}

interface Awaited extends Pick<AskedOutputs, "formats"> {
  readonly editId: string;
  /** True if the reply contains the files themselves. */
  readonly inline: boolean;
}

/** Waits for the edit and replies: 200 if it is finished, otherwise 202. */
async function awaitEdit(
  { request, reply }: Exchange,
  { editId, formats, inline }: Awaited,
  parts: EditRouteParts,
): Promise<EditJob | FastifyReply> {
  const { organization } = request.caller;
  const edit = await parts.watch.ask(editId, () => findEdit({ editId, organization }, parts), {
    isEnough: ({ status }) => status !== "processing",
    milliseconds: limits.editWaitSeconds * 1000,
  });
  const isOpen = edit.status === "processing";
  tellEngine(reply, edit.engine_version);
  reply.code(isOpen ? 202 : 200);
  if (isOpen) reply.header("retry-after", limits.editRetrySeconds);
  if (!inline) return recordOf(edit, { formats, organization }, parts);
  return sendStreamed(reply, mediaTypes.json, await recordWithFiles(edit, { formats, organization }, parts));
}

function registerRead(app: VersusApp, parts: EditRouteParts): void {
  const made = editReadFormatNames.filter(
    (format) => !isEditRendering(format) || rendererOf(parts.renderers, format) !== undefined,
  );
  const addRenderings = renderingAdder(parts);
  app.route({
    method: "GET",
    url: "/v1/edit/:edit_id",
    config: {
      readsJob: true,
      operation: {
        id: "readEdit",
        tag: "Edits",
        summary: "Read an edit",
        description:
          "Returns the status (processing, ready or failed) and, when it is ready, fresh download addresses. A failed edit is a 200. A PDF of the redline is made when it is first asked for.",
        refusals: ["INVALID_EDIT_ID", "UNSUPPORTED_FORMAT", "EDIT_NOT_FOUND", "CONTENT_DELETED", "VALIDATION_ERROR"],
      },
    },
    schema: {
      params: EditPath,
      querystring: jobReadQuery(editReadFormats, made, "Outputs"),
      response: { 200: EditJob },
    },
    handler: async (request, reply) => {
      const { edit_id: editId } = request.params;
      if (!isId("edt", editId)) throw new ApiError("INVALID_EDIT_ID");
      const { organization } = request.caller;
      const { format, wait } = request.query;
      const read = async (): Promise<OwnedRead<EditJob>> => {
        const edit = await findEdit({ editId, organization }, parts);
        const asked = readFormats(format, made);
        const formats = asked.filter((name): name is EditFormat => !isEditRendering(name));
        const body = await addRenderings(edit, await recordOf(edit, { formats, organization }, parts), asked);
        return { ownerId: editId, body, engineVersion: edit.engine_version, retrySeconds: limits.editRetrySeconds };
      };
      return answerRead(reply, { wait, read }, parts);
    },
  });
}
