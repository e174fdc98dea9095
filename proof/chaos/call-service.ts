// Calls the API as a caller does: over HTTP, with a key.
//
// A call that gets no connection, or is asked to come again, is repeated with the same Idempotency-Key, as the API
// tells callers to do. Selective comparisons are not repeated.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pair, Revised } from "./make-pair.ts";

export interface Caller {
  readonly url: string;
  readonly key: string;
}

/** The status and downloads of a comparison, a merge, a file or an edit. */
export interface Job {
  readonly status: "processing" | "ready" | "failed";
  readonly downloads: readonly { readonly format: string; readonly url: string }[];
  readonly error?: { readonly code: string };
}

/** Returns the id. Throws an error for any status except 202. */
export async function postComparison(caller: Caller, pair: Pair, mark: string): Promise<string> {
  const form = new FormData();
  form.set("original", new Blob([pair.before]), `${mark}.docx`);
  form.set("modified", new Blob([pair.after]), `${mark}-revised.docx`);
  form.set("author", `Author ${mark}`);
  const reply = await call(caller, "POST", "/v1/compare", form);
  if (reply.status !== 202) throw new Error(`POST /v1/compare answered ${reply.status}`);
  return ((await reply.json()) as { readonly comparison_id: string }).comparison_id;
}

/** Returns the id. Throws an error for any status except 202. */
export async function postMerge(caller: Caller, { base, revisions }: Revised, mark: string): Promise<string> {
  const form = new FormData();
  form.set("original", new Blob([base]), `${mark}.docx`);
  for (const [index, revision] of revisions.entries()) {
    form.append("revisions", new Blob([revision]), `${mark}.docx`);
    form.append("authors", `Author ${index} ${mark}`);
  }
  const reply = await call(caller, "POST", "/v1/merge", form);
  if (reply.status !== 202) throw new Error(`POST /v1/merge answered ${reply.status}`);
  return ((await reply.json()) as { readonly merge_id: string }).merge_id;
}

/** Returns the id. Throws an error for any status except 201. */
export async function postUpload(caller: Caller, document: Pair["before"], mark: string): Promise<string> {
  const form = new FormData();
  form.set("document", new Blob([document]), `${mark}.docx`);
  const reply = await call(caller, "POST", "/v1/files", form);
  if (reply.status !== 201) throw new Error(`POST /v1/files answered ${reply.status}`);
  return ((await reply.json()) as { readonly file_id: string }).file_id;
}

/**
 * Inserts text at the start of a file. Returns the ids of the edit and of the file that it makes. Throws an error for
 * any status except 202.
 */
export async function postEdit(caller: Caller, fileId: string, text: string) {
  const edit = { type: "insert", paragraphs: { index: 0 }, at: "start", content: text };
  const body = JSON.stringify({ file_id: fileId, schema_version: 1, edits: [edit] });
  const reply = await call(caller, "POST", "/v1/edit", new Blob([body], { type: "application/json" }));
  if (reply.status !== 202) throw new Error(`POST /v1/edit answered ${reply.status}`);
  const { edit_id: editId, file_id: made } = (await reply.json()) as { edit_id: string; file_id: string };
  return { editId, fileId: made };
}

/** Compares two uploads. Returns the id. Throws an error for any status except 202. */
export async function postComparisonOfFiles(caller: Caller, files: ComparedFiles): Promise<string> {
  const form = new FormData();
  form.set("original_file_id", files.original);
  form.set("modified_file_id", files.modified);
  const reply = await call(caller, "POST", "/v1/compare", form);
  if (reply.status !== 202) throw new Error(`POST /v1/compare answered ${reply.status}`);
  return ((await reply.json()) as { readonly comparison_id: string }).comparison_id;
}

/** The ids of two uploads. */
export interface ComparedFiles {
  readonly original: string;
  readonly modified: string;
}

/** Compares the first paragraphs of two uploads. Returns the status. */
export async function postSelective(caller: Caller, files: ComparedFiles, paragraphs: number): Promise<number> {
  const range = (fileId: string) => ({
    file_id: fileId,
    start_paragraph_index: 0,
    end_paragraph_index: paragraphs - 1,
  });
  const body = JSON.stringify({ original: range(files.original), modified: range(files.modified) });
  const headers = { authorization: `Bearer ${caller.key}`, "content-type": "application/json" };
  const reply = await fetch(`${caller.url}/v1/compare/selective`, { method: "POST", headers, body });
  await reply.arrayBuffer();
  return reply.status;
}

/** Returns the path of the API for an id. */
export function pathOf(id: string): string {
  if (id.startsWith("doc_")) return `/v1/documents/${id}`;
  if (id.startsWith("edt_")) return `/v1/edit/${id}`;
  if (id.startsWith("crt_")) return `/v1/create/${id}`;
  if (id.startsWith("mrg_")) return `/v1/merge/${id}`;
  return id.startsWith("cmp_") ? `/v1/compare/${id}` : `/v1/files/${id}`;
}

export async function readJob(caller: Caller, id: string): Promise<Job> {
  const reply = await call(caller, "GET", pathOf(id));
  if (reply.status !== 200) throw new Error(`GET ${pathOf(id)} answered ${reply.status}`);
  return (await reply.json()) as Job;
}

/** Maximum number of requests for content that is not read yet. The service waits for the content in each request. */
const MOST_ASKED = 20;

/** Returns the content of a file as Markdown. */
export async function readContent(caller: Caller, id: string): Promise<string> {
  for (let asked = 1; ; asked += 1) {
    const reply = await call(caller, "GET", `${pathOf(id)}/content`);
    const content = await reply.text();
    if (reply.status !== 202 || asked === MOST_ASKED) return content;
  }
}

