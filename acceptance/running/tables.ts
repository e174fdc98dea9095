// Lists every table of a database, including those of the queue.

export interface FoundTable {
  /** Such as `public.comparisons`. */
  readonly name: string;
  /** The name quoted for a query. */
  readonly quoted: string;
}

export async function tablesOf(ask: (query: string) => Promise<unknown[]>): Promise<readonly FoundTable[]> {
  const found = await ask(
    "select table_schema || '.' || table_name as name, format('%I.%I', table_schema, table_name) as quoted from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'",
  );
  return found as FoundTable[];
}
