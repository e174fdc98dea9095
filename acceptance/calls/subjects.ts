// Lists the kinds of objects that callers make and delete, and the calls that make them.
//
// Common rules are tested on each kind. A path with an id of another kind, or another creating call, fails the run
// until it has a row here.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { marker } from "../documents/markers.ts";
import { broken } from "../documents/word.ts";
import type { FormPart } from "./form.ts";
import type { Call, Reply } from "./request.ts";
import { after, before, type Service } from "./service.ts";

export interface Subject {
  readonly noun: string;
  /** Name of the id in paths and replies. */
  readonly id: "comparison_id" | "merge_id" | "file_id" | "creation_id" | "edit_id" | "document_id";
  readonly path: string;
  /** A valid id that does not exist. */
  readonly never: string;
  /** Ids that are invalid for this kind. */
  readonly malformed: readonly string[];
  readonly codes: { readonly malformed: string; readonly unknown: string };
  readonly table: string;
  /** The columns with content, and their values after deletion. */
  readonly emptied: Readonly<Record<string, unknown>>;
  /** The form of an object that becomes ready, and of one that fails. */
  readonly form: () => readonly FormPart[];
  readonly failing: () => readonly FormPart[];
  /** True if the form names a file, which is uploaded first. */
  readonly ofFile?: true;
  readonly documents: number;
  /**
   * The time from which the hour of zero-day retention counts. With `never` there is no such hour, and the object
   * cannot be acknowledged.
   */
  readonly hourFrom: "finished_at" | "created_at" | "never";
  /** True if the object has versions with a status each, and is unknown after its deletion. */
  readonly hasVersions?: true;
}

const original: FormPart = { field: "original", fileName: `${marker("name")}.docx`, content: before };
const modified: FormPart = { field: "modified", fileName: `${marker("name")}.docx`, content: after };
const document: FormPart = { field: "document", fileName: "contract.docx", content: before };
const name: FormPart = { field: "name", content: "minutes.docx" };

export function paragraphs(list: unknown): FormPart {
  return { field: "paragraphs", content: JSON.stringify(list) };
}

export const comparisons: Subject = {
  noun: "comparison",
  id: "comparison_id",
  path: "/v1/compare",
  never: "cmp_00000000000000000000000000",
  malformed: ["x", "cmp_1", "mrg_00000000000000000000000000", "cmp_0000000000000000000000000U", "%00"],
  codes: { malformed: "INVALID_COMPARISON_ID", unknown: "COMPARISON_NOT_FOUND" },
  table: "comparisons",
  emptied: { author: "", original_name: "", modified_name: "", error: null, summary: null, notices: null },
  form: () => [original, modified],
  failing: () => [original, { ...modified, content: broken.mainPart() }],
  documents: 2,
  hourFrom: "finished_at",
};

const revision = (fileName: string, content = after): FormPart => ({ field: "revisions", fileName, content });

export const merges: Subject = {
  noun: "merge",
  id: "merge_id",
  path: "/v1/merge",
  never: "mrg_00000000000000000000000000",
  malformed: ["x", "mrg_1", "cmp_00000000000000000000000000", "mrg_0000000000000000000000000U", "%00"],
  codes: { malformed: "INVALID_MERGE_ID", unknown: "MERGE_NOT_FOUND" },
  table: "merges",
  emptied: { original_name: "", revisions: null, error: null, summary: null, notices: null },
  form: () => [original, revision(`${marker("name")}.docx`), revision("second.docx", before)],
  failing: () => [original, revision("first.docx"), revision(`${marker("name")}.docx`, broken.mainPart())],
  documents: 3,
  hourFrom: "never",
};

export const files: Subject = {
  noun: "file",
  id: "file_id",
  path: "/v1/files",
  never: "00000000-0000-4000-8000-000000000000",
  malformed: ["x", "cmp_00000000000000000000000000", "00000000-0000-4000-8000-00000000000G", "%00"],
  codes: { malformed: "INVALID_FILE_ID", unknown: "DOCUMENT_NOT_FOUND" },
  table: "files",
  emptied: { file_name: "", error: null, notices: null },
  form: () => [document],
  failing: () => [{ ...document, content: broken.mainPart() }],
  documents: 1,
  hourFrom: "created_at",
};

