// Runs `versus store sweep`: deletes objects that no row names.
//
// It is needed when they are too many for the hourly sweep of the workers.

import { readWords, refuseWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withService } from "../../operator/with-service.ts";

export const sweepStore: Command = {
  name: "store sweep",
  summary: "delete objects without a row, when there are many",
  usage: "versus store sweep [--confirm]",
  help: `Every hour the workers delete objects that no row of the database names, a day after they were stored. If there are more than
1,000 of them, and more than 1 % of all objects, the workers keep them. The database is then more likely to be the wrong one
or incomplete. Check that first. Without --confirm this deletes nothing, and prints the number.

      --confirm  delete them
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, { confirm: { type: "boolean" } });
  refuseWords(positionals);
  const isConfirmed = values.confirm === true;
  const count = await withService(surroundings, ({ service, config }) =>
    service.sweepConfigured(config, { isConfirmed }),
  );
  const line = isConfirmed ? `${count} objects without a row deleted` : `${count} objects have no row`;
  surroundings.stdout.write(`${line}\n`);
}
