// Writes the record of an edit with its files in it, as base64.
//
// The files are written in pieces. As one text, two files of 20 MB would block the event loop for most of a second.

import { Readable } from "node:stream";
import type { EditJob } from "../contract/edit-schemas.ts";
import type { DownloadEntry } from "../contract/schemas.ts";
import type { StreamedReply } from "../files/read-file.ts";
import { eventLoop } from "../storage/loop-share.ts";

/** A download, and the bytes of its file if the reply contains them. */
export interface InlineFile {
  readonly download: DownloadEntry;
  readonly bytes: Uint8Array | undefined;
}

/** Size of a piece: a multiple of three bytes, so that the base64 texts of the pieces can be concatenated. */
const pieceBytes = 3 * 64 * 1024;

/** Returns the record as JSON, with these downloads instead of its own. */
export function withInlineFiles({ downloads: _, ...record }: EditJob, files: readonly InlineFile[]): StreamedReply {
  const parts = files.map(({ download, bytes }, index) => {
    const text = JSON.stringify(download);
    const before = `${index === 0 ? "" : ","}${bytes === undefined ? text : `${text.slice(0, -1)},"content_base64":"`}`;
    return { before: Buffer.from(before), bytes, after: Buffer.from(bytes === undefined ? "" : '"}') };
  });
  const start = Buffer.from(`${JSON.stringify(record).slice(0, -1)},"downloads":[`);
  const end = Buffer.from("]}");
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    yield start;
    for (const { before, bytes, after } of parts) {
      yield before;
      if (bytes !== undefined) yield* inBase64(bytes);
      yield after;
    }
    yield end;
  };
  const sizes = parts.map(({ before, bytes, after }) => before.length + base64Length(bytes) + after.length);
  return {
    bytes: sizes.reduce((sum, size) => sum + size, start.length + end.length),
    content: Readable.from(pieces(), { objectMode: false }),
  };
}

async function* inBase64({ buffer, byteOffset, length }: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; at += pieceBytes) {
    const piece = Buffer.from(buffer, byteOffset + at, Math.min(pieceBytes, length - at));
    await eventLoop.pass(piece.length);
    yield Buffer.from(piece.toString("base64"), "latin1");
  }
}

function base64Length(bytes: Uint8Array | undefined): number {
  return 4 * Math.ceil((bytes?.length ?? 0) / 3);
}
