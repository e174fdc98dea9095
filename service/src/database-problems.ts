// What goes wrong with the database of a new installation, and what to do about it.

import { settings } from "./config.ts";
import { QueueOutdated } from "./jobs/queue-migration.ts";
import { DatabaseNewer } from "./storage/migrate.ts";

const url = settings.databaseUrl.name;

/** By Postgres's code. */
const words: Readonly<Record<string, string>> = {
  "28000": `Postgres refuses the user in ${url}. Check the user.`,
  "28P01": `Postgres refuses the user or the password in ${url}. Check both.`,
  "3D000": `The database in ${url} does not exist. Create it.`,
  "42P01": "The database has no tables yet. Run `versus migrate` first.",
  "42704": "The role does not exist. Create it in Postgres first.",
  "42501": `The user in ${url} lacks rights on the database. Grant them, or run the command as another user.`,
};

/** The driver has no code for it. */
const noTls = "The server does not support SSL connections";

/** One line; undefined for what is none of these. */
export function databaseProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseNewer || error instanceof QueueOutdated) return error.message;
  if (error.message === noTls) {
    return `Postgres does not offer TLS. Switch it on in Postgres, or set ${settings.databaseTls.name}=off if Postgres runs on this machine.`;
  }
  return "code" in error && typeof error.code === "string" ? words[error.code] : undefined;
}
