// Defines a slice only for tests: it makes a note from a document, which shows its number of words.
//
// It proves that a slice is its folder, a migration and one line: the rules for all slices also hold for this one,
// without special code.

import type { ColumnType, Selectable } from "kysely";
import { z } from "zod";
import { ApiError } from "../../contract/api-error.ts";
import type { Caller, CreatedReply, CreateFromForm, Remember, VersusApp } from "../../contract/app.ts";
import { artifactKeyOf, type SignDownload } from "../../contract/downloads.ts";
import type { ReceivedForm } from "../../contract/forms.ts";
import { type Clock, isId, newId, type RandomBytes } from "../../contract/ids.ts";
import type { DocumentJob, DocumentParts } from "../../jobs/document-job.ts";
import { documentFailure } from "../../jobs/failures.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import type { Slice } from "../../jobs/slice.ts";
import { deadlineFromCreation } from "../../retention/deadlines.ts";
import { queueDeletion } from "../../retention/delete-content.ts";
import { requireKept } from "../../retention/guard.ts";
import { putReadyArtifacts } from "../../storage/artifacts.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { newObjectKey } from "../../storage/object-keys.ts";
import { ownedRows } from "../../storage/owned-rows.ts";
import type { FileError, JobStatus } from "../../storage/schema.ts";
import { recordWords } from "../../storage/usage-entries.ts";
import { beginCreation } from "../../usage/begin-creation.ts";

interface NotesTable {
  note_id: string;
  organization_id: string;
  account_id: string;
  created_at: Date;
  status: JobStatus;
  finished_at: Date | null;
  error: ColumnType<FileError | null, string | null | undefined, string | null>;
  title: string;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
}

const place = { table: "notes", id: "note_id" } as const;
const noteRows = ownedRows<Selectable<NotesTable>>(place);
type NoteRow = NonNullable<Awaited<ReturnType<typeof noteRows.find>>>;

const noteKind = "note";
const noteCost = 3;

const noteJob: DocumentJob<NoteRow> = {
  kind: noteKind,
  faultCode: "COMPARISON_FAILED",
  rows: noteRows,
  isDue: ({ status }) => status === "processing",
  make: async ({ readOwn, run, parts }) => {
    const result = await run({ kind: "read", document: (await readOwn("document")) ?? new Uint8Array() });
    if (result.kind === "failed") throw documentFailure(result);
    return {
      artifacts: new Map([["md", Buffer.from(`${result.words} words`)]]),
      settle: async (transaction, note, stored) => {
        const owner = { ownerId: note.note_id, organizationId: note.organization_id, fileName: () => "note.md" };
        await putReadyArtifacts(transaction, owner, { artifacts: stored, now: parts.clock() });
        await end(transaction, note.note_id, { at: parts.clock() });
        await recordWords(transaction, note.note_id, result.words);
      },
    };
  },
  fail: (transaction, { note_id: noteId }, { reason: { code }, now }) =>
    end(transaction, noteId, { at: now, error: { code, message: code } }),
};

async function end(
  transaction: Transaction,
  noteId: string,
  { at, error }: { readonly at: Date; readonly error?: FileError },
): Promise<void> {
  const told = error === undefined ? null : JSON.stringify(error);
  await transaction
    .withTables<{ notes: NotesTable }>()
    .updateTable("notes")
    .set({ status: error === undefined ? "ready" : "failed", error: told, finished_at: at })
    .where("note_id", "=", noteId)
    .execute();
}

interface NoteParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly createFromForm: CreateFromForm<Transaction>;
  readonly signDownload: SignDownload;
}

const NotePath = z.object({ note_id: z.string() });
const NoteCreated = z.object({ note_id: z.string(), status: z.string() }).meta({ id: "NoteCreated" });
const NoteRead = z
  .object({ note_id: z.string(), status: z.string(), downloads: z.array(z.object({ url: z.string() })) })
  .meta({ id: "NoteRead" });

