// Lists: newest first, in pages. A page says where the next begins with a cursor, which only we can make (http/cursors.ts)
// and which holds for one list of one organization with its filters. Rows that are added or deleted meanwhile move no page.

import { z } from "zod";
import { limits } from "./limits.ts";

/** The list that a cursor belongs to. */
export interface ListScope {
  readonly organizationId: string;
  /** Its path. */
  readonly list: string;
  /** As the caller gave them. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

export interface Cursors {
  /** The cursor of the page behind the row with this id. */
  readonly write: (scope: ListScope, lastId: string) => string;
  /** The id that it was written with. Throws INVALID_CURSOR for every cursor but one that was written for this list. */
  readonly read: (scope: ListScope, cursor: string) => string;
}

const limitRule = `must be a whole number from 1 to ${limits.mostPageRows}`;

/** The parameters of every list; a list adds its filters. */
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

/** In the reply of every list. */
export const nextCursor = z
  .string()
  .nullable()
  .describe("Send it as `cursor` for the next page, with the same filters; null on the last page.");
