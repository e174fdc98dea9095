// `versus organizations attach-account`.

import { onlyWord, readWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";

export const attachAccount: Command = {
  name: "organizations attach-account",
  summary: "put the service account back into its organization",
  usage: "versus organizations attach-account SLUG",
  help: `Its keys work again, within five seconds.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const slug = onlyWord(readWords(words, {}).positionals, "SLUG");
  const address = await withOperator(surroundings, (operator) => operator.attachAccount(slug));
  surroundings.stdout.write(`${address} is attached\n`);
}
