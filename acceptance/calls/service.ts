// Calls the service as a caller does. Every reply is checked against the description.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { marker } from "../documents/markers.ts";
import { wordDocument } from "../documents/word.ts";
import { CodesSeen } from "./codes.ts";
import { Description } from "./description.ts";
import { type FormPart, writeForm } from "./form.ts";
import { type Call, type Reply, send } from "./request.ts";

export interface Comparison extends Call {
  readonly original?: Buffer;
  readonly modified?: Buffer;
  readonly originalName?: string;
  readonly modifiedName?: string;
  readonly author?: string;
  /** More text fields of the form. */
  readonly options?: Readonly<Record<string, string>>;
}

/** The fields of a reply that contain a time, and the pattern of a time. */
const TIMES = /"(?:created_at|finished_at|expires_at|time|period_start|period_end)":\s*"([^"]*)"/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const POLL_MILLISECONDS = 50;
const PATIENCE_MILLISECONDS = 60_000;

export const notices = `Notices are given in ${marker("document")}.`;
export const before = wordDocument("The fee is due in 30 days.", notices);
export const after = wordDocument("The fee is due in 45 days.", notices);
/** Name of the original if a comparison gives none. */
export const usualOriginal = `${marker("name")}.docx`;

export class Service {
  readonly url: string;
  readonly description: Description;
  /** The codes of all replies. */
  readonly codes: CodesSeen;
  /** The errors of all replies. */
  readonly errors: ErrorTold[];
  /** The key of calls that give none. */
  readonly #key: string;

  constructor(url: string, { description, codes, errors }: Shared, key: string) {
    this.url = url;
    this.description = description;
    this.codes = codes;
    this.errors = errors;
    this.#key = key;
  }

  /** Returns a client of the same service at another address. */
  at(url: string, key = this.#key): Service {
    return new Service(url, this, key);
  }

  /**
   * Calls with the usual key; `key: undefined` sends none. Downloads and other hosts never get the usual key. Checks
   * every reply: its request id, its shape and the form of its times.
   */
  async call(method: string, path: string, call: Call = {}): Promise<Reply> {
    const url = path.startsWith("http") ? path : this.url + path;
    const isOurs = url.startsWith(`${this.url}/`) && !url.startsWith(`${this.url}/downloads/`);
    const reply = await send(method, url, { ...(isOurs ? { key: this.#key } : {}), ...call });
    this.codes.see(reply);
    if (reply.json?.error) this.errors.push({ isRefusal: reply.status >= 400, error: reply.json.error });
    assert.ok(reply.headers["x-request-id"], "no X-Request-Id");
    this.description.check(method, url, reply);
    for (const [, time] of String(reply.json === undefined ? "" : reply.body).matchAll(TIMES))
      assert.match(time!, TIME);
    if (reply.status >= 400 && method !== "HEAD") {
      assert.equal(reply.json.error.request_id, reply.headers["x-request-id"]);
    }
    return reply;
  }

  get(path: string, call: Call = {}): Promise<Reply> {
    return this.call("GET", path, call);
  }

  post(path: string, call: Call = {}): Promise<Reply> {
    return this.call("POST", path, call);
  }

  postJson(body: unknown, { headers, ...call }: Call, path: string): Promise<Reply> {
    const json = { "content-type": "application/json", ...headers };
    return this.post(path, { ...call, headers: json, body: Buffer.from(JSON.stringify(body)) });
  }

  /** Posts a form of these parts. */
  postForm(parts: readonly FormPart[], { headers, ...call }: Call = {}, path = "/v1/compare"): Promise<Reply> {
    const form = writeForm(parts);
    return this.post(path, { ...call, headers: { ...form.headers, ...headers }, body: form.body });
  }

  /** Posts a comparison. Default: two small documents that differ by a word. */
  postComparison({
    original,
    modified,
    originalName,
    modifiedName,
    author,
    options = {},
    ...call
  }: Comparison = {}): Promise<Reply> {
    const parts: FormPart[] = [
      { field: "original", fileName: originalName ?? usualOriginal, content: original ?? before },
      { field: "modified", fileName: modifiedName ?? "revised.docx", content: modified ?? after },
    ];
    const texts = Object.entries(author === undefined ? options : { ...options, author });
    return this.postForm([...parts, ...texts.map(([field, content]) => ({ field, content }))], call);
  }

  async submit(comparison: Comparison = {}): Promise<string> {
    const reply = await this.postComparison(comparison);
    assert.equal(reply.status, 202, reply.body.toString());
    return reply.json.comparison_id;
  }

  /** Reads the comparison until it is ready or failed. */
  async end(id: string, { format = "docx", ...call }: Call & { readonly format?: string } = {}): Promise<Reply> {
    for (const end = Date.now() + PATIENCE_MILLISECONDS; Date.now() < end; await setTimeout(POLL_MILLISECONDS)) {
      const reply = await this.get(`/v1/compare/${id}?format=${format}`, call);
      assert.equal(reply.status, 200, reply.body.toString());
      if (reply.json.status !== "processing") return reply;
    }
    assert.fail("it does not end");
  }

  /** Makes a comparison and waits until it is ready. Returns its downloads in these formats. */
  async ready(comparison: Comparison = {}, format = "docx"): Promise<Ready> {
    const id = await this.submit(comparison);
    const { key } = comparison;
    const { json } = await this.end(id, { format, ...(key === undefined ? {} : { key }) });
    assert.equal(json.status, "ready", JSON.stringify(json));
    return { id, downloads: json.downloads };
  }

  /** Returns the content of a download. */
  async fetch(url: string | undefined): Promise<Buffer> {
    const reply = await this.get(url ?? "");
    assert.equal(reply.status, 200);
    return reply.body;
  }
}

type Shared = Pick<Service, "description" | "codes" | "errors">;

export interface ErrorTold {
  /** False for the error in the record of a failed job. */
  readonly isRefusal: boolean;
  readonly error: unknown;
}

export interface Ready {
  readonly id: string;
  readonly downloads: readonly Download[];
}

export interface Download {
  readonly format: string;
  readonly url: string;
  readonly file_name: string;
  readonly expires_at: string;
}

export async function openService(url: string, key: string): Promise<Service> {
  const { json } = await send("GET", `${url}/openapi.json`);
  return new Service(url, { description: new Description(json), codes: new CodesSeen(), errors: [] }, key);
}

/** Checks the status and code of a refusal. Its message must be a sentence, or the given text, or match the pattern. */
export function refused(reply: Reply, status: number, code: string, message: string | RegExp = /^\S.*[.]$/): void {
  const { error } = reply.json ?? {};
  assert.equal(`${reply.status} ${error?.code}`, `${status} ${code}`, error?.message);
  assert.match(reply.headers["content-type"] ?? "", /^application\/json/);
  if (typeof message === "string") assert.equal(error.message, message);
  else assert.match(error.message, message);
}
