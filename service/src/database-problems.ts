// Explains problems with the database of a new installation, and what to do about them.

import { settings } from "./config.ts";
import { QueueOutdated } from "./jobs/queue-migration.ts";
import { ContractRefused, LockNotFree } from "./storage/migrate.ts";
import { DatabaseNewer } from "./storage/migration-files.ts";

const url = settings.databaseUrl.name;

/** Maps codes of Postgres to explanations. */
const words: Readonly<Record<string, string>> = {
  "28000": `Postgres refuses the user in ${url}. Check the user.`,
  "28P01": `Postgres refuses the user or the password in ${url}. Check both.`,
  "3D000": `The database in ${url} does not exist. Create it.`,
  "42P01": "The database has no tables yet. Run `versus migrate` first.",
  "42704": "The role does not exist. Create it in Postgres first.",
  "42501": `The user in ${url} lacks rights on the database. Grant them, or run the command as another user.`,
};

/** Errors whose messages tell an operator what to do. */
const explainedErrors = [DatabaseNewer, QueueOutdated, LockNotFree, ContractRefused];

/** The message of the driver, which has no code for it. */
const noTls = "The server does not support SSL connections";

/** Returns one line, or undefined for another error. */
export function databaseProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (explainedErrors.some((kind) => error instanceof kind)) return error.message;
  if (error.message === noTls) {
    return `Postgres does not offer TLS. Switch it on in Postgres, or set ${settings.databaseTls.name}=off if Postgres runs on this machine.`;
  }
  return "code" in error && typeof error.code === "string" ? words[error.code] : undefined;
}
