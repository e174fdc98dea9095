// `versus keys revoke`.

import { readKeyId, readWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { timeWords } from "../../report/table-words.ts";

export const revokeKey: Command = {
  name: "keys revoke",
  summary: "end an API key",
  usage: "versus keys revoke KEY_ID",
  help: `The key is refused within five seconds, for good. Revoking it again changes nothing.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const keyId = readKeyId(readWords(words, {}).positionals);
  const at = await withOperator(surroundings, (operator) => operator.revokeKey(keyId));
  surroundings.stdout.write(`key ${keyId} is revoked since ${timeWords(at)}\n`);
}
