// Grants a serving database role its rights: to read and write rows, and to change no table.

import pg from "pg";
import { type DatabaseConfig, migrationConfig } from "./database.ts";

/** The schema of pg-boss. Our tables are in the first schema of the search path, where migrations make them. */
const queueSchema = "pgboss";

/**
 * Grants the rights. The owner of the tables must call it; tables that the owner makes later are included. Repeated
 * grants do no harm.
 */
export async function grantRuntime(connection: DatabaseConfig, role: string): Promise<void> {
  const client = new pg.Client(migrationConfig(connection));
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string }>("select current_schema() as schema");
    const schemas = [rows[0]?.schema ?? "public", queueSchema].map((name) => client.escapeIdentifier(name)).join(", ");
    const to = `to ${client.escapeIdentifier(role)}`;
    await client.query(`
      grant usage on schema ${schemas} ${to};
      grant select, insert, update, delete on all tables in schema ${schemas} ${to};
      grant usage, select on all sequences in schema ${schemas} ${to};
      grant execute on all functions in schema ${schemas} ${to};
      alter default privileges in schema ${schemas} grant select, insert, update, delete on tables ${to};
      alter default privileges in schema ${schemas} grant usage, select on sequences ${to};
      alter default privileges in schema ${schemas} grant execute on functions ${to};`);
  } finally {
    await client.end();
  }
}
