// Stores and reads documents with versions.

import { awaitJob, type JobRead, replyOf, type WaitOptions } from "./await-job.ts";
import type { Call, Caller, CallOptions } from "./call.ts";
import type {
  AddVersionForm,
  ComparisonCreatedResponse,
  DeletedResponse,
  DocumentCompareRequest,
  DocumentCreatedResponse,
  DocumentDetailResponse,
  DocumentHistoryResponse,
  DocumentMergeCreatedResponse,
  DocumentMergeRequest,
  DocumentPatchRequest,
  DocumentResource,
  DocumentVersionDownloadResponse,
  DocumentVersionResource,
  StoreDocumentForm,
} from "./description.ts";
import { listAll } from "./pages.ts";

/** A version of a document. */
export interface VersionName {
  readonly document: string;
  readonly version: string;
}

interface FormatOptions extends WaitOptions {
  readonly formats?: readonly string[];
}

export class Documents {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  store(form: StoreDocumentForm, options: CallOptions = {}): Promise<DocumentCreatedResponse> {
    return this.#json("", { method: "POST", once: true, form, files: ["document"], ...options });
  }

  list(options: CallOptions & { readonly limit?: number } = {}): AsyncGenerator<DocumentResource, void> {
    return listAll(this.#call, { path: "/v1/documents", field: "documents" }, options);
  }

  read(document: string): Promise<DocumentDetailResponse> {
    return this.#json(`/${encodeURIComponent(document)}`);
  }

  change(document: string, patch: DocumentPatchRequest): Promise<DocumentDetailResponse> {
    return this.#json(`/${encodeURIComponent(document)}`, { method: "PATCH", json: patch });
  }

  delete(document: string): Promise<DeletedResponse> {
    return this.#json(`/${encodeURIComponent(document)}`, { method: "DELETE" });
  }

  addVersion(document: string, form: AddVersionForm, options: CallOptions = {}): Promise<DocumentCreatedResponse> {
    const call = { method: "POST", once: true, form, files: ["document"], ...options } as const;
    return this.#json(`/${encodeURIComponent(document)}/versions`, call);
  }

  readVersion(name: VersionName): Promise<DocumentVersionResource> {
    return this.#json(pathOf(name));
  }

  changeVersion(name: VersionName, patch: DocumentPatchRequest): Promise<DocumentVersionResource> {
    return this.#json(pathOf(name), { method: "PATCH", json: patch });
  }

  deleteVersion(name: VersionName): Promise<DeletedResponse> {
    return this.#json(pathOf(name), { method: "DELETE" });
  }

  /** Returns the downloads of the version, when they are ready. */
  download(name: VersionName, options: FormatOptions = {}): Promise<DocumentVersionDownloadResponse> {
    return this.#ready(`${pathOf(name)}/download`, name.version, options);
  }

  /** Returns the downloads of the redline against the parent, when they are ready. */
  redline(name: VersionName, options: FormatOptions = {}): Promise<DocumentVersionDownloadResponse> {
    return this.#ready(`${pathOf(name)}/redline`, name.version, options);
  }

  /** Compares two versions of one document. Read the result as a comparison. */
  compare(document: string, request: DocumentCompareRequest): Promise<ComparisonCreatedResponse> {
    return this.#json(`/${encodeURIComponent(document)}/compare`, { method: "POST", once: true, json: request });
  }

  /** Merges versions into a new version. */
  merge(document: string, request: DocumentMergeRequest): Promise<DocumentMergeCreatedResponse> {
    return this.#json(`/${encodeURIComponent(document)}/merges`, { method: "POST", once: true, json: request });
  }

  /** Returns the version that introduced each passage, when the history is ready. */
  history({ document, version }: VersionName, options: WaitOptions = {}): Promise<DocumentHistoryResponse> {
    const path = `/${encodeURIComponent(document)}/history`;
    return this.#ready(path, document, { ...options, query: { version_id: version } });
  }

  #ready<Job extends JobRead>(path: string, id: string, options: FormatOptions & Pick<Call, "query">): Promise<Job> {
    const { formats, query = {}, ...waiting } = options;
    const call = { query: { ...query, format: formats } };
    return awaitJob(id, { read: async () => replyOf<Job>(await this.#call(`/v1/documents${path}`, call)) }, waiting);
  }

  async #json<Body>(path: string, call: Call = {}): Promise<Body> {
    return (await (await this.#call(`/v1/documents${path}`, call)).json()) as Body;
  }
}

function pathOf({ document, version }: VersionName): string {
  return `/${encodeURIComponent(document)}/versions/${encodeURIComponent(version)}`;
}
