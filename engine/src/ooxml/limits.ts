// Defines the limits of a reader of untrusted files.
//
// All limits are on bytes, entries, levels or a ratio of bytes, never on time. The same file is therefore refused
// everywhere and always.

export interface ReaderLimits {
  readonly fileBytes: number;
  readonly entries: number;
  /** Sum of the unpacked sizes of all entries, in bytes. */
  readonly unpackedBytes: number;
  readonly xmlPartBytes: number;
  /**
   * Maximum expansion factor of an entry that is larger than `ratioFreeBytes`. For XML, the tree that the reader builds counts
   * as well.
   */
  readonly ratio: number;
  readonly ratioFreeBytes: number;
  /** Maximum nesting of elements. */
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
