// Runs `versus organizations detach-account`: detaches the service account.

import { onlyWord, readWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";

export const detachAccount: Command = {
  name: "organizations detach-account",
  summary: "detach the service account from its organization",
  usage: "versus organizations detach-account SLUG",
  help: `Within five seconds the service refuses the keys of the account with 403 API_KEY_ORG_MISMATCH, until you attach it again.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const slug = onlyWord(readWords(words, {}).positionals, "SLUG");
  const address = await withOperator(surroundings, (operator) => operator.detachAccount(slug));
  surroundings.stdout.write(`${address} is detached\n`);
}
