// `versus migrate`: the database made fit for this version.

import { readWords, refuseWords } from "../arguments/read-words.ts";
import type { Command, Surroundings } from "../command.ts";
import { withService } from "../operator/with-service.ts";

export const migrate: Command = {
  name: "migrate",
  summary: "update the database for this version",
  usage: "versus migrate [--runtime-role ROLE] [--new-journal]",
  help: `Creates and changes the tables of the service and of its queue, and prints the names of the migrations that it applied. Run
it before you start a new version, as a Postgres user that may create schemas and tables. You can safely run it twice, or
on two machines at once.

Marks a new database and a new store as parts of one installation, and creates the folder of a store on disk. If they are
not new and not marked, it says so: see \`versus store adopt\`. Begins the journal if VERSUS_JOURNAL is set.

      --runtime-role ROLE  grant this Postgres role the rights that versus serve needs: to read and write rows of both
                           schemas, and nothing else. Create the role first (create role ROLE login password ...).
      --new-journal        begin a new journal at VERSUS_JOURNAL, because the one before is lost. Backups that were made
                           before cannot be restored then: make a new one
`,
  run: runMigrate,
};

async function runMigrate(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, {
    "runtime-role": { type: "string" },
    "new-journal": { type: "boolean" },
  });
  refuseWords(positionals);
  const runtimeRole = values["runtime-role"];
  const applied = await withService(surroundings, ({ service, config }) =>
    service.migrateConfigured(config, { runtimeRole, isNewJournal: values["new-journal"] === true }),
  );
  for (const name of applied) surroundings.stdout.write(`${name}\n`);
  if (applied.length === 0) surroundings.stderr.write("no migrations to apply\n");
}