export const creations: Subject = {
  noun: "creation",
  id: "creation_id",
  path: "/v1/create",
  never: "crt_00000000000000000000000000",
  malformed: ["x", "crt_1", "cmp_00000000000000000000000000", "%00"],
  codes: { malformed: "INVALID_CREATION_ID", unknown: "CREATION_NOT_FOUND" },
  table: "creations",
  emptied: { file_name: "", error: null },
  form: () => [name, paragraphs([{ style_id: "Normal", text: "Present: all." }])],
  failing: () => [name, paragraphs([{ style_id: "Fancy", text: "Present: all." }])],
  documents: 1,
  hourFrom: "created_at",
};

const replace = { type: "replace", paragraphs: { index: 0 }, text: { match: "30" }, content: "45" };
const editor: FormPart = { field: "author", content: marker("author") };
const editForm: readonly FormPart[] = [
  { field: "schema_version", content: "1" },
  { field: "edits", content: JSON.stringify([replace]) },
  editor,
];

export const edits: Subject = {
  noun: "edit",
  id: "edit_id",
  path: "/v1/edit",
  never: "edt_00000000000000000000000000",
  malformed: ["x", "edt_1", "cmp_00000000000000000000000000", "%00"],
  codes: { malformed: "INVALID_EDIT_ID", unknown: "EDIT_NOT_FOUND" },
  table: "edits",
  emptied: { author: "", file_name: "", error: null, results: null, summary: null },
  form: () => editForm,
  failing: () => [...editForm, { field: "style_template", fileName: "house.dotx", content: broken.mainPart() }],
  ofFile: true,
  documents: 0,
  hourFrom: "created_at",
};

export const documents: Subject = {
  noun: "document",
  id: "document_id",
  path: "/v1/documents",
  never: "doc_00000000000000000000000000",
  malformed: ["x", "doc_1", "ver_00000000000000000000000000", "%00"],
  codes: { malformed: "INVALID_DOCUMENT_ID", unknown: "DOCUMENT_NOT_FOUND" },
  table: "documents",
  emptied: { name: "", description: null, metadata: null },
  form: () => [{ ...document, fileName: `${marker("name")}.docx` }],
  failing: () => [{ ...document, content: broken.mainPart() }],
  documents: 1,
  hourFrom: "never",
  hasVersions: true,
};

/** A valid version id that does not exist. */
export const neverVersion = "ver_00000000000000000000000000";

export const subjects: readonly Subject[] = [comparisons, merges, files, creations, edits, documents];

/** The kinds that zero-day retention applies to. */
export const acknowledged = subjects.filter(({ hourFrom }) => hourFrom !== "never");

/** Returns the status from the reply to a read; for a document, the status of its first version. */
export function statusOf({ hasVersions }: Subject, json: Reply["json"]): string {
  return hasVersions ? json.versions[0].status : json.status;
}

/** Every call that makes something from a form: the kind, the status, and a form field with another value. */
export const creators: Readonly<Record<string, Creator>> = {
  "POST /v1/compare": { subject: comparisons, status: 202, other: { ...modified, fileName: "other.docx" } },
  "POST /v1/merge": { subject: merges, status: 202, other: { ...original, fileName: "other.docx" } },
  "POST /v1/files": { subject: files, status: 201, other: { ...document, fileName: "other.docx" } },
  "POST /v1/edit/initiate": { subject: files, status: 202, other: { ...document, fileName: "other.docx" } },
  "POST /v1/create": { subject: creations, status: 202, other: { ...name, content: "other.docx" } },
  "POST /v1/edit": { subject: edits, status: 202, other: { ...editor, content: "Bea" }, takesJson: true },
  "POST /v1/documents": { subject: documents, status: 201, other: { ...document, fileName: "other.docx" } },
  "POST /v1/documents/{document_id}/versions": {
    subject: documents,
    status: 202,
    other: { ...document, fileName: "other.docx" },
    inside: async (service, call) => ({ id: await make(service, documents, call), form: documents.form() }),
    countedBefore: 1,
  },
  "POST /v1/documents/{document_id}/merges": {
    subject: documents,
    status: 202,
    other: { field: "name", content: "Another" },
    takesJson: true,
    inside: makeVersions,
    countedBefore: 3,
    documents: 0,
  },
};

