// Runs `versus migrate`: updates the database for this version.

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

Processes can go on serving meanwhile. If another session holds a lock that a migration needs, the migration lets writers
through and tries again, 200 times, 3 seconds apart, and prints which session it is. Running the command again continues.
A migration that removes what running processes of another version need waits until they have ended: it names them, and
this version works before it is applied. Run the command again after the last of them.

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
    service.migrateConfigured(config, {
      runtimeRole,
      isNewJournal: values["new-journal"] === true,
      tell: (sentence) => surroundings.stderr.write(`${sentence}\n`),
    }),
  );
  for (const name of applied) surroundings.stdout.write(`${name}\n`);
  if (applied.length === 0) surroundings.stderr.write("no migrations to apply\n");
}
