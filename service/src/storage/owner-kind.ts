// A kind of thing that owns content: what retention, acknowledging, erasing and downloads are about. Each has a table with
// the same columns for it; the name of its id is the same in the table and on the wire. A slice that has one says so in
// its descriptor (jobs/slice.ts), and whoever deals with all kinds is handed the list.

import type { z } from "zod";
import type { RefusalCode } from "../contract/errors.ts";
import type { Transaction } from "./database.ts";

/** Where the rows of a kind are. */
export interface OwnerTable {
  readonly table: string;
  readonly id: string;
}

/** A kind of thing that has content: what retention and downloads have to know of it. */
export interface ContentKind extends OwnerTable {
  /** The noun that callers know it by: `comparison`. */
  readonly noun: string;
  readonly isOwn: (id: string) => boolean;
  /** The columns that tell of its content, and what they hold when it is deleted. */
  readonly emptied: Readonly<Record<string, "" | null>>;
  /**
   * The media type of one of its artifacts, as its row is; undefined for what is not given out. Without it, nothing is
   * downloaded under its own id.
   */
  readonly mediaType?: (row: Readonly<Record<string, unknown>>, format: string) => string | undefined;
  /** The events that webhooks are sent. */
  readonly events?: ContentEvents;
  /** Tables with rows that carry its id and are deleted with it, in the order in which they are locked. */
  readonly takesAlong?: readonly OwnerTable[];
}

export interface OwnerKind extends ContentKind {
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
  /** Its artifact `docx` is a redline, whose changes callers accept and reject. */
  readonly redline?: RedlineKind;
  /** Callers list what they have of it. */
  readonly listed?: ListedKind;
  /** Zero-day retention does not apply to it: it is kept until it is deleted, so nobody acknowledges it. */
  readonly outlivesZeroDay?: true;
  /** Its slice has the routes that delete it: nothing is told of it afterwards, it is unknown. */
  readonly leavesNoRecord?: true;
}

export interface ListedKind {
  /** The name of the list in its reply. */
  readonly plural: string;
  readonly response: z.ZodType;
  /** The columns that the names are made of, and those that a row of the list shows as they are. */
  readonly columns: readonly string[];
  /** The names of its files, as a row of the list shows them; what is deleted has none. */
  readonly names: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => unknown>>;
  readonly shown?: readonly string[];
  /** The column with the time at which it was made, where its ids say nothing of it. */
  readonly time?: string;
  /** Ids from this one on belong to another kind, which shares the table. */
  readonly idsBelow?: string;
}

export interface ContentEvents {
  /** Its events without what stands before them: `ready` is `comparison.ready`. */
  readonly names: readonly string[];
  /** The beginning of their names, such as `version.redline_`; without it the noun and a point. */
  readonly prefix?: string;
  /** The columns with the ids that an event carries; without them the kind's own id. */
  readonly ids?: readonly string[];
}

/**
 * Tells webhooks, in the transaction in which something happens to an owner. `name` is one of its kind's events; without it
 * the state that the owner has come to. What no webhook wants, and what is no event, is nothing.
 */
export type Announce = (transaction: Transaction, ownerId: string, name?: string) => Promise<void>;

export interface RedlineKind {
  /** The name of the file that comes of decisions. */
  readonly decidedName: (row: Readonly<Record<string, unknown>>) => string;
  /** The name of the version that made the changes; the redline of a merge knows its revisions itself. */
  readonly revision?: (row: Readonly<Record<string, unknown>>) => string;
}

/** The beginning of the names of its events. */
export function eventPrefix({ noun, events }: Pick<ContentKind, "noun" | "events">): string {
  return events?.prefix ?? `${noun}.`;
}

/** By the form of its id; undefined for what is no owner of ours. */
export function ownerKindOf<Kind extends ContentKind>(owners: readonly Kind[], ownerId: string): Kind | undefined {
  return owners.find(({ isOwn }) => isOwn(ownerId));
}
