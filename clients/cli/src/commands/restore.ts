// Runs `versus restore`: restores a backup and the later journal into an empty database.

import { resolve } from "node:path";
import { readWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { withService } from "../operator/with-service.ts";

export const restore: Command = {
  name: "restore",
  summary: "restore a backup, and delete again what was deleted since",
  usage: "versus restore FOLDER",
  help: `Stop every process of the old installation. Create an empty database and name it in DATABASE_URL. In VERSUS_STORE name
an empty store, or that of the old installation. Set VERSUS_JOURNAL to the journal and VERSUS_MASTER_KEY to the master key
of the old installation. Do not run versus migrate before. Then run this, and start the service when it has ended.

Restores the rows, carries out the deletions, erasures and key revocations of the journal, deletes whatever is already
past its deadline, and copies the objects that are left. Processes of the old installation that still run notice within
15 seconds, for which this waits, and end. Without the journal nothing is restored.

For a runtime role run versus migrate --runtime-role ROLE afterwards. To practise, use a copy of the journal: a restored
installation writes to the journal that it is given.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { positionals } = readWords(words, {});
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Misuse("Name one folder, of a backup.");
  const done = await withService(surroundings, ({ service, config }) =>
    service.restoreConfigured(config, resolve(folder), { actor: `operator:${surroundings.user()}` }),
  );
  const { mark, rows, objects, replayed, deleted, lost } = done;
  surroundings.stdout.write(
    `installation ${mark.installationId} restored, generation ${mark.generation}: ${rows} rows, ${objects} objects\n` +
      `${replayed} entries of the journal, ${deleted} deleted since the backup\n`,
  );
  if (lost.length === 0) return;
  for (const key of lost) surroundings.stderr.write(`missing: ${key}\n`);
  throw new Refusal(`The backup lacks ${lost.length} objects that the database names. Everything else is restored.`);
}
