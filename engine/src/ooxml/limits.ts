// What a reader of strangers' files accepts before it says no.
//
// All are counts of bytes, entries or levels, never of time: the same file is refused
// everywhere and always.

export interface ReaderLimits {
  readonly fileBytes: number;
  readonly entries: number;
  /** Sum of the unpacked sizes of all entries. */
  readonly unpackedBytes: number;
  readonly xmlPartBytes: number;
  /** An entry of over `ratioFreeBytes` may expand at most this many times. For XML the tree that reading it makes counts as well. */
  readonly ratio: number;
  readonly ratioFreeBytes: number;
  readonly xmlDepth: number;
}

const MEGABYTE = 1024 * 1024;

export const readerLimits: ReaderLimits = {
  fileBytes: 100 * MEGABYTE,
  entries: 10_000,
  unpackedBytes: 1024 * MEGABYTE,
  xmlPartBytes: 400 * MEGABYTE,
  ratio: 1_000,
  ratioFreeBytes: 10 * MEGABYTE,
  xmlDepth: 512,
};
