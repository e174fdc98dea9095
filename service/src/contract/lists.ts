// Defines the parameters and cursors of lists, which return pages, newest rows first.
//
// A page ends with a cursor for the next page. Only the service can make a cursor (http/cursors.ts), and it is valid
// for one list of one organization with the same filters. Rows that are added or deleted meanwhile do not shift a page.

import { z } from "zod";
import { limits } from "./limits.ts";

/** The list that a cursor belongs to. */
export interface ListScope {
  readonly organizationId: string;
  /** The path of the list. */
  readonly list: string;
  /** As sent by the caller. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

export interface Cursors {
  /** Returns the cursor of the page after the row with this id. */
  readonly write: (scope: ListScope, lastId: string) => string;
  /**
   * Returns the id that the cursor was written with. Throws INVALID_CURSOR if the cursor was not written for this list.
   */
  readonly read: (scope: ListScope, cursor: string) => string;
}

const limitRule = `must be a whole number from 1 to ${limits.mostPageRows}`;

/** The parameters of every list; each list adds its filters. */
export const PageQuery = z.object({
  limit: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .refine(isLimit, limitRule)
    .transform((given) => (given === undefined ? limits.pageRows : Number(given)))
    .meta({
      description: `How many to return, 1 to ${limits.mostPageRows}.`,
      describedAs: { type: "integer", minimum: 1, maximum: limits.mostPageRows, default: limits.pageRows },
    }),
  cursor: z
    .string()
    .optional()
    .describe("The `next_cursor` of the page before. Without it the list begins with the newest."),
});

export type PageQuery = z.infer<typeof PageQuery>;

function isLimit(given: unknown): boolean {
  if (given === undefined) return true;
  return typeof given === "string" && /^[1-9]\d{0,2}$/.test(given) && Number(given) <= limits.mostPageRows;
}

/** The field `next_cursor` of the reply of every list. */
export const nextCursor = z
  .string()
  .nullable()
  .describe("Send it as `cursor` for the next page, with the same filters; null on the last page.");
