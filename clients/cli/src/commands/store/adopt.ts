// Runs `versus store adopt`: marks a store and a database as parts of one installation.

import { readWords, refuseWords } from "../../arguments/read-words.ts";
import { type Command, Refusal, type Surroundings } from "../../command.ts";
import { withService } from "../../operator/with-service.ts";

export const adoptStore: Command = {
  name: "store adopt",
  summary: "mark the store and the database as parts of one installation",
  usage: "versus store adopt [--confirm]",
  help: `The service runs only if both are marked as parts of one installation. \`versus migrate\` marks new ones. Run this once if an
older version made them, and after you restored the database from a backup. Stop the service and run it without --confirm
first: it then changes nothing, and prints what it finds. Objects without a row belong to another database, or were stored
after the backup. The hourly sweep deletes them, or \`versus store sweep\` if there are many.

      --confirm  mark both
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, { confirm: { type: "boolean" } });
  refuseWords(positionals);
  const isConfirmed = values.confirm === true;
  const { found, mark } = await withService(surroundings, ({ service, config }) =>
    service.adoptConfigured(config, { isConfirmed }),
  );
  surroundings.stdout.write(
    `database  ${markWords(found.database)}, ${found.rows} objects in its rows\n` +
      `store     ${markWords(found.store)}, ${found.objects} objects, ${found.withoutRow} of them without a row\n`,
  );
  if (mark === undefined)
    throw new Refusal("Nothing was changed. If they belong together, run it again with --confirm.");
  surroundings.stdout.write(`both now belong to ${markWords(mark)}\n`);
}

function markWords(mark: { readonly installationId: string; readonly generation: number } | undefined): string {
  return mark === undefined ? "no installation" : `installation ${mark.installationId}, generation ${mark.generation}`;
}
