// Runs `versus organizations attach-account`: attaches the service account again.

import { onlyWord, readWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";

export const attachAccount: Command = {
  name: "organizations attach-account",
  summary: "attach the service account to its organization again",
  usage: "versus organizations attach-account SLUG",
  help: `Within five seconds the keys of the account work again.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const slug = onlyWord(readWords(words, {}).positionals, "SLUG");
  const address = await withOperator(surroundings, (operator) => operator.attachAccount(slug));
  surroundings.stdout.write(`${address} is attached\n`);
}
