// Uploads and reads files, for tests with the whole service.

import type { Tenant, WholeService } from "../../comparisons/testing/whole-service.ts";
import { until } from "../../comparisons/testing/whole-service.ts";
import { type FileResource, FileResource as FileResourceShape } from "../../contract/schemas.ts";
import { documentOf } from "../../jobs/testing/documents.ts";

export interface Upload {
  readonly bytes?: Uint8Array;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: "/v1/files" | "/v1/edit/initiate";
}

export function fileCalls(service: () => WholeService) {
  const send = (tenant: Tenant, upload: Upload = {}) => {
    const { bytes = documentOf("The fee is 10 euros."), name = "contract.docx", url = "/v1/files" } = upload;
    const form = new FormData();
    form.append("document", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    return service().sendForm(tenant, url, form, upload.headers);
  };
  const read = async (tenant: Tenant, fileId: string): Promise<FileResource> => {
    const reply = await service().call(tenant, "GET", `/v1/files/${fileId}`);
    return FileResourceShape.strict().parse(reply.json());
  };
  return {
    send,
    read,
    /** Uploads a file and returns its id. Throws if the call is refused. */
    upload: async (tenant: Tenant, upload: Upload = {}): Promise<string> => {
      const reply = await send(tenant, upload);
      if (reply.statusCode >= 300) throw new Error(reply.body);
      return reply.json().file_id;
    },
    untilEnded: (tenant: Tenant, fileId: string): Promise<FileResource> =>
      until(
        () => read(tenant, fileId),
        ({ status }) => status !== "processing",
      ),
    content: (tenant: Tenant, fileId: string, query = "") =>
      service().call(tenant, "GET", `/v1/files/${fileId}/content${query}`),
    row: (fileId: string) =>
      service().database.selectFrom("files").where("file_id", "=", fileId).selectAll().executeTakeFirstOrThrow(),
  };
}
