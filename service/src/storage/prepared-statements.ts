// Prepares recurring statements, because planning a small one takes longer than running it.
//
// A statement gets a name after it was seen a few times, so statements that are used once (lists of any length) get
// none. Statements that select every column get none either: their prepared form breaks when a migration adds a column
// while we run. Several statements in one text cannot be prepared.

import type { ClientBase } from "pg";

const seenBeforeNaming = 2;
const mostNames = 500;
/** Shorter texts without values, such as `begin`, are not prepared. */
const shortText = 100;
const everyColumn = /\.\*|\b(?:select|returning)\s+\*|;/i;

/** Maps a statement's text to how often it was seen, or to its name. */
const known = new Map<string, number | string>();
let names = 0;

/** Counts the statement. Returns the name under which it is prepared, or undefined if it is not prepared. */
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

/** Makes the client prepare recurring statements. */
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
