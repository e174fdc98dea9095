// Offers the service as an object.
//
// `compare`, `merge`, `create`, `edit` and `decide` wait for the job and return its result. The calls of every kind of
// object are below its name.

import { awaitJob, type JobRead, replyOf, type WaitOptions } from "./await-job.ts";
import { type Call, type Caller, type CallOptions, type ClientOptions, callerOf } from "./call.ts";
import type {
  ComparisonJob,
  CreateComparisonForm,
  CreateDocumentForm,
  CreateMergeForm,
  CreationJob,
  DecisionCreatedResponse,
  DecisionRequest,
  DownloadEntry,
  EditDocumentForm,
  EditJob,
  EditRequest,
  FileResource,
  MergeJob,
  ReferenceTopic,
  SelectiveRequest,
  SelectiveResult,
  UsageResponse,
} from "./description.ts";
import { Documents } from "./documents.ts";
import { Files } from "./files.ts";
import { type ObjectKind, Objects } from "./objects.ts";
import { Webhooks } from "./webhooks.ts";

/** A job that is ready. */
export interface Finished<Job> {
  readonly id: string;
  readonly job: Job;
  /**
   * Returns the bytes of one of its formats. Default: the first format. Throws a RangeError for a format that was not
   * requested.
   */
  download(format?: string): Promise<Uint8Array>;
}

/** Edits of a file, with a template for styles that the file lacks. */
export type EditGiven = Omit<EditRequest, "wait" | "schema_version"> & Pick<EditDocumentForm, "style_template">;

export interface RedlineOptions extends WaitOptions {
  /** Default: docx alone. */
  readonly formats?: readonly string[];
}

const comparisons: ObjectKind = { path: "/v1/compare", id: "comparison_id", list: "comparisons" };
const merges: ObjectKind = { path: "/v1/merge", id: "merge_id", list: "merges" };
const creations: ObjectKind = { path: "/v1/create", id: "creation_id", list: "creations" };
const edits: ObjectKind = { path: "/v1/edit", id: "edit_id", list: "edits" };

export class Versus {
  readonly #call: Caller;
  readonly comparisons: Objects<ComparisonJob>;
  readonly merges: Objects<MergeJob>;
  readonly creations: Objects<CreationJob>;
  readonly edits: Objects<EditJob>;
  readonly files: Files;
  readonly documents: Documents;
  readonly webhooks: Webhooks;

  constructor(options: ClientOptions) {
    const call = callerOf(options);
    this.#call = call;
    this.comparisons = new Objects(call, comparisons);
    this.merges = new Objects(call, merges);
    this.creations = new Objects(call, creations);
    this.edits = new Objects(call, edits);
    this.files = new Files(call);
    this.documents = new Documents(call);
    this.webhooks = new Webhooks(call);
  }

  /**
   * Returns the redline of two documents. Like the methods below, it throws VersusRefusal, VersusJobFailed and
   * VersusUnreachable.
   */
  compare(form: Omit<CreateComparisonForm, "wait">, options: RedlineOptions = {}): Promise<Finished<ComparisonJob>> {
    return this.#finish(this.comparisons, { form: { ...form, wait: true }, files: ["original", "modified"] }, options);
  }

  /** Returns one draft of a base and its revised copies. */
  merge(form: Omit<CreateMergeForm, "wait">, options: RedlineOptions = {}): Promise<Finished<MergeJob>> {
    return this.#finish(this.merges, { form: { ...form, wait: true }, files: ["original", "revisions"] }, options);
  }

  /** Returns a new document. */
  create(form: Omit<CreateDocumentForm, "wait">, options: WaitOptions = {}): Promise<Finished<CreationJob>> {
    return this.#finish(this.creations, { form: { ...form, wait: true }, files: ["style_template"] }, options);
  }

  /** Returns an edited document: `docx` is the clean copy, `redline` has the edits as tracked changes. */
  edit(request: EditGiven, options: RedlineOptions = {}): Promise<Finished<EditJob>> {
    const given = { schema_version: 1, ...request, wait: true };
    const body = request.style_template === undefined ? { json: given } : { form: given, files: ["style_template"] };
    return this.#finish(this.edits, body, options);
  }

  /** Settles changes and conflicts of a comparison or a merge, by its id. The result is a file. */
  async decide(id: string, decisions: DecisionRequest, options: WaitOptions = {}): Promise<Finished<FileResource>> {
    const { path } = id.startsWith("mrg_") ? merges : comparisons;
    const call = { method: "POST", once: true, json: decisions, ...signalOf(options) } as const;
    const reply = await this.#call(`${path}/${id}/decisions`, call);
    const { file_id } = (await reply.json()) as DecisionCreatedResponse;
    return this.#finished(file_id, await this.files.wait(file_id, options));
  }

  /** Compares two ranges of paragraphs, of one or two uploaded files. The reply contains the result. */
  async compareRanges(request: SelectiveRequest, options: CallOptions = {}): Promise<SelectiveResult> {
    const call = { method: "POST", once: true, json: request, ...signalOf(options) } as const;
    return (await (await this.#call("/v1/compare/selective", call)).json()) as SelectiveResult;
  }

  /** Returns the bytes at a signed address. */
  async download({ url }: Pick<DownloadEntry, "url">, options: CallOptions = {}): Promise<Uint8Array> {
    const reply = await callerOf({ baseUrl: url })("", signalOf(options));
    return new Uint8Array(await reply.arrayBuffer());
  }

  async usage(by?: "key" | "reference"): Promise<UsageResponse> {
    return (await (await this.#call("/v1/usage", { query: { by } })).json()) as UsageResponse;
  }

  /** Returns a text of the reference, such as `edits`. */
  async reference(topic: string): Promise<ReferenceTopic> {
    return (await (await this.#call(`/v1/reference/${encodeURIComponent(topic)}`)).json()) as ReferenceTopic;
  }

  async #finish<Job extends JobRead>(
    objects: Objects<Job>,
    given: Pick<Call, "form" | "json" | "files">,
    { formats, ...options }: RedlineOptions,
  ): Promise<Finished<Job>> {
    const reply = await this.#call(objects.kind.path, { method: "POST", once: true, ...given, ...signalOf(options) });
    const created = await replyOf<Job>(reply);
    const id = (created.job as unknown as Readonly<Record<string, string>>)[objects.kind.id]!;
    // The answer to the creating call covers only the Word document.
    const first = formats === undefined ? { first: created } : {};
    const query = formats === undefined ? {} : { query: { format: formats } };
    const job = await awaitJob(
      id,
      { ...first, read: () => objects.ask(id, { ...query, ...signalOf(options) }) },
      options,
    );
    return this.#finished(id, job);
  }

  #finished<Job extends JobRead>(id: string, job: Job): Finished<Job> {
    const download = async (format?: string): Promise<Uint8Array> => {
      const entry = job.downloads?.find((one) => format === undefined || one.format === format);
      if (entry === undefined) throw new RangeError(`${id} was not asked for ${format}.`);
      return this.download(entry);
    };
    return { id, job, download };
  }
}

const signalOf = ({ signal }: CallOptions): CallOptions => (signal === undefined ? {} : { signal });
