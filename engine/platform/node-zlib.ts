// Implements the deflate codec with Node's zlib.
//
// The caller passes the codec to the engine, which depends on no platform.

import { constants, crc32, deflateRawSync, inflateRawSync } from "node:zlib";

import type { Codec } from "../src/index.ts";

// Minimum chunk size in bytes. Node rejects a smaller `chunkSize` (`Z_MIN_CHUNK`).
const LEAST_CHUNK = 64;

/**
 * Returns the bytes as a plain Uint8Array. The `subarray` of Node's Buffer, which reading text calls for every run, is many
 * times slower.
 */
function plain({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Tables for a window of 16 KB. For input of at most `MOST_SMALL` bytes, setting up the usual 32 KB takes longer than
 * deflating.
 */
const SMALL = { windowBits: 14, memLevel: 6 };
/** Maximum input, in bytes, that is deflated with `SMALL`. */
const MOST_SMALL = 1 << 13;

export const nodeZlib: Codec = {
  // The stream layer allocates one chunk at a time. A chunk of the whole size avoids the copy at the end.
  inflate: (bytes, size) =>
    plain(inflateRawSync(bytes, { chunkSize: Math.max(size, LEAST_CHUNK), maxOutputLength: Math.max(size, 1) })),
  deflate: (bytes, level, { after, isLast } = { isLast: true }) =>
    plain(
      deflateRawSync(bytes, {
        level,
        ...(bytes.length <= MOST_SMALL ? SMALL : {}),
        finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
        ...(after === undefined || after.length === 0 ? {} : { dictionary: after }),
      }),
    ),
  crc32: (bytes) => crc32(bytes),
};