export interface Creator {
  readonly subject: Subject;
  readonly status: number;
  readonly other: FormPart;
  readonly takesJson?: true;
  /** Makes the object that the call needs first, and returns the form of the call. */
  readonly inside?: (
    service: Service,
    call: Call,
  ) => Promise<{ readonly id: string; readonly form: readonly FormPart[] }>;
  /** Number of documents that `inside` counts. */
  readonly countedBefore?: number;
  /** Number of documents that the call counts, if it differs from that of its kind. */
  readonly documents?: number;
}

/** Makes a document with three versions. Returns the form that merges the last two. */
async function makeVersions(service: Service, call: Call): Promise<{ id: string; form: readonly FormPart[] }> {
  const id = await make(service, documents, call);
  const { json } = await end(service, documents, { id, ...call });
  const parent: FormPart = { field: "parent_version_id", content: json.versions[0].version_id };
  for (const content of [before, after]) {
    const reply = await service.postForm([{ ...document, content }, parent], call, `${pathOf(documents, id)}/versions`);
    assert.equal(reply.status, 202, reply.body.toString());
  }
  const versions = await untilAllEnded(service, id, call);
  const merged = versions.slice(1).map(({ version_id: content }): FormPart => ({ field: "version_ids", content }));
  return { id, form: [...merged, { field: "name", content: "Both" }] };
}

export interface ReadVersion {
  readonly version_id: string;
  readonly document_id: string;
  readonly number: number;
  readonly status: string;
  readonly redline: { readonly status: string };
  readonly [field: string]: unknown;
}

/** Reads a document until none of its versions and redlines is processing. */
export async function untilAllEnded(service: Service, documentId: string, call: Call = {}): Promise<ReadVersion[]> {
  for (const late = Date.now() + PATIENCE_MILLISECONDS; Date.now() < late; await setTimeout(POLL_MILLISECONDS)) {
    const { status, json, body } = await service.get(pathOf(documents, documentId), call);
    assert.equal(status, 200, body.toString());
    const versions: ReadVersion[] = json.versions;
    const isOpen = versions.some((one) => [one.status, one.redline.status].includes("processing"));
    if (!isOpen) return versions;
  }
  assert.fail("it does not end");
}

/** Returns the kind whose id a path contains; undefined for a path without an id. */
export function subjectOf(path: string): Subject | undefined {
  const [id] = path.match(/\{\w+_id\}/) ?? [];
  if (id === undefined) return undefined;
  const subject = subjects.find((kind) => `{${kind.id}}` === id);
  assert.ok(subject, `${path} has an id of a kind that has no row in calls/subjects.ts`);
  return subject;
}

/** Returns the path of an object. */
export function pathOf({ path }: Subject, id: string): string {
  return `${path}/${id}`;
}

/** Makes what the form needs first, and returns the parts that name it. */
export async function partsBefore(
  service: Service,
  { ofFile }: Subject,
  call: Call = {},
): Promise<readonly FormPart[]> {
  if (ofFile === undefined) return [];
  const { key } = call;
  return [{ field: "file_id", content: await make(service, files, key === undefined ? {} : { key }) }];
}

/** Makes an object and returns its id. */
export async function make(service: Service, subject: Subject, call: Making = {}): Promise<string> {
  const { form = subject.form(), ...rest } = call;
  const before = await partsBefore(service, subject, rest);
  const reply = await service.postForm([...before, ...form], rest, subject.path);
  assert.ok(reply.status === 201 || reply.status === 202, reply.body.toString());
  return reply.json[subject.id];
}

export interface Making extends Call {
  readonly form?: readonly FormPart[];
}

const POLL_MILLISECONDS = 50;
const PATIENCE_MILLISECONDS = 60_000;

/** Makes an object and waits for its end. */
export async function makeEnded(service: Service, subject: Subject, call: Making = {}): Promise<Ended> {
  const id = await make(service, subject, call);
  const { key } = call;
  return { id, reply: await end(service, subject, { id, ...(key === undefined ? {} : { key }) }) };
}

export interface Ended {
  readonly id: string;
  readonly reply: Reply;
}

/** Reads an object until it is ready or failed. */
export async function end(
  service: Service,
  subject: Subject,
  { id, ...call }: Call & { readonly id: string },
): Promise<Reply> {
  for (const late = Date.now() + PATIENCE_MILLISECONDS; Date.now() < late; await setTimeout(POLL_MILLISECONDS)) {
    const reply = await service.get(pathOf(subject, id), call);
    assert.equal(reply.status, 200, reply.body.toString());
    if (statusOf(subject, reply.json) !== "processing") return reply;
  }
  assert.fail("it does not end");
}
