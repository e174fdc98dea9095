// The words of the zip format that reader and writer share (APPNOTE 6.3, without zip64, which a
// file under our size limit never needs).

/** The deflate codec and checksum of the platform. `inflate` throws when the data is broken or gives more than `size` bytes. */
export interface Codec {
  inflate(bytes: Uint8Array, size: number): Uint8Array;
  deflate(bytes: Uint8Array, level: number, piece?: DeflatedPiece): Uint8Array;
  crc32(bytes: Uint8Array): number;
}

/** How a piece of a longer stream stands in it. */
export interface DeflatedPiece {
  /** What comes right before it and may be looked back at; nothing when left out. */
  readonly after?: Uint8Array;
  /** Any other piece ends on a whole byte, and another can follow. */
  readonly isLast: boolean;
}

/** One entry of an archive, as its central directory tells it. */
export interface ArchiveEntry {
  readonly name: string;
  /** The name as stored: what is not ASCII may be UTF-8 or an old code page. */
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  readonly method: number;
  /** DOS date and time, as stored. */
  readonly time: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** The compressed data, a view into the archive's bytes. */
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
