// Implements the deflate codec for browsers with fflate.
//
// A browser inflates natively only as a stream, but the engine reads a document synchronously. fflate is built into the packed
// file, so the package has no dependency.

import { Deflate, type DeflateOptions, deflateSync, Inflate } from "fflate";

import type { Codec } from "../src/index.ts";

/**
 * Compressed bytes per step. One byte expands to at most about a thousand, so a zip bomb is found before it fills the memory.
 */
const MOST_AT_ONCE = 1 << 14;
const BITS_OF_BYTE = 8;

/**
 * Memory level that gives tables of 64 K entries. For a stream, fflate makes a million entries by default, which takes longer
 * than deflating most pieces.
 */
const MEMORY = 4;
/** Maximum input, in bytes, that is deflated with memory level 0. */
const MOST_SMALL = 1 << 13;

export const browserCodec: Codec = {
  inflate,
  deflate: (bytes, level, { after, isLast } = { isLast: true }) => {
    const options: DeflateOptions = {
      level: level as NonNullable<DeflateOptions["level"]>,
      mem: bytes.length <= MOST_SMALL ? 0 : MEMORY,
      ...(after === undefined || after.length === 0 ? {} : { dictionary: after }),
    };
    return isLast ? deflateSync(bytes, options) : deflatePiece(bytes, options);
  },
  crc32,
};

function inflate(bytes: Uint8Array, size: number): Uint8Array {
  const inflated = new Uint8Array(size);
  let length = 0;
  let isWhole = false;
  const stream = new Inflate((chunk, isFinal) => {
    if (length + chunk.length > size) throw new RangeError("more bytes than the archive says");
    inflated.set(chunk, length);
    length += chunk.length;
    isWhole ||= isFinal;
  });
  for (let at = 0; !isWhole; at += MOST_AT_ONCE) {
    stream.push(bytes.subarray(at, at + MOST_AT_ONCE), at + MOST_AT_ONCE >= bytes.length);
  }
  return inflated.subarray(0, length);
}

/**
 * Returns a deflated piece that ends on a whole byte without a last block, so another piece can follow. The sync flush of
 * fflate 0.8.3 writes a broken block for most inputs. Instead, the stream ends with an empty block, which is changed to an
 * empty stored block.
 */
function deflatePiece(bytes: Uint8Array, options: DeflateOptions): Uint8Array {
  const chunks: Uint8Array[] = [];
  const stream = new Deflate(options, (chunk) => void chunks.push(chunk.slice()));
  stream.push(bytes);
  stream.flush();
  stream.push(new Uint8Array(0), true);
  return endInStoredBlock(concatenate(chunks));
}

/** Length 0 and its complement: the part of an empty stored block that follows its header. */
const STORED_LENGTHS = [0, 0, 0xff, 0xff];

/**
 * Changes the last block of a stream to an empty stored block. The stream ends with an empty block: 1 (last block), 10 (fixed
 * codes), seven zeros (end), and zeros up to a whole byte. The last set bit therefore shows where the block begins. With both
 * bits cleared, the bits are the header of a stored block.
 */
function endInStoredBlock(stream: Uint8Array): Uint8Array {
  const lastByte = stream.findLastIndex((byte) => byte !== 0);
  const typeBit = lastByte * BITS_OF_BYTE + (31 - Math.clz32(stream[lastByte]!));
  for (const bit of [typeBit - 1, typeBit]) stream[Math.floor(bit / BITS_OF_BYTE)]! &= ~(1 << (bit % BITS_OF_BYTE));
  const headerEnd = Math.ceil((typeBit + 2) / BITS_OF_BYTE);
  return concatenate([stream.subarray(0, headerEnd), Uint8Array.from(STORED_LENGTHS)]);
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Polynomial of the zip format, lowest bit first. */
const POLYNOMIAL = 0xedb88320;

const remainders = Uint32Array.from({ length: 1 << BITS_OF_BYTE }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < BITS_OF_BYTE; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? POLYNOMIAL : 0);
  return remainder;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let at = 0; at < bytes.length; at += 1) {
    sum = (sum >>> BITS_OF_BYTE) ^ remainders[(sum ^ bytes[at]!) & 0xff]!;
  }
  return ~sum >>> 0;
}
