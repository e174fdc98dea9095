// The calls of the API that a run makes, as a caller makes them: over HTTP, with a key.

import type { Pair } from "./make-pair.ts";

export interface Caller {
  readonly url: string;
  readonly key: string;
}

/** A comparison, a file or an edit, as a read tells of it. */
export interface Job {
  readonly status: "processing" | "ready" | "failed";
  readonly downloads: readonly { readonly format: string; readonly url: string }[];
  readonly error?: { readonly code: string };
}

/** Gives the id. Throws on any reply but 202. */
export async function postComparison(caller: Caller, pair: Pair, mark: string): Promise<string> {
  const form = new FormData();
  form.set("original", new Blob([pair.before]), `${mark}.docx`);
  form.set("modified", new Blob([pair.after]), `${mark}-revised.docx`);
  form.set("author", `Author ${mark}`);
  const reply = await call(caller, "POST", "/v1/compare", form);
  if (reply.status !== 202) throw new Error(`POST /v1/compare answered ${reply.status}`);
  return ((await reply.json()) as { readonly comparison_id: string }).comparison_id;
}

/** Gives the id. Throws on any reply but 201. */
export async function postUpload(caller: Caller, document: Pair["before"], mark: string): Promise<string> {
  const form = new FormData();
  form.set("document", new Blob([document]), `${mark}.docx`);
  const reply = await call(caller, "POST", "/v1/files", form);
  if (reply.status !== 201) throw new Error(`POST /v1/files answered ${reply.status}`);
  return ((await reply.json()) as { readonly file_id: string }).file_id;
}

/** Inserts text in front of a file. Gives the ids of the edit and of what it becomes. Throws on any reply but 202. */
export async function postEdit(caller: Caller, fileId: string, text: string) {
  const edit = { type: "insert", paragraphs: { index: 0 }, at: "start", content: text };
  const form = new FormData();
  const fields = { file_id: fileId, schema_version: "1", edits: JSON.stringify([edit]) };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const reply = await call(caller, "POST", "/v1/edit", form);
  if (reply.status !== 202) throw new Error(`POST /v1/edit answered ${reply.status}`);
  const { edit_id: editId, file_id: made } = (await reply.json()) as { edit_id: string; file_id: string };
  return { editId, fileId: made };
}

/** Where the API has it. */
export function pathOf(id: string): string {
  if (id.startsWith("edt_")) return `/v1/edit/${id}`;
  if (id.startsWith("crt_")) return `/v1/create/${id}`;
  return id.startsWith("cmp_") ? `/v1/compare/${id}` : `/v1/files/${id}`;
}

export async function readJob(caller: Caller, id: string): Promise<Job> {
  const reply = await call(caller, "GET", pathOf(id));
  if (reply.status !== 200) throw new Error(`GET ${pathOf(id)} answered ${reply.status}`);
  return (await reply.json()) as Job;
}

/** How often content is asked for that is still to be read: each time the service waits for it. */
const MOST_ASKED = 20;

/** The content of a file, as Markdown. */
export async function readContent(caller: Caller, id: string): Promise<string> {
  for (let asked = 1; ; asked += 1) {
    const reply = await call(caller, "GET", `${pathOf(id)}/content`);
    const content = await reply.text();
    if (reply.status !== 202 || asked === MOST_ASKED) return content;
  }
}

/** The status of the reply alone. */
export async function statusOf(caller: Caller, method: "GET" | "POST" | "DELETE", path: string): Promise<number> {
  const reply = await call(caller, method, path);
  await reply.arrayBuffer();
  return reply.status;
}

export async function countedDocuments(caller: Caller): Promise<number> {
  const reply = await call(caller, "GET", "/v1/usage");
  return ((await reply.json()) as { readonly documents: number }).documents;
}

export async function download(url: string): Promise<{ readonly status: number; readonly bytes: Uint8Array }> {
  const reply = await fetch(url);
  return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) };
}

function call({ url, key }: Caller, method: string, path: string, body?: FormData): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
}
