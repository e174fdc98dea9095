// The deflate codec of Node, handed to the engine, which itself knows no platform.

import { constants, crc32, deflateRawSync, inflateRawSync } from "node:zlib";

import type { Codec } from "../src/index.ts";

// 5 is the least buffer size zlib's stream layer takes without complaint.
const LEAST_CHUNK = 64;

/** Without what Node's buffers add: their `subarray`, which reading text calls for every run, is many times slower. */
function plain({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Tables for a window of 16 KB: setting up those of the usual 32 KB takes longer than deflating as little as this. */
const SMALL = { windowBits: 14, memLevel: 6 };
const MOST_SMALL = 1 << 13;

export const nodeZlib: Codec = {
  // The stream layer allocates one chunk at a time: a chunk of the whole size saves the copy at the end.
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
