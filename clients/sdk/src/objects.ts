// Implements the calls that every kind of job has: read, list, wait, delete, acknowledge.

import { awaitJob, type JobRead, type JobReply, replyOf, type WaitOptions } from "./await-job.ts";
import type { Call, Caller, CallOptions } from "./call.ts";
import { type ListOptions, listAll } from "./pages.ts";

export interface ObjectKind {
  readonly path: string;
  /** The field with the id of an object. */
  readonly id: string;
  /** The field with the objects of a list. */
  readonly list: string;
}

/** An object in a list. */
export interface Listed {
  readonly status: string;
  readonly reference: string | null;
  readonly created_at: string;
  readonly finished_at?: string | null;
  /** Its id under its own name, such as `comparison_id`, and names of files. */
  readonly [field: string]: unknown;
}

export class Objects<Job extends JobRead> {
  readonly kind: ObjectKind;
  readonly #call: Caller;

  constructor(call: Caller, kind: ObjectKind) {
    this.#call = call;
    this.kind = kind;
  }

  async read(
    id: string,
    { formats, ...options }: CallOptions & { readonly formats?: readonly string[] } = {},
  ): Promise<Job> {
    return (await this.ask(id, { ...options, ...(formats && { query: { format: formats } }) })).job;
  }

  /** Reads a job, with the seconds to wait before the next read. */
  async ask(id: string, call: Call = {}): Promise<JobReply<Job>> {
    return replyOf<Job>(await this.#call(this.#pathOf(id), call));
  }

  wait(id: string, options: WaitOptions = {}): Promise<Job> {
    return awaitJob(id, { read: () => this.ask(id) }, options);
  }

  list(options: ListOptions = {}): AsyncGenerator<Listed, void> {
    return listAll(this.#call, { path: this.kind.path, field: this.kind.list }, options);
  }

  /** Deletes the content of an object. Only its record remains. */
  async delete(id: string): Promise<void> {
    await this.#call(this.#pathOf(id), { method: "DELETE" });
  }

  /**
   * Confirms that the result was fetched, and deletes the content. The service refuses this without zero-day retention.
   */
  async acknowledge(id: string): Promise<void> {
    await this.#call(`${this.#pathOf(id)}/acknowledge`, { method: "POST" });
  }

  #pathOf(id: string): string {
    return `${this.kind.path}/${encodeURIComponent(id)}`;
  }
}
