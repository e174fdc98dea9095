// Calls the routes of stored documents, for tests with the whole service.

import { type Tenant, until, type WholeService } from "../../comparisons/testing/whole-service.ts";
import {
  DocumentDetailResponse,
  DocumentRedlineResponse,
  DocumentVersionDownloadResponse,
  type DocumentVersionResource,
  DocumentVersionResource as VersionShape,
} from "../../contract/document-schemas.ts";
import { documentOf } from "../../jobs/testing/documents.ts";

export interface SentVersion {
  /** The paragraphs of the document, or the bytes of a file. */
  readonly text?: readonly string[] | Uint8Array;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Stored {
  readonly document_id: string;
  readonly version_id: string;
}

function formOf({ text = ["The fee is 10 euros."], name = "contract.docx", fields = {} }: SentVersion): FormData {
  const form = new FormData();
  const bytes = text instanceof Uint8Array ? text : documentOf(...text);
  if (fields.file_id === undefined) form.append("document", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}

export function documentCalls(service: () => WholeService) {
  const send = (tenant: Tenant, path: string, version: SentVersion = {}) =>
    service().sendForm(tenant, path, formOf(version), version.headers);
  const accepted = async (reply: ReturnType<typeof send>): Promise<Stored> => {
    const { statusCode, body } = await reply;
    if (statusCode !== 201 && statusCode !== 202) throw new Error(body);
    return JSON.parse(body);
  };
  const sendJson = (tenant: Tenant, method: "POST" | "PATCH", path: string, body: unknown) =>
    service().call(tenant, method, path, {
      payload: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  const pathOf = ({ document_id, version_id }: Stored) => `/v1/documents/${document_id}/versions/${version_id}`;
  const version = async (tenant: Tenant, stored: Stored): Promise<DocumentVersionResource> =>
    VersionShape.strict().parse((await service().call(tenant, "GET", pathOf(stored))).json());
  const download = async (tenant: Tenant, stored: Stored, what: "download" | "redline", query = "") => {
    const reply = await service().call(tenant, "GET", `${pathOf(stored)}/${what}${query}`);
    const shape = what === "redline" ? DocumentRedlineResponse : DocumentVersionDownloadResponse;
    return shape.strict().parse(reply.json());
  };
  return {
    send,
    sendJson,
    pathOf,
    version,
    download,
    create: (tenant: Tenant, sent: SentVersion = {}) => accepted(send(tenant, "/v1/documents", sent)),
    add: (tenant: Tenant, documentId: string, sent: SentVersion = {}) =>
      accepted(send(tenant, `/v1/documents/${documentId}/versions`, sent)),
    merge: (tenant: Tenant, documentId: string, body: object): Promise<Stored & { readonly merge_id: string }> =>
      accepted(sendJson(tenant, "POST", `/v1/documents/${documentId}/merges`, body)) as never,
    detail: async (tenant: Tenant, documentId: string) =>
      DocumentDetailResponse.strict().parse(
        (await service().call(tenant, "GET", `/v1/documents/${documentId}`)).json(),
      ),
    /** Waits until neither the version nor its redline is processing. */
    untilEnded: (tenant: Tenant, stored: Stored) =>
      until(
        () => version(tenant, stored),
        ({ status, redline }) => status !== "processing" && redline.status !== "processing",
      ),
    /** Returns the file of the first download. */
    bytes: async (tenant: Tenant, stored: Stored, what: "download" | "redline", format = "docx"): Promise<Buffer> => {
      const { downloads } = await download(tenant, stored, what, `?format=${format}`);
      return (await service().download(downloads[0]!.url)).rawPayload;
    },
  };
}
