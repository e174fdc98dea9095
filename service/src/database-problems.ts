// What goes wrong with the database of a new installation, and what to do about it.

import { settings } from "./config.ts";
import { QueueOutdated } from "./jobs/queue-migration.ts";
import { DatabaseNewer } from "./storage/migrate.ts";

const url = settings.databaseUrl.name;

/** By Postgres's code. */
const words: Readonly<Record<string, string>> = {
  "28000": `Postgres refuses the user of ${url}.`,
  "28P01": `Postgres refuses the user or the password of ${url}.`,
  "3D000": `The database that ${url} names does not exist: create it.`,
  "42P01": "The database lacks its tables: run `versus migrate` first.",
  "42704": "The role does not exist: create it in Postgres first.",
  "42501": `The user of ${url} may not do this: give it rights on the database.`,
};

/** The driver has no code for it. */
const noTls = "The server does not support SSL connections";

/** One line; undefined for what is none of these. */
export function databaseProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseNewer || error instanceof QueueOutdated) return error.message;
  if (error.message === noTls) {
    return `Postgres does not offer TLS: switch it on there, or, for one on this machine, set ${settings.databaseTls.name}=off.`;
  }
  return "code" in error && typeof error.code === "string" ? words[error.code] : undefined;
}
