// Declares kinds of owners: the facts that retention, acknowledging, erasing and downloads need.
//
// Each kind has a table with the same columns for these. The name of its id is the same in the table and in the API. A
// slice names its kind in its descriptor (jobs/slice.ts), and code that deals with all kinds receives the list.

import type { z } from "zod";
import type { RefusalCode } from "../contract/errors.ts";
import type { Transaction } from "./database.ts";

/** The table of a kind, and the name of its id. */
export interface OwnerTable {
  readonly table: string;
  readonly id: string;
}

/** A kind of content, with the facts that retention and downloads need. */
export interface ContentKind extends OwnerTable {
  /** The noun that callers know it by: `comparison`. */
  readonly noun: string;
  readonly isOwn: (id: string) => boolean;
  /** The columns that describe its content, and their values after a deletion. */
  readonly emptied: Readonly<Record<string, "" | null>>;
  /**
   * Returns the media type of one of its artifacts; undefined for what is not served. Without this function, nothing
   * can be downloaded under an id of this kind.
   */
  readonly mediaType?: (row: Readonly<Record<string, unknown>>, format: string) => string | undefined;
  /** The events that webhooks receive. */
  readonly events?: ContentEvents;
  /** Tables with rows that carry its id and are deleted with it, in the order in which they are locked. */
  readonly takesAlong?: readonly OwnerTable[];
}

export interface OwnerKind extends ContentKind {
  /** Its path in the API. */
  readonly path: string;
  /** The schema of its id in a path. `response` is the answer to acknowledging and erasing. */
  readonly params: z.ZodType;
  readonly response: z.ZodType;
  readonly tag: string;
  readonly malformed: RefusalCode;
  readonly unknown: RefusalCode;
  /** The content that a deletion removes: the beginning of a sentence in the API's description. */
  readonly content: string;
  /** Set if its artifact `docx` is a redline, whose changes callers accept and reject. */
  readonly redline?: RedlineKind;
  /** Set if callers can list the rows of the kind. */
  readonly listed?: ListedKind;
  /** Set if zero-day retention does not apply: it is kept until it is deleted, so nobody acknowledges it. */
  readonly outlivesZeroDay?: true;
  /** Set if the slice has its own routes for deletion. After the deletion the id is unknown. */
  readonly leavesNoRecord?: true;
}

export interface ListedKind {
  /** The name of the list in its reply. */
  readonly plural: string;
  readonly response: z.ZodType;
  /** The columns from which the names are made. `shown` are the columns that a row of the list contains unchanged. */
  readonly columns: readonly string[];
  /** Functions that make the names of its files, as a row of the list shows them. A deleted row has none. */
  readonly names: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => unknown>>;
  readonly shown?: readonly string[];
  /** Further columns that a row of the list contains unchanged, and null if it is deleted. */
  readonly contents?: readonly string[];
  /** The column with the time at which it was made, if its ids do not sort by time. */
  readonly time?: string;
  /** Ids from this one on belong to another kind, which shares the table. */
  readonly idsBelow?: string;
}

export interface ContentEvents {
  /** Its events without their prefix: `ready` is `comparison.ready`. */
  readonly names: readonly string[];
  /** The prefix of their names, such as `version.redline_`. Default: the noun and a dot. */
  readonly prefix?: string;
  /** The columns with the ids that an event carries. Default: the kind's own id. */
  readonly ids?: readonly string[];
}

/**
 * Notifies webhooks in the transaction in which something happens to an owner. `name` is an event of its kind; the
 * default is the state that the owner has reached. Events that no webhook wants, and states that are not events, are
 * ignored.
 */
export type Announce = (transaction: Transaction, ownerId: string, name?: string) => Promise<void>;

export interface RedlineKind {
  /** Returns the name of the file that a decision makes. */
  readonly decidedName: (row: Readonly<Record<string, unknown>>) => string;
  /** Returns the name of the version that made the changes. The redline of a merge contains its revisions itself. */
  readonly revision?: (row: Readonly<Record<string, unknown>>) => string;
}

/** Returns the prefix of the names of its events. */
export function eventPrefix({ noun, events }: Pick<ContentKind, "noun" | "events">): string {
  return events?.prefix ?? `${noun}.`;
}

/** Returns the kind by the form of the id, or undefined for an id of no kind. */
export function ownerKindOf<Kind extends ContentKind>(owners: readonly Kind[], ownerId: string): Kind | undefined {
  return owners.find(({ isOwn }) => isOwn(ownerId));
}
