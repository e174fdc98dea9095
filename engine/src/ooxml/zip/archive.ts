// Defines the constants and types of the zip format that reader and writer share.
//
// The format is APPNOTE 6.3 without zip64, which files under the size limit never need.

/** The deflate codec and checksum of the platform. `inflate` throws if the data is broken or gives more than `size` bytes. */
export interface Codec {
  inflate(bytes: Uint8Array, size: number): Uint8Array;
  deflate(bytes: Uint8Array, level: number, piece?: DeflatedPiece): Uint8Array;
  crc32(bytes: Uint8Array): number;
}

/** The position of a piece in a longer deflate stream. */
export interface DeflatedPiece {
  /** Bytes directly before the piece, which it may refer to. Undefined means none. */
  readonly after?: Uint8Array;
  /** If false, the piece ends on a whole byte and another piece can follow. */
  readonly isLast: boolean;
}

/** An entry of an archive, as the central directory describes it. */
export interface ArchiveEntry {
  readonly name: string;
  /** Name as stored. Bytes outside ASCII may be UTF-8 or an old code page. */
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  readonly method: number;
  /** DOS date and time, as stored. */
  readonly time: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Compressed data, a view of the archive's bytes. */
  readonly data: Uint8Array;
}

export interface Archive {
  readonly bytes: Uint8Array;
  readonly entries: readonly ArchiveEntry[];
}

export const STORED = 0;
export const DEFLATED = 8;

export const FLAG_ENCRYPTED = 0x0001;
export const FLAG_DESCRIPTOR = 0x0008;
export const FLAG_UTF8 = 0x0800;

export const LOCAL = { signature: 0x04034b50, size: 30 } as const;
export const CENTRAL = { signature: 0x02014b50, size: 46 } as const;
export const END = { signature: 0x06054b50, size: 22, longestComment: 0xffff } as const;
