// The deflate codec of Node, handed to the engine, which itself knows no platform.

import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

import type { Codec } from "../src/index.ts";

// 5 is the least buffer size zlib's stream layer takes without complaint.
const LEAST_CHUNK = 64;

export const nodeZlib: Codec = {
  // The stream layer allocates one chunk at a time: a chunk of the whole size saves the copy at the end.
  inflate: (bytes, size) =>
    inflateRawSync(bytes, { chunkSize: Math.max(size, LEAST_CHUNK), maxOutputLength: Math.max(size, 1) }),
  deflate: (bytes, level) => deflateRawSync(bytes, { level }),
  crc32: (bytes) => crc32(bytes),
};
