// The deflate codec of a browser, handed to the engine. A browser inflates natively as a stream alone, and the engine works
// through a document at once, so this is fflate, which is built into the packed file: the package has no dependency.

import { Deflate, type DeflateOptions, deflateSync, Inflate } from "fflate";

import type { Codec } from "../src/index.ts";

/** Compressed bytes at a time: deflate gives at most about a thousand for one, so a bomb is found before it fills the memory. */
const MOST_AT_ONCE = 1 << 14;
const BITS_OF_BYTE = 8;

/** Tables of 64 K entries; of a stream fflate makes a million, which takes longer than deflating most pieces. */
const MEMORY = 4;
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
 * Ends on a whole byte and not with a last block: another piece can follow. The sync flush of fflate 0.8.3 writes a broken
 * block for most inputs, so we let the stream end, with an empty block, and make an empty stored one of that.
 */
function deflatePiece(bytes: Uint8Array, options: DeflateOptions): Uint8Array {
  const chunks: Uint8Array[] = [];
  const stream = new Deflate(options, (chunk) => void chunks.push(chunk.slice()));
  stream.push(bytes);
  stream.flush();
  stream.push(new Uint8Array(0), true);
  return endInStoredBlock(joined(chunks));
}

/** The length of no bytes, and its complement: all of a stored block that follows its header. */
const STORED_LENGTHS = [0, 0, 0xff, 0xff];

/**
 * The last block is an empty one: 1 (the last), 10 (fixed codes), seven zeros (its end), and zeros up to a whole byte. So the
 * last bit that is set tells where it begins; with both bits cleared it is the header of a stored block.
 */
function endInStoredBlock(stream: Uint8Array): Uint8Array {
  const lastByte = stream.findLastIndex((byte) => byte !== 0);
  const typeBit = lastByte * BITS_OF_BYTE + (31 - Math.clz32(stream[lastByte]!));
  for (const bit of [typeBit - 1, typeBit]) stream[Math.floor(bit / BITS_OF_BYTE)]! &= ~(1 << (bit % BITS_OF_BYTE));
  const headerEnd = Math.ceil((typeBit + 2) / BITS_OF_BYTE);
  return joined([stream.subarray(0, headerEnd), Uint8Array.from(STORED_LENGTHS)]);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The polynomial of the zip format, lowest bit first. */
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