/**
 * Returns the status of the reply. If a repeated deletion or acknowledgement finds that the owner is already deleted,
 * returns the status of an accepted deletion.
 */
export async function statusOf(caller: Caller, method: "GET" | "POST" | "DELETE", path: string): Promise<number> {
  const { reply, times } = await callRepeatedly(caller, method, path);
  await reply.arrayBuffer();
  if (method === "GET" || times === 1) return reply.status;
  // A deleted document is unknown.
  if (path.startsWith("/v1/documents/") && reply.status === 404) return 200;
  return reply.status === 410 ? 202 : reply.status;
}

export interface StoredVersion {
  readonly document_id: string;
  readonly version_id: string;
}

/**
 * Creates a document, or a version of one if the parent is given. Throws an error for any status except 201 and 202.
 */
export async function postVersion(
  caller: Caller,
  { bytes, mark, parent }: { readonly bytes: Pair["before"]; readonly mark: string; readonly parent?: StoredVersion },
): Promise<StoredVersion> {
  const form = new FormData();
  form.set("document", new Blob([bytes]), `${mark}.docx`);
  form.set("author", `Author ${mark}`);
  if (parent !== undefined) form.set("parent_version_id", parent.version_id);
  const path = parent === undefined ? "/v1/documents" : `${pathOf(parent.document_id)}/versions`;
  const reply = await call(caller, "POST", path, form);
  if (reply.status !== 201 && reply.status !== 202) throw new Error(`POST ${path} answered ${reply.status}`);
  return (await reply.json()) as StoredVersion;
}

/** Merges versions of a document. Throws an error for any status except 202. */
export async function postVersionMerge(
  caller: Caller,
  documentId: string,
  versionIds: readonly string[],
): Promise<StoredVersion> {
  const form = new FormData();
  for (const versionId of versionIds) form.append("version_ids", versionId);
  const reply = await call(caller, "POST", `${pathOf(documentId)}/merges`, form);
  if (reply.status !== 202) throw new Error(`POST /merges answered ${reply.status}`);
  return (await reply.json()) as StoredVersion;
}

export interface ReadDocument {
  readonly versions: readonly (StoredVersion & {
    readonly kind: "upload" | "merge";
    readonly status: Job["status"];
    readonly redline: { readonly status: "none" | Job["status"] };
  })[];
}

export async function readDocument(caller: Caller, id: string): Promise<ReadDocument> {
  const reply = await call(caller, "GET", pathOf(id));
  if (reply.status !== 200) throw new Error(`GET ${pathOf(id)} answered ${reply.status}`);
  return (await reply.json()) as ReadDocument;
}

/** Returns the downloads of a version or of its redline. */
export async function readVersion(
  caller: Caller,
  { document_id, version_id }: StoredVersion,
  what: "download" | "redline",
): Promise<Job> {
  const reply = await call(caller, "GET", `${pathOf(document_id)}/versions/${version_id}/${what}`);
  if (reply.status !== 200) throw new Error(`GET a ${what} answered ${reply.status}`);
  return (await reply.json()) as Job;
}

export async function countedDocuments(caller: Caller): Promise<number> {
  const reply = await call(caller, "GET", "/v1/usage");
  return ((await reply.json()) as { readonly documents: number }).documents;
}

export async function download(url: string): Promise<{ readonly status: number; readonly bytes: Uint8Array }> {
  const end = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const got = await fetch(url).then(
      async (reply) => ({ status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) }),
      () => undefined,
    );
    if (got !== undefined && got.status !== 503) return got;
    if (performance.now() > end) throw new Error("A download found nobody.");
    await sleep(REST_MILLISECONDS);
  }
}

async function call(caller: Caller, method: string, path: string, body?: FormData | Blob): Promise<Response> {
  return (await callRepeatedly(caller, method, path, body)).reply;
}

/** Maximum time for which a caller repeats a call. */
const PATIENCE_MILLISECONDS = 15 * 60_000;
const REST_MILLISECONDS = 1000;
/** Maximum time that a caller waits for an answer. */
const ANSWER_MILLISECONDS = 60_000;

async function callRepeatedly({ url, key }: Caller, method: string, path: string, body?: FormData | Blob) {
  const end = performance.now() + PATIENCE_MILLISECONDS;
  const headers = { authorization: `Bearer ${key}`, ...(method === "POST" ? { "idempotency-key": randomUUID() } : {}) };
  for (let times = 1; ; times += 1) {
    const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
    const reply = await fetch(`${url}${path}`, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
    }).catch((problem: unknown) => {
      if (performance.now() > end) throw problem;
      return undefined;
    });
    if (reply !== undefined && (performance.now() > end || !(await isToBeRepeated(reply)))) return { reply, times };
    await sleep(restAfter(reply));
  }
}

/** Returns the milliseconds that the reply asks for, or the default. */
function restAfter(reply: Response | undefined): number {
  return Number(reply?.headers.get("retry-after") ?? 0) * 1000 || REST_MILLISECONDS;
}

/**
 * True if the service or a part of it is unavailable, the caller has called too often, or the first call with the key
 * has not ended.
 */
async function isToBeRepeated(reply: Response): Promise<boolean> {
  if (reply.status === 503 || reply.status === 429) return true;
  if (reply.status !== 409) return false;
  const { error } = (await reply.clone().json()) as { readonly error?: { readonly code: string } };
  return error?.code === "IDEMPOTENCY_CONFLICT" && reply.headers.has("retry-after");
}
