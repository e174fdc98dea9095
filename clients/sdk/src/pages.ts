// Reads lists as one sequence: requests the next page when the present one is used up.

import type { Caller, CallOptions } from "./call.ts";

export interface ListOptions extends CallOptions {
  readonly reference?: string;
  readonly status?: "processing" | "ready" | "failed" | "deleted";
  /** Number of objects per page: 1 to 200. */
  readonly limit?: number;
}

interface Page {
  readonly next_cursor?: string | null;
}

/** Yields the objects, newest first. Objects that are added meanwhile are left out, and none is repeated. */
export async function* listAll<Item>(
  call: Caller,
  { path, field }: { readonly path: string; readonly field: string },
  { signal, ...query }: ListOptions = {},
): AsyncGenerator<Item, void> {
  let cursor: string | null | undefined;
  do {
    const reply = await call(path, { query: { ...query, cursor }, ...(signal && { signal }) });
    const page = (await reply.json()) as Page & Readonly<Record<string, readonly Item[]>>;
    yield* page[field] ?? [];
    cursor = page.next_cursor;
  } while (typeof cursor === "string");
}
