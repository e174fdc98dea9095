// Calls the API for files: uploads that are read, compared and edited, and results to download.

import { replyOf } from "./await-job.ts";
import { type Caller, type CallOptions, rest } from "./call.ts";
import type { FileContent, FileCreatedResponse, FileResource, UploadFileForm } from "./description.ts";
import { Objects } from "./objects.ts";

export interface ContentOptions extends CallOptions {
  /** The first and last paragraph of the body, from 0, inclusive. */
  readonly from?: number;
  readonly through?: number;
  /** Selects only paragraphs with this text, each with the one before and the one after it. */
  readonly search?: string;
}

export class Files extends Objects<FileResource> {
  readonly #call: Caller;

  constructor(call: Caller) {
    super(call, { path: "/v1/files", id: "file_id", list: "files" });
    this.#call = call;
  }

  async upload(form: UploadFileForm, options: CallOptions = {}): Promise<FileCreatedResponse> {
    const call = { method: "POST", once: true, form, files: ["document"], ...options } as const;
    return (await (await this.#call(this.kind.path, call)).json()) as FileCreatedResponse;
  }

  /** Returns the text as Markdown. `staged` adds the address of every paragraph. */
  async markdown(
    id: string,
    { staged, ...options }: ContentOptions & { readonly staged?: boolean } = {},
  ): Promise<string> {
    return (await this.#content(id, staged === true ? "staged" : "md", options)).text();
  }

  /** Returns every paragraph with its address. `fields` limits the fields. */
  async content(
    id: string,
    { fields, ...options }: ContentOptions & { readonly fields?: readonly string[] } = {},
  ): Promise<FileContent> {
    return (await (await this.#content(id, "json", { ...options, ...(fields && { fields }) })).json()) as FileContent;
  }

  /**
   * Reads the content. The service holds the call for some seconds; the call is repeated for a document that takes
   * longer.
   */
  async #content(
    id: string,
    format: string,
    { signal, ...query }: ContentOptions & { readonly fields?: readonly string[] },
  ) {
    for (;;) {
      const call = { query: { format, ...query }, ...(signal && { signal }) };
      const reply = await this.#call(`${this.kind.path}/${encodeURIComponent(id)}/content`, call);
      if (reply.status !== 202) return reply;
      await rest((await replyOf(reply)).retrySeconds * 1000, signal);
    }
  }
}
