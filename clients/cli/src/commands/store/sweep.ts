// `versus store sweep`: objects that no row names, when they are too many for the sweep to delete by itself.

import { readWords, refuseWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withService } from "../../operator/with-service.ts";

export const sweepStore: Command = {
  name: "store sweep",
  summary: "delete objects that no row names, when they are many",
  usage: "versus store sweep [--confirm]",
  help: `Workers delete such objects every hour, a day after they were stored. When there are more than 1,000 of them, and more
than 1 % of all objects, workers leave them alone: rows are missing more often than objects are too many. Check that this
is the right database and that it is whole. Without --confirm nothing is deleted, and the number is printed.

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