function registerNoteRoutes(app: VersusApp, parts: NoteParts): void {
  app.route({
    method: "POST",
    url: "/v1/notes",
    config: {
      form: {
        files: { document: { description: "The document.", least: 1, most: 1, extensions: [".docx"] } },
        texts: { title: { description: "The title.", least: 1, most: 1, mostBytes: 100, example: "a title" } },
      },
      operation: { id: "createNote", tag: "Notes", summary: "Make a note", description: "A note.", refusals: [] },
    },
    schema: { response: { 202: NoteCreated } },
    handler: async (request, reply) => {
      const { caller } = request;
      const noteId = newId("evt", parts.clock, parts.random);
      const owner = { organizationId: caller.organization.organizationId, ownerId: noteId };
      return NoteCreated.parse(
        await parts.createFromForm(request, reply, {
          objectKey: (field) => newObjectKey(owner, field, parts),
          create: (form, remember) => create({ noteId, caller, form, remember }, parts),
        }),
      );
    },
  });
  app.route({
    method: "GET",
    url: "/v1/notes/:note_id",
    config: {
      operation: { id: "readNote", tag: "Notes", summary: "Read a note", description: "A note.", refusals: [] },
    },
    schema: { params: NotePath, response: { 200: NoteRead } },
    handler: async (request) => {
      const { note_id: noteId } = request.params;
      if (!isId("evt", noteId)) throw new ApiError("INVALID_CURSOR");
      const note = await noteRows.find(parts.database, noteId);
      if (note?.organization_id !== request.caller.organization.organizationId) throw new ApiError("NOT_FOUND");
      requireKept(note, note.retention_days, parts.clock());
      const target = { artifactKey: artifactKeyOf(noteId, "md"), fileName: "note.md" };
      const downloads = note.status === "ready" ? [{ url: parts.signDownload(target).url }] : [];
      return { note_id: noteId, status: note.status, downloads };
    },
  });
}

interface NoteCall {
  readonly noteId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
  readonly remember: Remember<Transaction>;
}

async function create({ noteId, caller, form, remember }: NoteCall, { database, queue, clock }: NoteParts) {
  const now = clock();
  const { accountId, organization } = caller;
  const { organizationId } = organization;
  const owner = { organizationId, ownerId: noteId };
  const { objectKey, sha256, size } = form.files("document")[0]!;
  const reply: CreatedReply = { status: 202, body: { note_id: noteId, status: "processing" } };
  return database.transaction().execute(async (transaction) => {
    const { zeroDay } = await beginCreation(transaction, {
      ...owner,
      documents: noteCost,
      at: now,
      keyId: caller.keyId,
      reference: null,
    });
    const deleteAt = zeroDay ? deadlineFromCreation(now) : null;
    const made = { organization_id: organizationId, account_id: accountId, created_at: now, zero_day: zeroDay };
    const title = form.texts("title")[0]!;
    await transaction
      .withTables<{ notes: NotesTable }>()
      .insertInto("notes")
      .values({ ...made, note_id: noteId, status: "processing", title, delete_at: deleteAt })
      .execute();
    const object = { organization_id: organizationId, owner_id: noteId, created_at: now, role: "document" };
    await transaction
      .insertInto("objects")
      .values({ ...object, object_key: objectKey, sha256, size })
      .execute();
    await queue.enqueue(transaction, { ...owner, kind: noteKind });
    if (deleteAt !== null) await queueDeletion(transaction, owner, { queue, at: deleteAt });
    await remember(transaction, reply, noteId);
    return reply;
  });
}

export const noteSlice: Slice<NoteParts, DocumentParts> = {
  name: "notes",
  owner: {
    ...place,
    noun: "note",
    isOwn: (id) => isId("evt", id),
    path: "/v1/notes",
    params: NotePath,
    response: z.object({ note_id: z.string(), status: z.string() }).meta({ id: "NoteAcknowledged" }),
    tag: "Notes",
    malformed: "INVALID_CURSOR",
    unknown: "NOT_FOUND",
    content: "Its document",
    emptied: { title: "", error: null },
    events: { names: ["ready", "failed", "deleted"] },
    mediaType: (_, format) => (format === "md" ? "text/markdown" : undefined),
  },
  jobs: [noteJob],
  routes: registerNoteRoutes,
};
