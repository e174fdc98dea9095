// What reads of a file answer. The file itself: a small object with a fresh address. Its content: a stored reading, sent
// on as it comes from the store, between the few words that name the file; none of it is held or looked at here.

import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { ApiError } from "../contract/api-error.ts";
import { downloadEntry, type SignDownload } from "../contract/downloads.ts";
import { echoed } from "../contract/references.ts";
import type { DownloadEntry, FileResource } from "../contract/schemas.ts";
import { convertedName } from "../convert/conversion-job.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import type { ObjectStore, OrganizationKey } from "../storage/object-store.ts";
import { deadlineOf } from "../storage/retention-facts.ts";
import type { FileRow } from "./queries.ts";
import { downloadFormats } from "./rules.ts";

export function readFile(file: FileRow, signDownload: SignDownload): FileResource {
  return {
    file_id: file.file_id,
    status: file.status,
    file_name: file.file_name,
    kind: file.kind,
    size: file.size,
    words: file.words,
    created_at: file.created_at.toISOString(),
    downloads: file.status === "ready" ? [downloadOf(file, signDownload)] : [],
    ...(file.notices === null ? {} : { notices: [...file.notices] }),
    ...(file.error === null ? {} : { error: file.error }),
    ...echoed(file),
  };
}

/** A fresh address of the document itself. */
export function downloadOf(file: FileRow, signDownload: SignDownload): DownloadEntry {
  const format = downloadFormats[file.kind];
  const { file_id: ownerId, file_name: name } = file;
  const fileName = format === "docx" ? convertedName(name) : name;
  const notAfter = deadlineOf(file, file.retention_days);
  return downloadEntry({ ownerId, format, fileName, notAfter }, signDownload);
}

/**
 * The readings that are kept of a file: its content in two forms, and what the staging pair tells of it: the rest of a
 * JSON object, from its first name to its closing brace. The history of a version is kept as such a rest too.
 */
export type Reading = "json" | "md" | "staged" | "history";

export interface StoredReading {
  readonly fileId: string;
  readonly organization: OrganizationKey;
  readonly reading: Reading;
}

export interface ReadingParts {
  readonly database: Database;
  readonly store: ObjectStore;
}

/** What a reply is made of. */
export interface StreamedReply {
  readonly bytes: number;
  readonly content: Readable;
}

/** Content that is held here already. */
export function streamHeld(...pieces: readonly Uint8Array[]): StreamedReply {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { bytes, content: Readable.from(pieces, { objectMode: false }) };
}

export function sendStreamed(reply: FastifyReply, mediaType: string, { bytes, content }: StreamedReply) {
  return reply.type(mediaType).header("content-length", bytes).send(content);
}

/** A reading of a file that is ready, after `before` and in front of `after`. Throws CONTENT_DELETED when it went meanwhile. */
export async function streamReading(
  { fileId, organization, reading }: StoredReading,
  { before, after }: { readonly before: string; readonly after: string },
  { database, store }: ReadingParts,
): Promise<StreamedReply> {
  const object = await findArtifactObject(database, fileId, reading);
  const found = object && (await store.get(object.object_key, { organization, for: "caller" }));
  if (found === undefined) throw new ApiError("CONTENT_DELETED");
  const [head, tail] = [Buffer.from(before), Buffer.from(after)];
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    yield head;
    yield* found.content;
    yield tail;
  };
  const content = Readable.from(pieces(), { objectMode: false });
  return { bytes: head.length + found.size + tail.length, content };
}
