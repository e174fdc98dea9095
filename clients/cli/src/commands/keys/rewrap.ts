// Runs `versus keys rewrap`: wraps all content keys by the current master key.

import { readWords, refuseWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";

export const rewrapKeys: Command = {
  name: "keys rewrap",
  summary: "wrap every organization's content key by the current master key",
  usage: "versus keys rewrap",
  help: `To replace the master key: put the new one in front of the old one in VERSUS_MASTER_KEY (2:...,1:...). Restart every process,
or wait 30 seconds if the setting is in a file (VERSUS_MASTER_KEY_FILE). Run this command, and then remove the old one. Documents are not written again: only the keys that open them are.

Running it again changes nothing.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  refuseWords(readWords(words, {}).positionals);
  const { rewrapped, current } = await withOperator(surroundings, (operator) => operator.rewrapKeys());
  surroundings.stdout.write(`${rewrapped} rewrapped, ${current} already wrapped by the current master key\n`);
}
