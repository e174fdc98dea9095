// Runs `versus backup`: copies rows and objects of the running service into a folder.

import { resolve } from "node:path";
import { readWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { withService } from "../operator/with-service.ts";

export const backup: Command = {
  name: "backup",
  summary: "copy database and store into a folder, while the service runs",
  usage: "versus backup FOLDER",
  help: `Writes the rows of the database as they are at one moment, and the objects that they name, into a new folder. Objects are
copied as they lie in the store, encrypted; rows hold file names and authors, so keep the folder as safe as the database.
The folder holds neither the master key nor the journal: keep both elsewhere, for a restore needs them.

Holds no lock of a table for longer than a second. If a migration is applied meanwhile, or the backup fails in another way,
nothing of it is left.

Needs VERSUS_JOURNAL. The exit code is 1 if the store lacks objects that the database names; the backup is complete apart
from those.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { positionals } = readWords(words, {});
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Misuse("Name one folder that does not exist yet.");
  const made = await withService(surroundings, ({ service, config }) =>
    service.backupConfigured(config, resolve(folder)),
  );
  const { backupId, rows, objects, bytes, missing } = made;
  surroundings.stdout.write(`backup ${backupId}: ${rows} rows, ${objects} objects, ${bytes} bytes\n`);
  if (missing.length === 0) return;
  for (const key of missing) surroundings.stderr.write(`missing: ${key}\n`);
  throw new Refusal(`The store lacks ${missing.length} objects that the database names. Run \`versus doctor\`.`);
}
