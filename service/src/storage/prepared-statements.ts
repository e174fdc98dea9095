// Statements that come again are prepared: the server reads and plans a small statement for longer than it runs it.
//
// A statement gets a name when it has been seen a few times, so those written for one occasion (lists of any length)
// stay without. One that asks for every column stays without, too: its prepared form breaks when a migration adds a
// column while we run. Several in one text cannot be prepared.

import type { ClientBase } from "pg";

const seenBeforeNaming = 2;
const mostNames = 500;
/** `begin` and the like, which are not planned. */
const shortText = 100;
const everyColumn = /\.\*|\b(?:select|returning)\s+\*|;/i;

/** By its text: how often it was seen, or its name. */
const known = new Map<string, number | string>();
let names = 0;

/** The name that a statement is prepared under; undefined as long as it is not. */
export function statementName(text: string): string | undefined {
  const found = known.get(text);
  if (typeof found === "string") return found;
  if (names >= mostNames || everyColumn.test(text)) return undefined;
  const seen = (found ?? 0) + 1;
  const name = seen > seenBeforeNaming ? `versus_${++names}` : undefined;
  if (known.size < 2 * mostNames || found !== undefined) known.set(text, name ?? seen);
  return name;
}

type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown;

/** From now on the client prepares what comes again. */
export function prepareRecurring(client: ClientBase): void {
  const query = client.query.bind(client) as Query;
  const prepared: Query = (statement, values, callback) => {
    if (typeof statement !== "string" || !Array.isArray(values)) return query(statement, values, callback);
    const isShort = values.length === 0 && statement.length < shortText;
    const name = isShort ? undefined : statementName(statement);
    return name === undefined ? query(statement, values, callback) : query({ name, text: statement, values }, callback);
  };
  client.query = prepared as typeof client.query;
}
