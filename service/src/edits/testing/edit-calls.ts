// Calls the routes of edits, for tests with the whole service.

import {
  openDocument,
  ParagraphReader,
  paragraphsOf,
  storiesOf,
  type WordDocument,
  wordNames,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type Tenant, until, type WholeService } from "../../comparisons/testing/whole-service.ts";
import { type EditJob, EditJob as EditJobShape } from "../../contract/edit-schemas.ts";
import { documentOf } from "../../jobs/testing/documents.ts";

/** An edit of the document that `upload` sends by default. */
export const days = { type: "replace", paragraphs: { index: 0 }, text: { match: "30" }, content: "60" };

export function editCalls(service: () => WholeService) {
  const post = (tenant: Tenant, body: object, headers: object = {}) => {
    const payload = JSON.stringify({ schema_version: 1, edits: [days], ...body });
    const json = { "content-type": "application/json", ...headers };
    return service().call(tenant, "POST", "/v1/edit", { payload, headers: json });
  };
  const read = async (tenant: Tenant, id: string, query = ""): Promise<EditJob> =>
    EditJobShape.strict().parse((await service().call(tenant, "GET", `/v1/edit/${id}${query}`)).json());
  return {
    upload: async (tenant: Tenant, content = documentOf("Due in 30 days.", "The end.")): Promise<string> => {
      const form = new FormData();
      form.append("document", new Blob([content as Uint8Array<ArrayBuffer>]), "lease.docx");
      return (await service().sendForm(tenant, "/v1/files", form)).json().file_id;
    },
    post,
    /** Sends an edit with a template as a form. A field that is not a text is written as JSON. */
    postForm: (tenant: Tenant, fields: object, { template, name = "house.dotx", headers = {} }: Template = {}) => {
      const form = new FormData();
      for (const [field, value] of Object.entries({ schema_version: 1, edits: [days], ...fields })) {
        if (value !== undefined) form.append(field, typeof value === "string" ? value : JSON.stringify(value));
      }
      if (template !== undefined) {
        form.append("style_template", new Blob([template as Uint8Array<ArrayBuffer>]), name);
      }
      return service().sendForm(tenant, "/v1/edit", form, headers);
    },
    read,
    ended: (tenant: Tenant, id: string, query = ""): Promise<EditJob> =>
      until(
        () => read(tenant, id, query),
        ({ status }) => status !== "processing",
      ),
  };
}

interface Template {
  readonly template?: Uint8Array;
  readonly name?: string;
  readonly headers?: object;
}

export function opened(bytes: Uint8Array): WordDocument {
  return openDocument(bytes, { codec: nodeZlib, names: wordNames() });
}

export function textsOf(bytes: Uint8Array): string[] {
  const [body] = storiesOf(opened(bytes));
  const reader = new ParagraphReader(body!);
  return paragraphsOf(body!).map((paragraph) => reader.read(paragraph).text);
}
