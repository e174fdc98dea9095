// A kind of thing that owns content: what retention, acknowledging, erasing and downloads are about. Each has a table with
// the same columns for it; the name of its id is the same in the table and on the wire. A slice that has one says so in
// its descriptor (jobs/slice.ts), and whoever deals with all kinds is handed the list.

import type { z } from "zod";
import type { RefusalCode } from "../contract/errors.ts";

/** Where the rows of a kind are. */
export interface OwnerTable {
  readonly table: string;
  readonly id: string;
}

export interface OwnerKind extends OwnerTable {
  /** The noun that callers know it by: `comparison`. */
  readonly noun: string;
  readonly isOwn: (id: string) => boolean;
  /** Where the API has it. */
  readonly path: string;
  /** The shape of its id in a path, and what acknowledging and erasing answer. */
  readonly params: z.ZodType;
  readonly response: z.ZodType;
  readonly tag: string;
  readonly malformed: RefusalCode;
  readonly unknown: RefusalCode;
  /** The content that a deletion removes: the beginning of a sentence in the API's description. */
  readonly content: string;
  /** The columns that tell of its content, and what they hold when it is deleted. */
  readonly emptied: Readonly<Record<string, "" | null>>;
  /**
   * The media type of one of its artifacts, as its row is; undefined for what is not given out. Without it, nothing is
   * downloaded under its own id.
   */
  readonly mediaType?: (row: Readonly<Record<string, unknown>>, format: string) => string | undefined;
  /** Its artifact `docx` is a redline, whose changes callers accept and reject. */
  readonly redline?: RedlineKind;
  /** Zero-day retention does not apply to it: it is kept until it is deleted, so nobody acknowledges it. */
  readonly outlivesZeroDay?: true;
}

export interface RedlineKind {
  /** The name of the file that comes of decisions. */
  readonly decidedName: (row: Readonly<Record<string, unknown>>) => string;
  /** The name of the version that made the changes; the redline of a merge knows its revisions itself. */
  readonly revision?: (row: Readonly<Record<string, unknown>>) => string;
}

/** By the form of its id; undefined for what is no owner of ours. */
export function ownerKindOf(owners: readonly OwnerKind[], ownerId: string): OwnerKind | undefined {
  return owners.find(({ isOwn }) => isOwn(ownerId));
}
