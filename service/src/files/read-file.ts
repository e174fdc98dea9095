// Builds the replies to reads of files.
//
// The file itself is a small object with a new signed address. A stored reading of its content is streamed from the
// store between a few bytes that name the file. This process neither holds nor inspects such a reading.

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

/** Returns the download of the document, with a new signed address. */
export function downloadOf(file: FileRow, signDownload: SignDownload): DownloadEntry {
  const format = downloadFormats[file.kind];
  const { file_id: ownerId, file_name: name } = file;
  const fileName = format === "docx" ? convertedName(name) : name;
  const notAfter = deadlineOf(file, file.retention_days);
  return downloadEntry({ ownerId, format, fileName, notAfter }, signDownload);
}

/**
 * The stored readings of a file: its content in two forms, and its staged form. `history` is the history of a version.
 * `json` is a whole JSON value. `staged` and `history` are JSON objects without the opening brace, because the reply
 * adds fields before theirs.
 */
export type ReadingKind = "json" | "md" | "staged" | "history";

export interface StoredReading {
  readonly fileId: string;
  readonly organization: OrganizationKey;
  readonly reading: ReadingKind;
}

export interface ReadingParts {
  readonly database: Database;
  readonly store: ObjectStore;
}

/** The size and content of a reply. */
export interface StreamedReply {
  readonly bytes: number;
  readonly content: Readable;
}

/** Returns a reply of content that is in memory. */
export function streamHeld(...pieces: readonly Uint8Array[]): StreamedReply {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { bytes, content: Readable.from(pieces, { objectMode: false }) };
}

export function sendStreamed(reply: FastifyReply, mediaType: string, { bytes, content }: StreamedReply) {
  return reply.type(mediaType).header("content-length", bytes).send(content);
}

/**
 * Returns a reading of a ready file between the texts `before` and `after`. Throws CONTENT_DELETED if it was deleted
 * meanwhile.
 */
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
