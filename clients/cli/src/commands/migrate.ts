// `versus migrate`: the database made fit for this version.

import { readWords, refuseWords } from "../arguments/read-words.ts";
import type { Command, Surroundings } from "../command.ts";
import { withService } from "../operator/with-service.ts";

export const migrate: Command = {
  name: "migrate",
  summary: "bring the database to the state that this version needs",
  usage: "versus migrate [--runtime-role ROLE]",
  help: `Creates and changes the tables of the service and of its queue, and prints the names of what it applied. Run it before
a new version is served, as a user of Postgres that may create schemas and tables. Running it twice, or on two machines
at once, does no harm.

A new database and a new store are marked as parts of one installation; the folder of a store on disk is made. Where they
are not new and not marked, it says so: see \`versus store adopt\`.

      --runtime-role ROLE  give this role of Postgres the rights that versus serve needs: to read and write rows of
                           both schemas, and nothing else. Create it first (create role ROLE login password ...).
`,
  run: runMigrate,
};

async function runMigrate(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, { "runtime-role": { type: "string" } });
  refuseWords(positionals);
  const runtimeRole = values["runtime-role"];
  const applied = await withService(surroundings, ({ service, config }) =>
    service.migrateConfigured(config, { runtimeRole }),
  );
  for (const name of applied) surroundings.stdout.write(`${name}\n`);
  if (applied.length === 0) surroundings.stderr.write("nothing to apply\n");
}
