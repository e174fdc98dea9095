// `versus store adopt`: a store and a database are marked as parts of one installation.

import { readWords, refuseWords } from "../../arguments/read-words.ts";
import { type Command, Refusal, type Surroundings } from "../../command.ts";
import { withService } from "../../operator/with-service.ts";

export const adoptStore: Command = {
  name: "store adopt",
  summary: "mark the store and the database as parts of one installation",
  usage: "versus store adopt [--confirm]",
  help: `The service runs only where both are marked as parts of one installation. \`versus migrate\` marks new ones. Adopt them
once when an older version made them, and after a database was restored from a backup. Run it without --confirm first, with
the service stopped: it changes nothing, and prints what it finds. Objects without a row belong to another database, or
were stored after the backup. They are deleted by the hourly sweep, or by \`versus store sweep\` when they are many.

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
  if (mark === undefined) throw new Refusal("Nothing was changed. If they belong together, repeat it with --confirm.");
  surroundings.stdout.write(`both are ${markWords(mark)} now\n`);
}

function markWords(mark: { readonly installationId: string; readonly generation: number } | undefined): string {
  return mark === undefined ? "no installation" : `installation ${mark.installationId}, generation ${mark.generation}`;
}
