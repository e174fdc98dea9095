// `versus migrate`: the database made fit for this version.

import { readWords, refuseWords } from "../arguments/read-words.ts";
import type { Command, Surroundings } from "../command.ts";
import { withService } from "../operator/with-service.ts";

export const migrate: Command = {
  name: "migrate",
  summary: "bring the database to the state that this version needs",
  usage: "versus migrate",
  help: `Applies what is missing, all of it or nothing, and prints its names. Run it before a new version is served; running it
twice, or on two machines at once, does no harm. A new database and a new store are marked as parts of one installation; the
folder of a store on disk is made. Where they are not new and not marked, it says so: see \`versus store adopt\`.
`,
  run: runMigrate,
};

async function runMigrate(words: readonly string[], surroundings: Surroundings): Promise<void> {
  refuseWords(readWords(words, {}).positionals);
  const applied = await withService(surroundings, ({ service, config }) => service.migrateConfigured(config));
  for (const name of applied) surroundings.stdout.write(`${name}\n`);
  if (applied.length === 0) surroundings.stderr.write("nothing to apply\n");
}
